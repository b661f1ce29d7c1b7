/** The two cookies of a session: the secret that scripts cannot read, and the CSRF token that they must. */
import { csrfToken } from './csrf.ts'

export const sessionCookie = 'sessionid'
export const csrfCookie = 'csrftoken'
/** Header that repeats the CSRF token, in lower case as node:http gives it. */
export const csrfHeader = 'x-csrftoken'

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: {
    /** Prefix of all paths, or the root. */
    readonly path: string
    readonly httpOnly: boolean
    readonly sameSite: 'lax'
    readonly secure: boolean
    /** Seconds; 0 removes the cookie, and without it it goes with the browser. */
    readonly maxAge?: number
  }
}

export interface CookieLimits {
  /** For requests that came by https. */
  readonly secure: boolean
  readonly path: string
  /** Seconds; without it the cookie goes with the browser. */
  readonly maxAge?: number
}

/** Cookies to set after a login. */
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

/** Cookies that remove those of a session. */
export function expiredCookies(limits: Omit<CookieLimits, 'maxAge'>): readonly Cookie[] {
  return cookies({ session: '', csrf: '' }, { ...limits, maxAge: 0 })
}
