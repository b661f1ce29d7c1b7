/** Builds the requests of clients: the URL path of an endpoint and its query. Used by the web UI and the published client. */

/** Input of a request, as `InputOf` types it per endpoint. */
export interface RequestInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface RequestLine {
  readonly method: string
  /** Path with query, without a scenario. */
  readonly path: string
}

/**
 * Returns method and path of a request.
 * @param endpoint method and path template, such as `GET /api/webhooks/{webhook}/`
 */
export function requestLine(endpoint: string, { path = {}, query = {} }: RequestInput): RequestLine {
  const blank = endpoint.indexOf(' ')
  const filled = endpoint
    .slice(blank + 1)
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(path[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  return { method: endpoint.slice(0, blank), path: `${filled}${search}` }
}
