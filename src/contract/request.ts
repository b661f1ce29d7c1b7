/** Builds the requests of clients: the URL path of an endpoint and its query. Used by the web UI and the published client. */

import type { Method } from './endpoint.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/** Value of a parameter; a list is sent with commas. */
type Value = string | number | boolean | readonly (string | number)[]

/** Input of a request, as `InputOf` types it per endpoint. */
export interface RequestInput {
  readonly path?: Readonly<Record<string, Value>>
  readonly query?: Readonly<Record<string, Value | undefined>>
  readonly body?: unknown
}

export interface RequestLine {
  readonly method: Method
  /** Path with query, without a scenario. */
  readonly path: string
}

/**
 * Returns method and path of a request.
 * @param endpoint method and path template, such as `GET /api/webhooks/{webhook}/`
 */
export function requestLine(endpoint: string, { path = {}, query = {} }: RequestInput): RequestLine {
  const filled = endpoint
    .slice(endpoint.indexOf(' ') + 1)
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(path[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  return {
    method: methods.find((method) => endpoint.startsWith(`${method} `)) ?? 'GET',
    path: `${filled}${search}`,
  }
}
