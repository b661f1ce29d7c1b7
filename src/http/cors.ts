/** Cross-origin requests: browsers reject them unless the origin is listed in the settings. */
import type { IncomingHttpHeaders } from 'node:http'

export interface CorsPolicy {
  /** Returns the headers for a response to a cross-origin request; undefined for origins that are not listed. */
  headers(request: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined
  /** Returns the headers for the response to a preflight request of a browser; undefined for other requests. */
  preflight(method: string, request: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined
  /** Returns whether pages of the origin may call the API, with a token if only `*` includes the origin. */
  allows(origin: string): boolean
  /** Returns whether the origin is listed by name, so that browsers add cookies and stored credentials. */
  names(origin: string): boolean
}

/** Headers of responses that scripts of other origins can read, besides those that browsers always show them. */
const exposed = [
  ['ETag', 'Link', 'Location', 'Retry-After', 'Content-Disposition', 'Content-Range', 'Accept-Ranges'],
  ['Preference-Applied', 'Idempotency-Replayed', 'Server-Timing', 'WWW-Authenticate', 'Mcp-Session-Id'],
  ['X-Total-Count', 'X-Cursor', 'X-Earliest-Cursor', 'X-Deleted-Count', 'X-Changed-By-Plan', 'X-Changeset'],
  ['X-Ignored-Parameters', 'X-Created-References', 'X-Assumed-Dates', 'X-Unknown-Mentions'],
  ['X-Free-Space', 'X-Warning', 'X-Request-Id'],
]
  .flat()
  .join(', ')

export function createCorsPolicy(origins: readonly string[]): CorsPolicy {
  const listed = new Set(origins)
  const names = (origin: string): boolean => origin !== '*' && listed.has(origin)
  const allows = (origin: string): boolean => names(origin) || listed.has('*')
  const grant = (request: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined => {
    const { origin } = request
    if (origin === undefined || !allows(origin)) return undefined
    // Browsers send cookies only to origins listed by name.
    const credentials: Readonly<Record<string, string>> = names(origin)
      ? { 'access-control-allow-credentials': 'true' }
      : {}
    return { 'access-control-allow-origin': origin, ...credentials }
  }
  return {
    allows,
    names,
    headers: (request) => {
      const granted = grant(request)
      return granted && { ...granted, 'access-control-expose-headers': exposed }
    },
    preflight: (method, request) => {
      if (method !== 'OPTIONS' || request['access-control-request-method'] === undefined) return undefined
      const granted = grant(request)
      return (
        granted && {
          ...granted,
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
          'access-control-allow-headers': request['access-control-request-headers'] ?? '',
          'access-control-max-age': '600',
        }
      )
    },
  }
}
