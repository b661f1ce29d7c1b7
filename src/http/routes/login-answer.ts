/** The answer to signing in. */
import type { Login } from '../../auth/auth.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { cookieHeaders } from './cookie-headers.ts'

/** Says who is signed in, and whether the session can only set a second factor up. */
export function loginAnswer(exchange: Exchange, { username, factorMissing, cookies }: Login): Answer {
  return jsonAnswer(
    200,
    { username, ...(factorMissing ? { second_factor: 'missing' } : {}) },
    { 'set-cookie': cookieHeaders(exchange, cookies) },
  )
}
