/**
 * Rejects changes that pages of other sites make a browser send: a browser adds stored credentials (cookies, Basic)
 * to a form posted from anywhere. Browsers send headers that name the origin; clients without these headers are
 * accepted.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isSafeMethod } from '../auth/sessions/csrf.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { CorsPolicy } from './cors.ts'

/** Returns whether the request has a token: browsers never add one by themselves. */
export const isBearer = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
  /^bearer\s/i.test(authorization)

/**
 * Returns whether the origin of the request may call the API: one that CORS_ORIGINS lists by name, and with a token
 * also one that only `*` includes.
 */
const isTrusted = (headers: IncomingHttpHeaders, cors: CorsPolicy): boolean =>
  headers.origin !== undefined &&
  (cors.names(headers.origin) || (cors.allows(headers.origin) && isBearer(headers)))

const isForeign = (site: string): boolean => site !== 'same-origin' && site !== 'none'

/** Throws `cross_site` for a change that a page of another site requested. */
export function rejectCrossSite(method: string, headers: IncomingHttpHeaders, cors: CorsPolicy): void {
  if (isSafeMethod(method) || isTrusted(headers, cors)) return
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const foreign =
    site === undefined
      ? origin !== undefined && origin.replace(/^[a-z]+:\/\//i, '').toLowerCase() !== host?.toLowerCase()
      : isForeign(site)
  if (foreign) throw new ServiceError('cross_site')
}

/**
 * Throws `cross_site` for a GET that has effects, if a link or an image of another site requested it: browsers send the
 * session with links. They never send a token with them.
 */
export function rejectForeignLink(headers: IncomingHttpHeaders, cors: CorsPolicy): void {
  if (isTrusted(headers, cors) || isBearer(headers)) return
  const site = headers['sec-fetch-site']
  if (site !== undefined && isForeign(site)) throw new ServiceError('cross_site')
}
