/** Defines the authenticated user or program of a request, and its permissions in each scenario. */

/** Permissions of a user in one scenario. Users without an active membership of a scenario have no entry. */
export interface ScenarioAccess {
  readonly superuser: boolean
  /** Permissions granted directly and through groups, such as `input.view_demand`. */
  readonly permissions: ReadonlySet<string>
  /** Returns whether an API key allows a permission; undefined if all are allowed. */
  readonly allows?: (permission: string) => boolean
}

/**
 * Limit of an API key to the permissions of its user: `read`; `propose`, which includes reading and making proposals;
 * `write` records; `tasks`, which includes reading and launching tasks; or `all`.
 */
export const keyScopes = ['all', 'read', 'propose', 'write', 'tasks'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Full names of the only entities, and the only scenarios, that an API key opens; undefined for all. */
export interface KeyReach {
  readonly entities: ReadonlySet<string> | undefined
  readonly scenarios: ReadonlySet<string> | undefined
}

export interface Principal {
  /** 0 for the operator at the command line. */
  readonly userId: number
  readonly username: string
  /** Language of messages and labels, as in `common.user`; never `auto`. */
  readonly language: string
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  /** Permissions in scenarios that the user may open again soon: the replacement of their data is not complete. */
  readonly busyScenarios?: ReadonlyMap<string, ScenarioAccess>
  readonly via: 'basic' | 'apikey' | 'jwt' | 'session' | 'operator'
  /** Whether the API key cannot write records, whatever its user may do. */
  readonly readOnly: boolean
  /** Scope of an API key; undefined for all other credentials. */
  readonly scope?: KeyScope
  /** Entities and scenarios to which an API key is limited; undefined for all other credentials. */
  readonly limits?: KeyReach
  /**
   * Set if the session was opened with only a password although the settings require a second factor: it can only be
   * used to set up a second factor.
   */
  readonly factorMissing?: true
  /** API key of the request, with the name that its user has chosen. */
  readonly key?: { readonly id: number; readonly name: string }
}

/** An object with permissions per scenario. */
export type HasAccess = Pick<Principal, 'scenarios'>

/** Returns whether the principal may open the scenario at all. */
export function mayOpen(principal: HasAccess, scenario: string): boolean {
  return principal.scenarios.has(scenario)
}

export function isSuperuser(principal: HasAccess, scenario: string): boolean {
  const access = principal.scenarios.get(scenario)
  return access?.superuser === true && access.allows === undefined
}

/** Returns whether the principal has a permission in a scenario. Superusers have all. */
export function holds(principal: HasAccess, scenario: string, permission: string): boolean {
  const access = principal.scenarios.get(scenario)
  if (access === undefined || access.allows?.(permission) === false) return false
  return access.superuser || access.permissions.has(permission)
}
