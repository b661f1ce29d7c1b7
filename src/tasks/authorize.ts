/** Checks who may run a task: at launch, and again when it starts, because rights may change in between. */
import { holds, isSuperuser, mayOpen, type Principal } from '../auth/principal.ts'
import { mayLaunch } from '../auth/rights/key-scope.ts'
import { requireScenario } from '../auth/rights/policies.ts'
import { ServiceError } from '../errors/service-error.ts'
import { listScenarios } from '../scenarios/registry.ts'
import type { Service } from '../service/service.ts'
import type { Arguments } from './arguments.ts'
import type { TaskCaller, TaskDefinition } from './definition.ts'

type Rule = (caller: TaskCaller) => boolean | Promise<boolean>

const isOperator: Rule = ({ principal }) => principal.via === 'operator'

/** Rules for rights that are not granted by name. */
const special: Readonly<Record<string, Rule>> = {
  operator: isOperator,
  superuser: ({ principal, scenario }) => isSuperuser(principal, scenario),
  everywhere: async ({ service, principal }) => isSuperuserEverywhere(service, principal),
}

async function isSuperuserEverywhere({ control }: Service, principal: Principal): Promise<boolean> {
  const scenarios = await listScenarios(control)
  // Free scenarios have no data, hence no rights. A scenario in the state Busy counts like any other.
  const open = scenarios.filter(({ status, hasSchema }) => status !== 'Free' && hasSchema)
  return open.length > 0 && open.every(({ name }) => isSuperuser(principal, name))
}

/**
 * Returns whether the caller may name files of the server by path. Only the operator at the command line may, and not
 * in a step of a group, because another user may have saved the step. Over the network, paths would give access to
 * every file.
 */
export const mayUsePaths = ({ principal, step }: Pick<TaskCaller, 'principal' | 'step'>): boolean =>
  principal.via === 'operator' && step !== true

/**
 * Returns whether the caller has the right to run the task; callers without the right do not learn that the task
 * exists.
 */
export async function mayRun(definition: TaskDefinition, caller: TaskCaller): Promise<boolean> {
  const { principal, scenario } = caller
  if (isOperator(caller)) return definition.right !== 'operator' || caller.step !== true
  if (!mayLaunch(principal) || !mayOpen(principal, scenario)) return false
  if (definition.permits?.(caller) === false) return false
  const rule = special[definition.right]
  if (rule !== undefined) return rule(caller)
  return [definition.right, ...(definition.otherRights ?? [])].some((right) =>
    holds(principal, scenario, right),
  )
}

function refusalOf(definition: TaskDefinition, caller: TaskCaller): ServiceError {
  const { permittedBy } = definition
  const { principal, scenario } = caller
  const isConcerned = isSuperuser(principal, scenario) || definition.permits?.(caller) === true
  return permittedBy !== undefined && mayLaunch(principal) && isConcerned
    ? new ServiceError('task_not_listed', { setting: permittedBy })
    : new ServiceError('permission_denied')
}

/**
 * Throws `permission_denied`, or `task_not_listed` to a superuser whom a setting would have to list and to a listed
 * user who is not a superuser, and `unknown_scenario` or `scenario_busy` for a scenario that the principal may not open.
 */
export async function authorizeTask(
  definition: TaskDefinition,
  caller: TaskCaller,
  args: Arguments,
): Promise<void> {
  if (!isOperator(caller)) requireScenario(caller.principal, caller.scenario)
  if (!(await mayRun(definition, caller))) throw refusalOf(definition, caller)
  await definition.authorize?.(caller, args)
}
