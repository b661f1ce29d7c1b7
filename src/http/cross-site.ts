/**
 * Rejects changes that pages of other sites make a browser send: a browser adds stored credentials (cookies, Basic)
 * to a form posted from anywhere. Browsers send headers that name the origin; clients without these headers are
 * accepted.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isSafeMethod } from '../auth/sessions/csrf.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { CorsPolicy } from './cors.ts'

/** Throws `cross_site` for a change that a page of another site requested. */
export function rejectCrossSite(method: string, headers: IncomingHttpHeaders, cors: CorsPolicy): void {
  if (isSafeMethod(method)) return
  const { origin, host } = headers
  if (origin !== undefined && cors.allows(origin)) return
  const site = headers['sec-fetch-site']
  const foreign =
    site === undefined
      ? origin !== undefined && origin.replace(/^[a-z]+:\/\//i, '').toLowerCase() !== host?.toLowerCase()
      : site !== 'same-origin' && site !== 'none'
  if (foreign) throw new ServiceError('cross_site')
}
