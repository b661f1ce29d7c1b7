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
const isBearer = ({ authorization = '' }: IncomingHttpHeaders): boolean => /^bearer\s/i.test(authorization)

/** Throws `cross_site` for a change that a page of another site requested. */
export function rejectCrossSite(method: string, headers: IncomingHttpHeaders, cors: CorsPolicy): void {
  if (isSafeMethod(method)) return
  const { origin, host } = headers
  if (origin !== undefined && (cors.names(origin) || (cors.allows(origin) && isBearer(headers)))) return
  const site = headers['sec-fetch-site']
  const foreign =
    site === undefined
      ? origin !== undefined && origin.replace(/^[a-z]+:\/\//i, '').toLowerCase() !== host?.toLowerCase()
      : site !== 'same-origin' && site !== 'none'
  if (foreign) throw new ServiceError('cross_site')
}

/**
 * Throws `cross_site` for a GET that has effects, if a link or an image of another site requested it: browsers send the
 * session with links.
 */
export function rejectForeignLink(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ServiceError('cross_site')
}
