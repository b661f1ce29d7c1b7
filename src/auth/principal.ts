/** Who is asking, and what that person or program may do in each scenario. */

/** A user's standing in one scenario. Users without an active membership of a scenario have no entry. */
export interface ScenarioAccess {
  readonly superuser: boolean
  /** Rights granted directly and through groups, such as `input.view_demand`. */
  readonly permissions: ReadonlySet<string>
  /** What an API key opens of them; undefined for all. */
  readonly allows?: (permission: string) => boolean
}

/**
 * What an API key may do of what its user may: `read`; `propose`, which is to read and to make proposals; `write` records;
 * `tasks`, which is to read and to launch tasks; or `all`.
 */
export const keyScopes = ['all', 'read', 'propose', 'write', 'tasks'] as const
export type KeyScope = (typeof keyScopes)[number]

export interface Principal {
  /** 0 for the operator at the command line. */
  readonly userId: number
  readonly username: string
  /** Language of messages and labels, as in `common.user`; never `auto`. */
  readonly language: string
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  readonly via: 'basic' | 'apikey' | 'jwt' | 'session' | 'operator'
  /** An API key of this kind may not write records whatever its user may. */
  readonly readOnly: boolean
  /** Of an API key; undefined for all other credentials. */
  readonly scope?: KeyScope
  /** The session was opened with a password alone, and the settings ask for more: it can only set a second factor up. */
  readonly factorMissing?: true
  /** The API key by which the principal asks, as its user has named it. */
  readonly key?: { readonly id: number; readonly name: string }
}

/** Whatever has rights per scenario. */
export type HasAccess = Pick<Principal, 'scenarios'>

/** Whether the principal may open the scenario at all. */
export function mayOpen(principal: HasAccess, scenario: string): boolean {
  return principal.scenarios.has(scenario)
}

export function isSuperuser(principal: HasAccess, scenario: string): boolean {
  const access = principal.scenarios.get(scenario)
  return access?.superuser === true && access.allows === undefined
}

/** Whether the principal holds a right in a scenario. Superusers hold all. */
export function holds(principal: HasAccess, scenario: string, permission: string): boolean {
  const access = principal.scenarios.get(scenario)
  if (access === undefined || access.allows?.(permission) === false) return false
  return access.superuser || access.permissions.has(permission)
}
