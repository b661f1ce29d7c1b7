/**
 * Names of the schemas besides a live one: `<scenario>__new_<time>` while it is built, `__old_` if it was replaced
 * and is kept, `__drop_` if it is to be dropped. Names of scenarios never contain two consecutive underscores.
 */
import type { Message } from '../../errors/messages.ts'

export type AsideKind = 'new' | 'old' | 'drop'

export interface AsideName {
  readonly scenario: string
  readonly kind: AsideKind
  /** Creation time as `yyyymmddhhmmss` in UTC. */
  readonly time: string
}

export const asideName = (scenario: string, kind: AsideKind, time: string): string =>
  `${scenario}__${kind}_${time}`

/** Parses the name; returns undefined for any other schema. */
export function parseAsideName(schema: string): AsideName | undefined {
  const match = /^(.+)__(new|old|drop)_(\d{14})$/.exec(schema)
  if (match === null) return undefined
  const [, scenario = '', kind, time = ''] = match
  return kind === 'new' || kind === 'old' || kind === 'drop' ? { scenario, kind, time } : undefined
}

/** Maximum length of a name of a scenario. PostgreSQL truncates names to 63 bytes, which must include the longest suffix. */
const longestName = 63 - '__drop_'.length - 14

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

/** Returns why a name cannot be used for a scenario; undefined if it can. */
export function scenarioNameFault(name: string): Message | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return { code: 'scenario_name_letters' }
  if (name.includes('__') || name.endsWith('_')) return { code: 'scenario_name_underscores' }
  if (name.length > longestName) return { code: 'scenario_name_length', params: { limit: longestName } }
  if (reserved.has(name) || name.startsWith('pg_')) return { code: 'scenario_name_reserved' }
  return undefined
}
