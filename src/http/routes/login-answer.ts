/** The response to a sign-in. */
import type { Login } from '../../auth/logins.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { cookieHeaders } from './cookie-headers.ts'

/** Returns the user name, and whether the session may only set up a second factor. */
export function loginAnswer(exchange: Exchange, { username, factorMissing, cookies }: Login): Answer {
  return jsonAnswer(
    200,
    { username, ...(factorMissing ? { second_factor: 'missing' } : {}) },
    { 'set-cookie': cookieHeaders(exchange, cookies) },
  )
}
