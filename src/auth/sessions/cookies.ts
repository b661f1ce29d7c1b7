/** The two cookies of a session: the secret, which scripts cannot read, and the CSRF token, which they must read. */
import { csrfToken } from './csrf.ts'

export const sessionCookie = 'sessionid'
export const csrfCookie = 'csrftoken'
/** Header with the CSRF token, in lower case as in node:http. */
export const csrfHeader = 'x-csrftoken'
/** Header of requests that a page sends without input of its user since the last one; its value is `true`. */
export const unattendedHeader = 'x-unattended'

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: {
    /** Prefix of all paths, or the root. */
    readonly path: string
    readonly httpOnly: boolean
    readonly sameSite: 'lax'
    readonly secure: boolean
    /** Seconds; 0 removes the cookie. Without it the cookie ends when the browser is closed. */
    readonly maxAge?: number
  }
}

export interface CookieLimits {
  /** Whether the request used https. */
  readonly secure: boolean
  readonly path: string
  /** Seconds; without it the cookies end when the browser is closed. */
  readonly maxAge?: number
}

/** Returns the cookies to set after a sign-in. */
export function sessionCookies(token: string, limits: CookieLimits): readonly Cookie[] {
  return cookies({ session: token, csrf: csrfToken(token) }, limits)
}

function cookies(
  values: { readonly session: string; readonly csrf: string },
  limits: CookieLimits,
): readonly Cookie[] {
  const shared = { sameSite: 'lax', ...limits } as const
  return [
    { name: sessionCookie, value: values.session, options: { ...shared, httpOnly: true } },
    { name: csrfCookie, value: values.csrf, options: { ...shared, httpOnly: false } },
  ]
}

/** Returns cookies that remove those of a session. */
export function expiredCookies(limits: Omit<CookieLimits, 'maxAge'>): readonly Cookie[] {
  return cookies({ session: '', csrf: '' }, { ...limits, maxAge: 0 })
}
