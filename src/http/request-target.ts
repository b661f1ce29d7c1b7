/**
 * Parses the URL of a request: scenario, resource of the data API, and query parameters.
 *
 * It parses the URL as it was sent. A router would decode, shorten or reject valid keys: a key may contain any
 * character, and may be long.
 */
import { productionScenario } from '../model/production.ts'
import { ServiceError } from '../errors/service-error.ts'
import { isApiWord } from '../extensions/api-words.ts'

/** Decoded query parameters in the order of the URL. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

export interface RequestTarget {
  /** `default` if the URL has no scenario. The parser does not check whether the scenario exists. */
  readonly scenario: string
  readonly kind: 'index' | 'list' | 'detail' | 'other'
  readonly app: string
  /** Name of the entity within the app, as in `demand`. */
  readonly entity: string
  /** Key of the record; empty unless `kind` is `detail`. */
  readonly key: string
  /** Decoded segments of the path after the scenario: `['api', 'input', 'demand']`. */
  readonly path: readonly string[]
  readonly query: QueryPairs
}

/**
 * First path segments that belong to the service and therefore cannot be names of scenarios. Every new first segment
 * must be added here.
 */
export const reservedSegments: ReadonlySet<string> = new Set([
  'api',
  'execute',
  'app',
  'assets',
  'static',
  'login',
  'logout',
  'setup',
  'reset',
  'unsubscribe',
  // Pages of the web UI in the position of a scenario: `/app/inbox`.
  'admin',
  'audit',
  'help',
  'inbox',
  'preferences',
  'control',
  'metrics',
  'livez',
  'readyz',
  'openapi.json',
  'docs',
  'events',
  'mcp',
  'favicon.ico',
  'robots.txt',
])

/** Returns true if URLs can contain a name as a scenario. */
export function isScenarioSegment(name: string): boolean {
  return name !== '' && !reservedSegments.has(name.toLowerCase())
}

/** Returns the query string of a URL, which may itself contain question marks; empty without one. */
export function queryText(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/**
 * Parses a request target. Throws `malformed_url` for an invalid escape sequence or invalid UTF-8. A missing trailing
 * slash and doubled slashes are ignored; within a key, slashes are escaped (`%2F`).
 */
export function parseRequestTarget(url: string): RequestTarget {
  const target = withoutOrigin(url)
  const [rawPath = ''] = target.split('?', 1)
  const query = parseQuery(queryText(target))
  const segments = rawPath.split('/').filter((segment) => segment !== '')
  const first = decode(segments[0] ?? '')
  const prefixed = first !== 'api' && segments.length > 1 && isScenarioSegment(first)
  const scenario = prefixed ? first : productionScenario
  const path = (prefixed ? segments.slice(1) : segments).map(decode)
  const base = { scenario, path, query, app: '', entity: '', key: '' }
  if (path[0] !== 'api' || path.length === 2 || isApiWord(path[1] ?? '')) return { ...base, kind: 'other' }
  if (path.length === 1) return { ...base, kind: 'index' }
  const [, app = '', entity = '', ...key] = path
  if (key.length === 0) return { ...base, kind: 'list', app, entity }
  return { ...base, kind: 'detail', app, entity, key: key.join('/') }
}

/** Removes the origin: the absolute form of a proxy (`GET http://host/api/`) is equivalent. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
}

/** Maximum number of query parameters per request. */
const mostParameters = 250

/**
 * Parses a query string; a plus sign is a space. Throws `malformed_url`, and `bad_request` for too many parameters.
 */
export function parseQuery(text: string): QueryPairs {
  if (text === '') return []
  const parts = text.split('&').filter((part) => part !== '')
  if (parts.length > mostParameters) {
    throw new ServiceError('bad_request', {
      reason: { code: 'too_many_url_parameters', params: { found: parts.length, limit: mostParameters } },
    })
  }
  return parts.map((part) => {
    const equals = part.indexOf('=')
    const [name, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
    return [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))] as const
  })
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ServiceError('malformed_url', { part: text.length > 100 ? `${text.slice(0, 100)}…` : text })
  }
}

/** Returns the value of a parameter; the last one if it is repeated. */
export function parameter(query: QueryPairs, name: string): string | undefined {
  return query.findLast(([given]) => given === name)?.[1]
}

/** Returns the segment that precedes the paths of a scenario; empty for the default one. */
export const scenarioPrefix = (scenario: string): string =>
  scenario === productionScenario ? '' : `/${encodeURIComponent(scenario)}`

/** Returns a path of a scenario for answers, with the prefix of all paths (setting BASE_PATH). */
export const answeredPath = (
  { BASE_PATH }: { readonly BASE_PATH: string },
  scenario: string,
  path: string,
): string => BASE_PATH + scenarioPrefix(scenario) + path

/** Returns the path of the list of an entity, or of a record if a key is given; the inverse of the parser. */
export function dataPath(scenario: string, app: string, entity: string, key?: string): string {
  const list = `${scenarioPrefix(scenario)}/api/${app}/${entity}/`
  return key === undefined ? list : `${list}${encodeURIComponent(key)}/`
}
