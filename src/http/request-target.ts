/**
 * Takes the URL of a request apart: which scenario, which resource of the data API, which parameters.
 *
 * It works on the URL as it was sent. A router would decode, shorten or refuse keys that are perfectly legal:
 * a key may hold any character, and be long.
 */
import { ServiceError } from '../errors/service-error.ts'
import { isApiWord } from '../extensions/api-words.ts'

/** Parameters in the order of the URL, decoded. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

export interface RequestTarget {
  /** `default` when the URL has no prefix. Whether the scenario exists is not looked at here. */
  readonly scenario: string
  readonly kind: 'index' | 'list' | 'detail' | 'other'
  readonly app: string
  /** Name of the entity within the app, as in `demand`. */
  readonly entity: string
  /** Key of the record; empty unless `kind` is `detail`. */
  readonly key: string
  /** Segments of the path after the scenario, decoded: `['api', 'input', 'demand']`. */
  readonly path: readonly string[]
  readonly query: QueryPairs
}

export const defaultScenario = 'default'

/**
 * First path segments that belong to the service, and so can never name a scenario. Kept in one place:
 * whoever adds a first segment adds it here.
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
  // Pages of the web UI that stand where scenarios do: `/app/inbox`.
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

/** Whether a name can be the name of a scenario as far as URLs are concerned. */
export function isScenarioSegment(name: string): boolean {
  return name !== '' && !reservedSegments.has(name.toLowerCase())
}

/**
 * Parses a request target. Throws `malformed_url` for an escape that is not one, or not UTF-8.
 * A missing trailing slash and doubled slashes make no difference; within a key they are escaped (`%2F`).
 */
export function parseRequestTarget(url: string): RequestTarget {
  const target = withoutOrigin(url)
  const mark = target.indexOf('?')
  const rawPath = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? [] : parseQuery(target.slice(mark + 1))
  const segments = rawPath.split('/').filter((segment) => segment !== '')
  const first = decode(segments[0] ?? '')
  const prefixed = first !== 'api' && segments.length > 1 && isScenarioSegment(first)
  const scenario = prefixed ? first : defaultScenario
  const path = (prefixed ? segments.slice(1) : segments).map(decode)
  const base = { scenario, path, query, app: '', entity: '', key: '' }
  if (path[0] !== 'api' || path.length === 2 || isApiWord(path[1] ?? '')) return { ...base, kind: 'other' }
  if (path.length === 1) return { ...base, kind: 'index' }
  const [, app = '', entity = '', ...key] = path
  if (key.length === 0) return { ...base, kind: 'list', app, entity }
  return { ...base, kind: 'detail', app, entity, key: key.join('/') }
}

/** A proxy's absolute form (`GET http://host/api/`) means the same. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
}

/** Parameters of one request. */
const mostParameters = 250

/** Parameters of a query string; a plus is a blank. Throws `malformed_url`, and `bad_request` for too many. */
export function parseQuery(text: string): QueryPairs {
  if (text === '') return []
  const parts = text.split('&').filter((part) => part !== '')
  if (parts.length > mostParameters) {
    const reason = `The URL has ${parts.length} parameters; at most ${mostParameters} are allowed.`
    throw new ServiceError('bad_request', { reason })
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

/** The value of a parameter; the last one when it is repeated. */
export function parameter(query: QueryPairs, name: string): string | undefined {
  return query.findLast(([given]) => given === name)?.[1]
}

/** Path of an entity's list, or of a record when a key is given; the inverse of the parser. */
export function dataPath(scenario: string, app: string, entity: string, key?: string): string {
  const prefix = scenario === defaultScenario ? '' : `/${encodeURIComponent(scenario)}`
  const list = `${prefix}/api/${app}/${entity}/`
  return key === undefined ? list : `${list}${encodeURIComponent(key)}/`
}
