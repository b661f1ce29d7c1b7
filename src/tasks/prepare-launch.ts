/** Checks of every launch, by whatever channel: rights, arguments, and whether the scenario can be worked on. */
import type { Principal } from '../auth/principal.ts'
import type { Channel } from '../data/context.ts'
import { ServiceError } from '../errors/service-error.ts'
import { listScenarios, requireScenario } from '../scenarios/registry.ts'
import type { Service } from '../service/service.ts'
import { type Arguments, checkedArguments, parseArguments, parseOpenArguments } from './arguments.ts'
import { authorizeTask } from './authorize.ts'
import type { TaskDefinition } from './definition.ts'
import type { Launch } from './queue/launch.ts'
import { hasUnfinishedTasks } from './queue/task-record.ts'
import { type Launcher, taskPrincipal } from './runner/principal.ts'

export interface WantedTask extends Launcher {
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  /** Arguments as given; texts are converted by the schema. */
  readonly args: Arguments
  readonly channel: Channel
  /** The caller, if already known: with an API key it may have fewer rights than the user. */
  readonly principal?: Principal
}

/**
 * Channels that get the error `scenario_busy` while the scenario is busy. Commands and schedules wait in the queue
 * instead.
 */
const channelsThatDoNotWait: ReadonlySet<Channel> = new Set(['api', 'ui'])

/** Value of the header `Retry-After` for a busy scenario, in seconds. */
const retryAfter = '5'

/**
 * Checks a launch and completes it. Throws `unknown_scenario`, `permission_denied`, `unknown_parameter`,
 * `invalid_parameter`, `scenario_busy`, and the errors of the task's `check`.
 */
export async function prepareLaunch(service: Service, wanted: WantedTask): Promise<Launch> {
  const { definition, scenario, name, userId, operator, channel } = wanted
  const principal = wanted.principal ?? (await taskPrincipal(service, wanted))
  const caller = { service, principal, scenario }
  // Checks the right before parsing the arguments, so that a caller without it learns nothing about the task.
  await authorizeTask({ ...definition, authorize: () => undefined }, caller, {})
  const given = parseArguments(definition, wanted.args)
  await authorizeTask(definition, caller, given)
  const args = checkedArguments(definition, (await definition.settle?.(caller, given)) ?? given)
  const { status, hasSchema } = await requireScenario(service.control, scenario)
  if (status === 'Busy' && channelsThatDoNotWait.has(channel)) {
    throw new ServiceError('scenario_busy', { scenario }, { headers: { 'Retry-After': retryAfter } })
  }
  if (!hasSchema && definition.onFree !== true) throw new ServiceError('unknown_scenario')
  const held = (await definition.scenarios?.(args.all, scenario, caller)) ?? [scenario]
  const all = held.includes('*') ? await listScenarios(service.control) : []
  const scenarios = [...new Set([...held.filter((one) => one !== '*'), ...all.map((one) => one.name)])]
  // Skips the check while tasks are unfinished, because they may create what is missing now.
  if (definition.check !== undefined && !(await hasUnfinishedTasks(service.control, scenarios))) {
    await definition.check(caller, args.all)
  }
  return { name, scenario, scenarios, args, userId, operator, channel }
}

/**
 * Checks everything that does not depend on secret arguments before the user is prompted for them. Throws as
 * `prepareLaunch`.
 */
export async function checkBeforeSecrets(
  service: Service,
  wanted: Pick<WantedTask, 'definition' | 'scenario' | 'args' | 'userId' | 'operator'>,
): Promise<void> {
  const { definition, scenario, args } = wanted
  const caller = { service, principal: await taskPrincipal(service, wanted), scenario }
  await authorizeTask({ ...definition, authorize: () => undefined }, caller, {})
  await definition.authorize?.(caller, parseOpenArguments(definition, args))
}
