/**
 * Validates the steps of a group before any of them runs, when the group is saved and again when it starts: the task
 * exists, the user may run it, its arguments are valid, and the group does not contain itself.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Message } from '../../errors/messages.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import { type Arguments, parseArguments } from '../arguments.ts'
import { mayRun } from '../authorize.ts'
import type { FindDefinition, TaskCaller, TaskDefinition } from '../definition.ts'
import type { Group } from './schedule-record.ts'
import { groupTask, type Step } from './steps.ts'

/** A valid step. */
export interface CheckedStep {
  readonly number: number
  readonly step: Step
  readonly definition: TaskDefinition
  /** Complete arguments of the right types. */
  readonly args: Arguments
  /** Scenarios on which the step works; `*` = all. */
  readonly scenarios: readonly string[]
}

export interface CheckedSteps {
  readonly checked: readonly CheckedStep[]
  readonly faults: readonly Message[]
  /** Whether one of the faults is a missing right. */
  readonly forbidden: boolean
}

/** The caller who runs the steps, and the lookup of task definitions. */
export interface StepChecker {
  readonly caller: TaskCaller
  readonly find: FindDefinition
}

/**
 * Validates the steps of a group.
 * @param groups all existing groups, for steps that are groups
 */
export async function checkSteps(
  { caller, find }: StepChecker,
  group: Pick<Group, 'name' | 'steps' | 'scenario'>,
  groups: ReadonlyMap<string, Pick<Group, 'name' | 'steps' | 'scenario'>>,
  path: readonly string[] = [],
  sound: SoundGroups = new Map(),
): Promise<CheckedSteps> {
  const checked: CheckedStep[] = []
  const faults: Message[] = []
  const within = { caller, find, groups, path: [...path, group.name], sound }
  for (const [index, step] of group.steps.entries()) {
    // Validating a step takes milliseconds of processor time, so the event loop handles other requests in between.
    await turn()
    const result = await checkStep(within, step, index + 1)
    if ('code' in result) faults.push(result)
    else checked.push(result)
  }
  return { checked, faults, forbidden: faults.some(lacksRight) }
}

const lacksRight = ({ code, params }: Message): boolean =>
  code === 'step_not_allowed' ||
  code === 'step_not_listed' ||
  Object.values(params ?? {}).some((param) => typeof param === 'object' && lacksRight(param))

interface Within extends StepChecker {
  readonly groups: ReadonlyMap<string, Pick<Group, 'name' | 'steps' | 'scenario'>>
  /** Names of the enclosing groups. */
  readonly path: readonly string[]
  readonly sound: SoundGroups
}

/**
 * Validated steps of groups without faults, by name, so that a group that is a step several times is validated once.
 */
type SoundGroups = Map<string, readonly CheckedStep[]>

async function checkStep(within: Within, step: Step, number: number): Promise<CheckedStep | Message> {
  const { find } = within
  const caller = { ...within.caller, step: true }
  const { task } = step
  const definition = await find(caller.service.settings, task)
  if (definition === undefined) return { code: 'step_unknown_task', params: { step: number, value: task } }
  const forbidden: Message =
    definition.permittedBy === undefined
      ? { code: 'step_not_allowed', params: { step: number, task } }
      : { code: 'step_not_listed', params: { step: number, task, setting: definition.permittedBy } }
  if (!(await mayRun(definition, caller))) return forbidden
  const secret = definition.secrets.find(
    (name) => Object.hasOwn(step.arguments, name) || (definition.parameters.required ?? []).includes(name),
  )
  if (secret !== undefined) return { code: 'step_secret', params: { step: number, task, argument: secret } }
  try {
    const args = parseArguments(definition, step.arguments)
    if (task === groupTask) return await checkInner(within, { number, step, definition, args, scenarios: [] })
    await definition.authorize?.(caller, args)
    const scenarios = await definition.scenarios?.(args, caller.scenario, caller)
    return { number, step, definition, args, scenarios: scenarios ?? [caller.scenario] }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'permission_denied') return forbidden
    const message = messageOf(error)
    return { code: 'step_argument', params: { step: number, task, message } }
  }
}

/** Validates a step that is itself a group, including all steps of that group. */
async function checkInner(
  { caller, find, groups, path, sound }: Within,
  { number, args, ...rest }: CheckedStep,
): Promise<CheckedStep | Message> {
  const value = String(args['schedule'])
  const inner = groups.get(value)
  if (path.includes(value)) {
    return { code: 'step_cycle', params: { step: number, value, path: [...path, value].join(' → ') } }
  }
  if (inner === undefined) return { code: 'step_unknown_group', params: { step: number, value } }
  if (inner.scenario !== caller.scenario) {
    const params = { step: number, value, other: inner.scenario, scenario: caller.scenario }
    return { code: 'step_other_scenario', params }
  }
  const known = sound.get(value)
  if (known !== undefined) return { ...rest, number, args, scenarios: heldBy(known, caller.scenario) }
  const { checked, faults } = await checkSteps({ caller, find }, inner, groups, path, sound)
  const [fault] = faults
  if (fault !== undefined) {
    return { code: 'step_argument', params: { step: number, task: value, message: fault } }
  }
  sound.set(value, checked)
  return { ...rest, number, args, scenarios: heldBy(checked, caller.scenario) }
}

/** Returns the scenarios that a group holds: those of all its steps, and its own. */
export const heldBy = (checked: readonly CheckedStep[], scenario: string): readonly string[] => [
  ...new Set([scenario, ...checked.flatMap(({ scenarios }) => scenarios)]),
]
