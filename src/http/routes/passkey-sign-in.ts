/**
 * Sign-in with a passkey: returns the challenge for the browser, and verifies its response. The user does not enter a
 * name.
 */
import { fieldErrors } from '../../errors/service-error.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { browserPlace, type Exchange, readRequestBody } from '../exchange.ts'
import { asObject } from '../ui/word-call.ts'
import { loginAnswer } from './login-answer.ts'
import type { Route } from './route.ts'

export const passkeyRoutes: readonly Route[] = [
  {
    methods: ['POST'],
    path: '/api/signon/passkey/options/',
    access: 'public',
    body: 'none',
    handler: beginSigningIn,
  },
  { methods: ['POST'], path: '/api/signon/passkey/', access: 'public', body: 'anonymous', handler: signIn },
]

async function beginSigningIn(exchange: Exchange): Promise<Answer> {
  const { passkeys } = exchange.service.auth.factors
  return jsonAnswer(200, await passkeys.beginSigningIn(browserPlace(exchange)), {
    'cache-control': 'no-store',
  })
}

async function signIn(exchange: Exchange): Promise<Answer> {
  const { request, service } = exchange
  const { state, response, remember } = asObject(await readRequestBody(exchange))
  if (typeof state !== 'string') throw fieldErrors({ state: [{ code: 'required' }] })
  const session = await service.auth.loginByPasskey({
    place: browserPlace(exchange),
    answer: { state, response },
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
    remember: remember !== false,
  })
  return loginAnswer(exchange, session)
}
