/** What every launch passes, whoever wants it: rights, arguments, and whether the scenario can be worked on. */
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
import { type Launcher, taskPrincipal } from './run/principal.ts'

export interface WantedTask extends Launcher {
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  /** As given: texts are converted by the schema. */
  readonly args: Arguments
  readonly channel: Channel
  /** Who asks, when that is known already: with an API key it may be less than the user may do. */
  readonly principal?: Principal
}

/** Who is told to come again while the scenario is busy. Commands and schedules wait for it in the queue. */
const channelsThatDoNotWait: ReadonlySet<Channel> = new Set(['api', 'ui'])

/** Seconds after which a client may ask again for a scenario that is busy. */
const retryAfter = '5'

/**
 * Checks a launch and completes it. Throws `unknown_scenario`, `permission_denied`, `unknown_parameter`,
 * `invalid_parameter`, `scenario_busy`, and what the check of the task throws.
 */
export async function prepareLaunch(service: Service, wanted: WantedTask): Promise<Launch> {
  const { definition, scenario, name, userId, operator, channel } = wanted
  const principal = wanted.principal ?? (await taskPrincipal(service, wanted))
  const caller = { service, principal, scenario }
  // Before the arguments are looked at: whoever may not run it learns nothing of it.
  await authorizeTask({ ...definition, authorize: () => undefined }, caller, {})
  const given = parseArguments(definition, wanted.args)
  await authorizeTask(definition, caller, given)
  const args = checkedArguments(definition, (await definition.settle?.(caller, given)) ?? given)
  const { status, hasSchema } = await requireScenario(service.database, scenario)
  if (status === 'Busy' && channelsThatDoNotWait.has(channel)) {
    throw new ServiceError('scenario_busy', { scenario }, { headers: { 'Retry-After': retryAfter } })
  }
  if (!hasSchema && definition.onFree !== true) throw new ServiceError('unknown_scenario')
  const held = (await definition.scenarios?.(args.all, scenario, caller)) ?? [scenario]
  const all = held.includes('*') ? await listScenarios(service.database) : []
  const scenarios = [...new Set([...held.filter((one) => one !== '*'), ...all.map((one) => one.name)])]
  // A task that comes first may be about to make what is missing now.
  if (definition.check !== undefined && !(await hasUnfinishedTasks(service.database, scenarios))) {
    await definition.check(caller, args.all)
  }
  return { name, scenario, scenarios, args, userId, operator, channel }
}

/**
 * Refuses what is refused whatever the secrets are, so that nobody is asked for them in vain. Throws as
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
