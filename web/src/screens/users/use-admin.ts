/** The scenario in which the current user administers users, and the rights there. */
import { mayIn, useMe } from '../../platform/api/me.ts'
import { useScenario } from '../../platform/use-scenario.ts'

export interface Admin {
  /** The current scenario, or the first one whose users the current user administers. */
  readonly scenario: string
  /** Returns whether the current user may add, change or delete users or groups in a scenario. */
  readonly may: (action: 'add' | 'change' | 'delete', what: 'user' | 'group', scenario?: string) => boolean
  /** Whether the current user may administer groups. */
  readonly seesGroups: boolean
  readonly superuserIn: (scenario: string) => boolean
  readonly labelOf: (scenario: string) => string
}

const rights = ['common.manage_users', 'common.view_user', 'auth.view_group'] as const

const groupRights = ['common.manage_users', 'auth.view_group'] as const

export function useAdmin(): Admin {
  const { scenarios } = useMe()
  const current = useScenario().name
  const access = (name: string) => scenarios.find((one) => one.name === name)
  const administers = (name: string): boolean => rights.some((right) => mayIn(access(name), right))
  const scenario = administers(current)
    ? current
    : (scenarios.find(({ name }) => administers(name))?.name ?? current)
  return {
    scenario,
    may: (action, what, where = scenario) =>
      mayIn(access(where), 'common.manage_users') ||
      mayIn(access(where), `${what === 'user' ? 'common' : 'auth'}.${action}_${what}`),
    seesGroups: groupRights.some((right) => mayIn(access(scenario), right)),
    superuserIn: (where) => access(where)?.superuser === true,
    labelOf: (where) => access(where)?.label ?? where,
  }
}
