/**
 * The CSRF token in the forms of a page. A browser adds a cookie or stored Basic credentials to every request to this
 * service, also to requests that another site created. The token proves that the form is a page of this service that
 * was sent to the holder of the same credentials. It is derived from the credentials, so nothing is stored and every
 * process can verify it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sessionCookie } from '../../auth/sessions/cookies.ts'
import { cookiesOf } from '../exchange.ts'

/** Returns the token for the credentials of the request. */
export function formToken(secret: string, request: FastifyRequest): string {
  const credential = request.headers.authorization ?? cookiesOf(request)?.[sessionCookie] ?? ''
  return createHmac('sha256', secret).update(`form ${credential}`).digest('base64url')
}

export function isFormToken(given: string, secret: string, request: FastifyRequest): boolean {
  const [one, other] = [given, formToken(secret, request)].map((text) => Buffer.from(text))
  return one!.length === other!.length && timingSafeEqual(one!, other!)
}
