/** Who is asking, and what that person or program may do in each scenario. */

/** A user's standing in one scenario. Users without an active membership of a scenario have no entry. */
export interface ScenarioAccess {
  readonly superuser: boolean
  /** Rights granted directly and through groups, such as `input.view_demand`. */
  readonly permissions: ReadonlySet<string>
}

export interface Principal {
  /** 0 for the operator at the command line. */
  readonly userId: number
  readonly username: string
  /** Language of messages and labels, as in `common.user`; never `auto`. */
  readonly language: string
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  readonly via: 'basic' | 'apikey' | 'jwt' | 'session' | 'operator'
  /** A read-only API key may not write whatever its user may. */
  readonly readOnly: boolean
}

/** Whatever has rights per scenario. */
export type HasAccess = Pick<Principal, 'scenarios'>

/** Whether the principal may open the scenario at all. */
export function mayOpen(principal: HasAccess, scenario: string): boolean {
  return principal.scenarios.has(scenario)
}

export function isSuperuser(principal: HasAccess, scenario: string): boolean {
  return principal.scenarios.get(scenario)?.superuser ?? false
}

/** Whether the principal holds a right in a scenario. Superusers hold all. */
export function holds(principal: HasAccess, scenario: string, permission: string): boolean {
  const access = principal.scenarios.get(scenario)
  return access !== undefined && (access.superuser || access.permissions.has(permission))
}
