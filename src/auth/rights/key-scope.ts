/** What an API key may be used for: a limit to the rights of its user, in all scenarios and for all routes. */
import { ServiceError } from '../../errors/service-error.ts'
import type { KeyScope, Principal, ScenarioAccess } from '../principal.ts'

export interface KeyLimits {
  readonly scope: KeyScope
  /** Full names of the only entities that the key opens; undefined for all. */
  readonly entities: ReadonlySet<string> | undefined
  /** Names of the only scenarios; undefined for all. */
  readonly scenarios: ReadonlySet<string> | undefined
}

/** Rights on proposals, which take none on an entity. */
const proposalRights: Readonly<Record<string, readonly KeyScope[]>> = {
  'common.view_proposal': ['all', 'read', 'propose', 'write', 'tasks'],
  'common.add_proposal': ['all', 'propose', 'write'],
  'input.try_plan': ['all', 'read', 'propose', 'write', 'tasks'],
}

/** The rights of a user in each scenario, as far as a key opens them. */
export function limitedScenarios(
  scenarios: ReadonlyMap<string, ScenarioAccess>,
  limits: KeyLimits,
): ReadonlyMap<string, ScenarioAccess> {
  const open = [...scenarios].filter(([name]) => limits.scenarios?.has(name) !== false)
  if (limits.scope === 'all' && limits.entities === undefined) return new Map(open)
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
  // Tasks work on all data of a scenario.
  if (entities !== undefined) return false
  if (permission.startsWith('execute.run_')) return scope === 'all' || scope === 'tasks'
  return scope === 'all'
}

/** Whether records may be written with the credentials of the request, as far as these limit it. */
export const scopeWrites = (scope: KeyScope): boolean => scope === 'all' || scope === 'write'

/** Whether tasks may be launched and canceled. */
export const mayLaunch = ({ readOnly, scope = 'all' }: Pick<Principal, 'readOnly' | 'scope'>): boolean =>
  scope === 'tasks' || (scope === 'all' && !readOnly)

/** Whether proposals may be made. */
export const mayPropose = ({ readOnly, scope = 'all' }: Pick<Principal, 'readOnly' | 'scope'>): boolean =>
  scope === 'propose' || !readOnly

/** Requests that only ask, although their method is not a safe one. */
const asks = /^\/(?:api\/(?:plan\/(?:trial|promise|remedies)|orderdates\/\{app\}\/\{entity\})|mcp)\/$/

/** What becomes of a proposal before it is decided. */
const proposes =
  /^\/api\/(?:proposals\/(?:\{proposal\}\/(?:submit|withdraw|comment|resolve)\/)?|audit\/\{changeset\}\/undo\/|scenarios\/\{a\}\/merge\/\{b\}\/)$/

const launches = /^(?:\/:scenario)?\/execute\/api\//

/**
 * The one place that holds requests against the scope of a key. A route that is not known to only ask is closed for keys
 * that may not write, whatever it does. Throws `permission_denied`.
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
  throw new ServiceError('permission_denied')
}
