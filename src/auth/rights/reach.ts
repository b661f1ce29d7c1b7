/**
 * Decides who may change the permissions of whom. Users cannot grant a permission that they lack, and cannot take
 * over an account with more permissions than theirs in any scenario, because names, passwords and groups are shared
 * by all scenarios.
 */
import type { Account } from '../accounts.ts'
import { type HasAccess, holds, isSuperuser, type Principal, type ScenarioAccess } from '../principal.ts'
import { manageUsers } from './permissions.ts'

/** Permissions of the user who makes a change. */
export interface Standing {
  readonly userId: number
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  /** Permissions in scenarios whose data is being replaced. They count only for the reach of a user. */
  readonly busyScenarios: ReadonlyMap<string, ScenarioAccess>
  /** The command line, fixtures and the service itself have all permissions. */
  readonly unlimited: boolean
}

export const unlimitedStanding: Standing = {
  userId: 0,
  scenarios: new Map(),
  busyScenarios: new Map(),
  unlimited: true,
}

export function standingOf({
  userId,
  scenarios,
  busyScenarios = new Map(),
}: Pick<Principal, 'userId' | 'scenarios' | 'busyScenarios'>): Standing {
  return { userId, scenarios, busyScenarios, unlimited: false }
}

export function standsAsSuperuser(standing: Standing, scenario: string): boolean {
  return standing.unlimited || isSuperuser(standing, scenario)
}

export function standingHolds(standing: Standing, scenario: string, permission: string): boolean {
  return standing.unlimited || holds(standing, scenario, permission)
}

type Permitted = Pick<Account, 'scenarios' | 'busyScenarios'>

const everywhere = ({ scenarios, busyScenarios }: Permitted): HasAccess => ({
  scenarios: new Map([...scenarios, ...busyScenarios]),
})

/** Returns whether a user has all permissions of another user, in all scenarios: also in those being replaced. */
export function reaches(standing: Standing, target: Permitted): boolean {
  if (standing.unlimited) return true
  const own = everywhere(standing)
  return [...everywhere(target).scenarios].every(([scenario, { superuser, permissions }]) => {
    if (isSuperuser(own, scenario)) return true
    return !superuser && [...permissions].every((permission) => holds(own, scenario, permission))
  })
}

/** Returns whether a user may reset the access of users within reach, if acting in this scenario. */
export const resetsAccess = (user: HasAccess, scenario: string): boolean =>
  [manageUsers, 'common.change_user'].some((permission) => holds(user, scenario, permission))

/** Returns whether a user may reset the access of another user, in whatever scenario. */
export function mayResetAccess(user: Pick<Account, 'userId'> & Permitted, target: Permitted): boolean {
  const own = everywhere(user)
  return (
    [...own.scenarios.keys()].some((scenario) => resetsAccess(own, scenario)) &&
    reaches(standingOf(user), target)
  )
}
