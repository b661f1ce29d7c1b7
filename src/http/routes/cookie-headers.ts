/** Converts cookies to values of the header Set-Cookie. */
import type { Cookie } from '../../auth/sessions/cookies.ts'
import type { Exchange } from '../exchange.ts'

export const cookieHeaders = (
  { request }: Pick<Exchange, 'request'>,
  cookies: readonly Cookie[],
): readonly string[] =>
  cookies.map(({ name, value, options }) => request.server.serializeCookie(name, value, options))
