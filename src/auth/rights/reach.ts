/**
 * Decides who may change the permissions of whom. Users cannot grant a permission that they lack, and cannot take
 * over an account with more permissions than theirs in any scenario, because names, passwords and groups are shared
 * by all scenarios.
 */
import type { Account } from '../accounts.ts'
import { holds, isSuperuser, type ScenarioAccess } from '../principal.ts'

/** Permissions of the user who makes a change. */
export interface Standing {
  readonly userId: number
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  /** The command line, fixtures and the service itself have all permissions. */
  readonly unlimited: boolean
}

export const unlimitedStanding: Standing = { userId: 0, scenarios: new Map(), unlimited: true }

export function standingOf(account: Pick<Account, 'userId' | 'scenarios'>): Standing {
  return { userId: account.userId, scenarios: account.scenarios, unlimited: false }
}

export function standsAsSuperuser(standing: Standing, scenario: string): boolean {
  return standing.unlimited || isSuperuser(standing, scenario)
}

export function standingHolds(standing: Standing, scenario: string, permission: string): boolean {
  return standing.unlimited || holds(standing, scenario, permission)
}

/** Returns whether a user has all permissions of another user, in all scenarios. */
export function reaches(standing: Standing, target: ReadonlyMap<string, ScenarioAccess>): boolean {
  if (standing.unlimited) return true
  return [...target].every(([scenario, { superuser, permissions }]) => {
    if (isSuperuser(standing, scenario)) return true
    return !superuser && [...permissions].every((permission) => holds(standing, scenario, permission))
  })
}
