/** Provides the scenario of the current screen, with the permissions of the user in it. */
import type { QueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { nameHere } from './api/base-path.ts'
import { homeScenario, mayIn, type Me, meQuery, type ScenarioAccess, useMe } from './api/me.ts'
import { scenarioPath } from './api/paths.ts'
import { productionScenario } from '../../../src/model/production.ts'

export interface CurrentScenario {
  readonly name: string
  readonly label: string
  /** Whether it is the production scenario; all others are what-if scenarios. */
  readonly production: boolean
  readonly superuser: boolean
  /** False if the user may not open the scenario, or if it is not in use. */
  readonly open: boolean
  /** Returns whether the user has a permission in the scenario, such as `input.change_demand`. */
  readonly may: (permission: string) => boolean
  /** Returns a path of the API in this scenario: `path('/api/input/demand/')`. */
  readonly path: (path: string) => string
}

const remembered = nameHere('scenario')

/**
 * Returns whether data of a scenario can be requested before its screen renders: whether the user may open it. While the
 * user is not known yet, the last scenario of this browser tab is expected to be open, and production at first.
 */
export async function expectOpen(client: QueryClient, scenario: string): Promise<boolean> {
  const known = client.getQueryData(meQuery.queryKey)
  if (known === undefined && scenario === (sessionStorage.getItem(remembered) ?? productionScenario))
    return true
  const { scenarios } = known ?? (await client.ensureQueryData(meQuery))
  return scenarios.some(({ name }) => name === scenario)
}

/**
 * Returns the scenario in the URL: in its path, or as a parameter of a page outside scenarios, such as the audit trail.
 * Without one, it is the last scenario of this browser tab.
 */
export function useScenario(): CurrentScenario {
  const me = useMe()
  const { scenario: given } = useParams({ strict: false })
  const chosen = useSearch({
    strict: false,
    select: ({ scenario }) => (typeof scenario === 'string' ? scenario : undefined),
  })
  const name = given ?? chosen ?? lastScenario(me)
  return useMemo(() => scenarioOf(me, name), [me, name])
}

export function rememberScenario(name: string): void {
  sessionStorage.setItem(remembered, name)
}

function lastScenario(me: Me): string {
  const last = sessionStorage.getItem(remembered)
  return me.scenarios.find(({ name }) => name === last)?.name ?? homeScenario(me) ?? productionScenario
}

function scenarioOf(me: Me, name: string): CurrentScenario {
  const access: ScenarioAccess | undefined = me.scenarios.find((one) => one.name === name)
  return {
    name,
    label: access?.label ?? name,
    production: name === productionScenario,
    superuser: access?.superuser ?? false,
    open: access !== undefined,
    may: (permission) => mayIn(access, permission),
    path: (path) => scenarioPath(name, path),
  }
}
