/** What stands in the form of a task, and the arguments that this means: what was left as it is, is not sent. */
import type { Task, TaskArguments, TaskParameter } from '../../api/tasks.ts'

export type FormValues = Readonly<Record<string, unknown>>

export type FieldKind = 'switch' | 'choice' | 'whole' | 'number' | 'date' | 'many' | 'secret' | 'text'

export function kindOf(task: Task, name: string, parameter: TaskParameter): FieldKind {
  if (task.secrets.includes(name)) return 'secret'
  if (parameter.enum.length > 0) return 'choice'
  if (parameter.type === 'boolean') return 'switch'
  if (parameter.type === 'integer') return 'whole'
  if (parameter.type === 'number') return 'number'
  if (parameter.type === 'array') return 'many'
  return parameter.format === 'date' ? 'date' : 'text'
}

export function initialValues(task: Task): FormValues {
  return Object.fromEntries(
    Object.entries(task.parameters.properties).map(([name, parameter]) => [
      name,
      parameter.default ?? emptyOf(kindOf(task, name, parameter)),
    ]),
  )
}

const emptyOf = (kind: FieldKind): unknown => (kind === 'switch' ? false : kind === 'many' ? [] : '')

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Arguments to launch with: those that differ from what the task takes without them. */
export function argumentsOf(task: Task, values: FormValues): TaskArguments {
  const given = Object.entries(task.parameters.properties).flatMap(([name, parameter]) => {
    const value = values[name]
    if (isEmpty(value)) return []
    if (JSON.stringify(value) === JSON.stringify(parameter.default)) return []
    if (value === false && parameter.default === undefined) return []
    return [[name, value] as const]
  })
  return Object.fromEntries(given)
}
