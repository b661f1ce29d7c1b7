/** The response to a sign-in. */
import type { Login } from '../../auth/logins.ts'
import { Reply } from '../contract/routes.ts'
import type { Exchange } from '../exchange.ts'
import { cookieHeaders } from './cookie-headers.ts'

/** Returns the user name, and whether the session may only set up a second factor. */
export const loginReply = (exchange: Exchange, { username, factorMissing, cookies }: Login) =>
  new Reply(
    { username, ...(factorMissing ? { second_factor: 'missing' } : {}) },
    { headers: { 'set-cookie': cookieHeaders(exchange, cookies) } },
  )
