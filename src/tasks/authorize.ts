/** Who may run a task: asked when it is launched, and again when it begins, since rights may change meanwhile. */
import { holds, isSuperuser, mayOpen, type Principal } from '../auth/principal.ts'
import { mayLaunch } from '../auth/rights/key-scope.ts'
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

async function isSuperuserEverywhere({ database }: Service, principal: Principal): Promise<boolean> {
  const scenarios = await listScenarios(database)
  // Nobody has rights where there is no data. One that is Busy is as much as any other.
  const open = scenarios.filter(({ status, hasSchema }) => status !== 'Free' && hasSchema)
  return open.length > 0 && open.every(({ name }) => isSuperuser(principal, name))
}

/**
 * Whether files of the machine may be named by their paths: by the person at the command line alone, and not in a
 * step, which somebody else may have saved. Over the network they would reach any file.
 */
export const mayUsePaths = ({ principal, step }: Pick<TaskCaller, 'principal' | 'step'>): boolean =>
  principal.via === 'operator' && step !== true

/** Whether somebody without the right in question may be told that the task exists. */
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

/** Throws `permission_denied`, and `unknown_scenario` for a scenario that the principal may not open. */
export async function authorizeTask(
  definition: TaskDefinition,
  caller: TaskCaller,
  args: Arguments,
): Promise<void> {
  if (!isOperator(caller) && !mayOpen(caller.principal, caller.scenario)) {
    throw new ServiceError('unknown_scenario')
  }
  if (!(await mayRun(definition, caller))) throw new ServiceError('permission_denied')
  await definition.authorize?.(caller, args)
}
