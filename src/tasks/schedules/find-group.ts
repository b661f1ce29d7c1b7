/** Finds a group to run and validates that the caller can run each of its steps. */
import { type Message, joinSentences } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { shown } from '../../mail/addresses.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { TaskCaller } from '../definition.ts'
import { checkSteps, type CheckedStep, type StepChecker } from './check-steps.ts'
import { loadSchedules, type Schedule } from './schedule-record.ts'

export interface RunnableGroup {
  readonly schedule: Schedule
  readonly steps: readonly CheckedStep[]
}

/**
 * Throws `invalid_parameter` for a group that does not exist or belongs to another scenario, `group_not_permitted` if
 * the caller may not run one of its steps, and `group_refused` if one of them is invalid.
 */
export async function findGroup(checker: StepChecker, name: string): Promise<RunnableGroup> {
  const { schedule, groups } = await requireGroup(checker.caller, name)
  if (schedule.steps.length === 0) {
    throw new ServiceError('group_refused', {
      reason: { code: 'group_without_steps', params: { group: schedule.name } },
    })
  }
  const { checked, faults, forbidden } = await checkSteps(checker, schedule, groups)
  const [first, ...others] = faults
  if (first === undefined) return { schedule, steps: checked }
  const refusal = { code: 'group_not_started', params: { group: schedule.name } } as const
  const reason = joinSentences(refusal, first, ...others)
  throw new ServiceError(forbidden ? 'group_not_permitted' : 'group_refused', { reason })
}

/**
 * Returns the group of this scenario. Throws `invalid_parameter` for a group that does not exist or belongs to
 * another scenario.
 */
export async function requireGroup(
  caller: TaskCaller,
  name: string,
): Promise<{ readonly schedule: Schedule; readonly groups: ReadonlyMap<string, Schedule> }> {
  const { control, settings } = caller.service
  const groups = await loadSchedules(control, settings.TIME_ZONE)
  const schedule = groups.get(name)
  if (schedule === undefined) throw unknown(name, [...groups.values()], caller.scenario)
  if (schedule.scenario !== caller.scenario) throw elsewhere(schedule, caller)
  return { schedule, groups }
}

function unknown(name: string, groups: readonly Schedule[], scenario: string): ServiceError {
  const known = groups.filter((group) => group.scenario === scenario).map((group) => group.name)
  const remedy: Message =
    known.length === 0 ? { code: 'no_groups' } : { code: 'known_groups', params: { known: known.join(', ') } }
  return invalidParameter(
    'schedule',
    joinSentences({ code: 'group_missing', params: { group: shown(name) } }, remedy),
  )
}

/**
 * Returns the error for a group of another scenario; for users who may not open that scenario it is the error for an
 * unknown group.
 */
function elsewhere({ name, scenario }: Schedule, { principal, scenario: here }: TaskCaller): ServiceError {
  if (!principal.scenarios.has(scenario)) return unknown(name, [], here)
  return invalidParameter('schedule', { code: 'group_elsewhere', params: { group: name, scenario } })
}
