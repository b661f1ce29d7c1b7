/** Paths of the public API. The production scenario has none in front of its own. */

/** Scenario that needs no prefix. */
export const productionScenario = 'default'

/** `/api/…` and `/execute/…` of a scenario. */
export function scenarioPath(scenario: string, path: string): string {
  return scenario === productionScenario ? path : `/${encodeURIComponent(scenario)}${path}`
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** A path with a query string; what is undefined is left out. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

/** List of an entity such as `input.demand`, or one record of it when a key is given. */
export function entityPath(scenario: string, entity: string, key?: string): string {
  const path = scenarioPath(scenario, `/api/${entity.replace('.', '/')}/`)
  return key === undefined ? path : `${path}${encodeURIComponent(key)}/`
}
