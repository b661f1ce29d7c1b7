/**
 * The token in the forms of a page. A browser adds a cookie or remembered Basic credentials to whatever it
 * sends here, also when another site made it; the token proves that the form is one of ours, given to the very
 * holder of these credentials. It is derived, so nothing is stored and every process knows it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sessionCookie } from '../../auth/sessions/cookies.ts'
import { cookiesOf } from '../exchange.ts'

/** The token for whoever sends the request. */
export function formToken(secret: string, request: FastifyRequest): string {
  const credential = request.headers.authorization ?? cookiesOf(request)?.[sessionCookie] ?? ''
  return createHmac('sha256', secret).update(`form ${credential}`).digest('base64url')
}

export function isFormToken(given: string, secret: string, request: FastifyRequest): boolean {
  const [one, other] = [given, formToken(secret, request)].map((text) => Buffer.from(text))
  return one!.length === other!.length && timingSafeEqual(one!, other!)
}
