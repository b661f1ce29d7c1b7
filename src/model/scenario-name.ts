/** The rules for names of scenarios, which stand in URLs and name schemas of the database. */

/** Length of the longest suffix of the schemas besides a live one: `__drop_` and a time. */
const longestSuffix = '__drop_'.length + 14
/** Maximum length of a name of a scenario. PostgreSQL truncates names to 63 bytes, which must include the longest suffix. */
const longestName = 63 - longestSuffix

/** Names that have a meaning in URLs or in the database. */
const reserved: ReadonlySet<string> = new Set([
  'api',
  'app',
  'assets',
  'control',
  'docs',
  'events',
  'execute',
  'information_schema',
  'livez',
  'login',
  'logout',
  'metrics',
  'public',
  'readyz',
  'static',
])

/** A message that says why a name cannot be used. */
export interface ScenarioNameFault {
  readonly code:
    | 'scenario_name_letters'
    | 'scenario_name_underscores'
    | 'scenario_name_length'
    | 'scenario_name_reserved'
  readonly params: { readonly limit?: number }
}

/** Returns why a name cannot be used for a scenario; undefined if it can. */
export function scenarioNameFault(name: string): ScenarioNameFault | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return { code: 'scenario_name_letters', params: {} }
  if (name.includes('__') || name.endsWith('_')) return { code: 'scenario_name_underscores', params: {} }
  if (name.length > longestName) return { code: 'scenario_name_length', params: { limit: longestName } }
  if (reserved.has(name) || name.startsWith('pg_')) return { code: 'scenario_name_reserved', params: {} }
  return undefined
}
