/** Limits the permissions of an API key, in all scenarios and for all routes. */
import { ServiceError } from '../../errors/service-error.ts'
import type { KeyReach, KeyScope, Principal, ScenarioAccess } from '../principal.ts'

export interface KeyLimits extends KeyReach {
  readonly scope: KeyScope
}

/** Permissions on proposals, which do not require permissions on an entity. */
const proposalRights: Readonly<Record<string, readonly KeyScope[]>> = {
  'common.view_proposal': ['all', 'read', 'propose', 'write', 'tasks'],
  'common.add_proposal': ['all', 'propose', 'write'],
  'input.try_plan': ['all', 'read', 'propose', 'write', 'tasks'],
}

/** Returns the permissions of a user in each scenario, limited to those that a key allows. */
export function limitedScenarios(
  scenarios: ReadonlyMap<string, ScenarioAccess>,
  limits: KeyLimits,
): ReadonlyMap<string, ScenarioAccess> {
  const open = [...scenarios].filter(([name]) => limits.scenarios?.has(name) !== false)
  const isLimited = limits.scope !== 'all' || limits.entities !== undefined || limits.scenarios !== undefined
  if (!isLimited) return new Map(open)
  const allows = (permission: string): boolean => allowsRight(limits, permission)
  return new Map(
    open.map(([name, { superuser, permissions }]) => [
      name,
      { superuser, permissions: new Set([...permissions].filter(allows)), allows },
    ]),
  )
}

function allowsRight({ scope, entities }: KeyLimits, permission: string): boolean {
  const proposals = proposalRights[permission]
  if (proposals !== undefined) return proposals.includes(scope)
  const [, app, action, model] = /^(\w+)\.(view|add|change|delete)_(\w+)$/.exec(permission) ?? []
  if (action !== undefined) {
    if (entities !== undefined && !entities.has(`${app}.${model}`)) return false
    return action === 'view' || scope === 'all' || scope === 'write'
  }
  // Tasks process all data of a scenario.
  if (entities !== undefined) return false
  if (permission.startsWith('execute.run_')) return scope === 'all' || scope === 'tasks'
  return scope === 'all'
}

/**
 * Returns the only scenarios whose tasks the principal may view or cancel because its user launched them; undefined
 * for all. Tasks process all data of a scenario, so a key that opens only some entities may view none.
 */
export function ownTaskScenarios({ limits }: Pick<Principal, 'limits'>): readonly string[] | undefined {
  if (limits?.entities?.has('execute.task') === false) return []
  return limits?.scenarios === undefined ? undefined : [...limits.scenarios]
}

/** Returns whether the scope allows to write records. */
export const scopeWrites = (scope: KeyScope): boolean => scope === 'all' || scope === 'write'

/** Returns whether tasks may be launched and canceled. */
export const mayLaunch = ({ readOnly, scope = 'all' }: Pick<Principal, 'readOnly' | 'scope'>): boolean =>
  scope === 'tasks' || (scope === 'all' && !readOnly)

/** Returns whether proposals may be made. */
export const mayPropose = ({ readOnly, scope = 'all' }: Pick<Principal, 'readOnly' | 'scope'>): boolean =>
  scope === 'propose' || !readOnly

/** Routes that only read, although their method is not a safe one. */
const asks = /^\/(?:api\/(?:plan\/(?:trial|promise|remedies)|orderdates\/\{app\}\/\{entity\})|mcp)\/$/

/** Routes that change a proposal before it is decided. */
const proposes =
  /^\/api\/(?:proposals\/(?:\{proposal\}\/(?:submit|withdraw|comment|resolve)\/)?|audit\/(?:\{changeset\}\/)?undo\/|scenarios\/\{a\}\/merge\/\{b\}\/)$/

/** Routes that launch or cancel tasks, or run one within the request. */
const launches = /^(?:\/:scenario)?\/execute\/(?:api|importworkbook|exportworkbook)\//

/**
 * Checks a request against the scope of a key; the only place that does. Routes that are not known to be read-only
 * are rejected for keys without write permission. Throws `key_scope_excludes`.
 * @param route template of the path
 */
export function requireKeyScope(
  { readOnly, scope = 'all' }: Pick<Principal, 'readOnly' | 'scope'>,
  method: string,
  route: string,
): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || (scope === 'all' && !readOnly)) return
  const path = route.endsWith('/') ? route : `${route}/`
  if (asks.test(path)) return
  const isLaunch = launches.test(path)
  if (scope === 'propose' && proposes.test(path)) return
  if (scope === 'write' && !isLaunch) return
  if (scope === 'tasks' && isLaunch) return
  throw scopeExcludes(scope === 'all' ? 'read' : scope)
}

const scopeExcludes = (scope: KeyScope): ServiceError => new ServiceError('key_scope_excludes', { scope })

/** Returns the error of a principal without a permission; it names the scope of a key that excludes the permission. */
export const withoutPermission = ({ scope }: Pick<Principal, 'scope'>, permission: string): ServiceError =>
  scope === undefined || allowsRight({ scope, entities: undefined, scenarios: undefined }, permission)
    ? new ServiceError('permission_denied')
    : scopeExcludes(scope)
