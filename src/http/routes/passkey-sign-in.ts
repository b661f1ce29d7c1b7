/**
 * Sign-in with a passkey: returns the challenge for the browser, and verifies its response. The user does not enter a
 * name.
 */
import type { sessionEndpoints } from '../../contract/session.ts'
import type { PublicHandler } from '../contract/public-routes.ts'
import { Reply } from '../contract/routes.ts'
import { browserPlace } from '../exchange.ts'
import { loginReply } from './login-answer.ts'

type Endpoints = typeof sessionEndpoints

export const beginPasskeyLogin: PublicHandler<Endpoints['POST /api/signon/passkey/options/']> = async (
  exchange,
) => {
  const { passkeys } = exchange.service.auth.factors
  const { options, state } = await passkeys.beginSigningIn(browserPlace(exchange))
  return new Reply({ options: { ...options }, state }, { headers: { 'cache-control': 'no-store' } })
}

export const loginByPasskey: PublicHandler<Endpoints['POST /api/signon/passkey/']> = async (
  exchange,
  { body },
) => {
  const { request, service } = exchange
  const { state, response, remember = true } = await body()
  const session = await service.auth.loginByPasskey({
    place: browserPlace(exchange),
    answer: { state, response },
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
    remember,
  })
  return loginReply(exchange, session)
}
