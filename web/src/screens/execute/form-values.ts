/** Converts the values of a task form to arguments; unchanged values are not sent. */
import type { Task, TaskArguments, TaskParameter } from '../../platform/api/tasks.ts'
import { noChoice } from './value-set.ts'

export type FormValues = Readonly<Record<string, unknown>>

export type FieldKind = 'switch' | 'choice' | 'whole' | 'number' | 'date' | 'many' | 'set' | 'secret' | 'text'

export function kindOf(task: Task, name: string, parameter: TaskParameter): FieldKind {
  if (task.secrets.includes(name)) return 'secret'
  if (parameter.type === 'array') return 'many'
  if (parameter['x-set']) return 'set'
  if (choicesOf(parameter).length > 0) return 'choice'
  if (parameter.type === 'boolean') return 'switch'
  if (parameter.type === 'integer') return 'whole'
  if (parameter.type === 'number') return 'number'
  return parameter.format === 'date' ? 'date' : 'text'
}

/** Returns the choices of a parameter with their labels. */
export function choicesOf(
  parameter: Pick<TaskParameter, 'enum' | 'x-labels'>,
): readonly { readonly value: string; readonly label: string }[] {
  const labels = parameter['x-labels']
  const values = parameter.enum.length > 0 ? parameter.enum.map(String) : Object.keys(labels)
  return values.map((value) => ({ value, label: labels[value] ?? value }))
}

/** Returns the value of a choice from its text. */
export const chosenValue = ({ type }: Pick<TaskParameter, 'type'>, chosen: string): string | number =>
  type === 'integer' || type === 'number' ? Number(chosen) : chosen

/** Returns the values with which a form begins: the arguments of an earlier run, and the usual values. */
export const initialValues = (task: Task, given: TaskArguments = {}): FormValues =>
  valuesOf(task, given, (parameter) => parameter['x-form-default'] ?? parameter.default)

/**
 * Returns the values with which the form of a step begins. What its arguments leave out has the default of a launch by a
 * program, because the step runs without it.
 */
export const stepValues = (task: Task, given: TaskArguments): FormValues =>
  valuesOf(task, given, (parameter) => parameter.default)

function valuesOf(
  task: Task,
  given: TaskArguments,
  usualOf: (parameter: TaskParameter) => unknown,
): FormValues {
  const usual = Object.entries(task.parameters.properties).map(([name, parameter]) => {
    const kind = kindOf(task, name, parameter)
    // Programs may give an empty text for none of the choices; in a form it stands for all.
    if (kind === 'set' && given[name] === '') return [name, noChoice]
    return [name, given[name] ?? usualOf(parameter) ?? emptyOf(kind)]
  })
  return { ...given, ...Object.fromEntries(usual) }
}

/** Returns the recorded parameters of a run without the defaults, with which forms begin anyway. */
export const recordedValues = (task: Task, recorded: TaskArguments): FormValues =>
  Object.fromEntries(
    Object.entries(recorded).filter(([name, value]) => {
      const parameter = task.parameters.properties[name]
      if (parameter === undefined) return false
      // Without a recorded value, such a form begins with another one.
      const isKept = parameter['x-form-default'] !== undefined
      return isKept || JSON.stringify(value) !== JSON.stringify(parameter.default)
    }),
  )

const emptyOf = (kind: FieldKind): unknown => (kind === 'switch' ? false : kind === 'many' ? [] : '')

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Returns the scenario that loses data if the task is launched with these arguments; undefined if none does. */
export function losingScenario(
  { destroys }: Pick<Task, 'destroys'>,
  args: TaskArguments,
  scenario: string,
): string | undefined {
  const applies = destroys.find(
    (one) => one.with === null || !(isEmpty(args[one.with]) || args[one.with] === false),
  )
  if (applies === undefined) return undefined
  const named = applies.names === null ? undefined : args[applies.names]
  return typeof named === 'string' && named !== '' ? named : (applies.otherwise ?? scenario)
}

/** Returns the parameters of a form; those for programs only if they have a value. */
export const shownParameters = (
  task: Task,
  values: FormValues,
): readonly (readonly [name: string, parameter: TaskParameter])[] =>
  Object.entries(task.parameters.properties).filter(
    ([name, { deprecated, 'x-form': asked }]) => (asked && !deprecated) || !isEmpty(values[name]),
  )

/** Returns the arguments that differ from the defaults of the task, and those with another default in forms. */
export function argumentsOf(task: Task, values: FormValues): TaskArguments {
  const given = Object.entries(task.parameters.properties).flatMap(([name, parameter]) => {
    const value = values[name]
    if (isEmpty(value)) return []
    if (parameter['x-form-default'] !== undefined) return [[name, value] as const]
    if (JSON.stringify(value) === JSON.stringify(parameter.default)) return []
    if (value === false && parameter.default === undefined) return []
    return [[name, value] as const]
  })
  return Object.fromEntries(given)
}
