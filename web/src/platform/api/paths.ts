/** Builds paths of the public API. Paths of the production scenario have no scenario prefix. */

import { productionScenario } from '../../../../src/model/production.ts'

/** Returns the path `/api/…` or `/execute/…` in a scenario. */
export function scenarioPath(scenario: string, path: string): string {
  return scenario === productionScenario ? path : `/${encodeURIComponent(scenario)}${path}`
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Returns a path with a query string; omits undefined values. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

/** Returns the path of the list of an entity such as `input.demand`, or of one record if a key is given. */
export function entityPath(scenario: string, entity: string, key?: string): string {
  const path = scenarioPath(scenario, `/api/${entity.replace('.', '/')}/`)
  return key === undefined ? path : `${path}${encodeURIComponent(key)}/`
}
