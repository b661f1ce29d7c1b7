/** In which scenario the reader administers users, and what the reader may do there. */
import { mayIn, useMe } from '../../api/me.ts'
import { useScenario } from '../../app/use-scenario.ts'

export interface Admin {
  /** The current scenario, or else the first one whose users the reader administers. */
  readonly scenario: string
  /** Whether the reader may add, change or delete users or groups in a scenario. */
  readonly may: (action: 'add' | 'change' | 'delete', what: 'user' | 'group', scenario?: string) => boolean
  /** Groups are seen by those who administer something of them. */
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
