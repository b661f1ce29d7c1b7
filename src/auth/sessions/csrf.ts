/**
 * CSRF token, which proves that a request with a session cookie was made by a page of the service: other sites can
 * make a browser send the cookie, but can neither read this token nor set a header.
 *
 * It is derived from the session, so a cookie with another token, set by a host of the same domain, is not valid.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function csrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url')
}

export function csrfMatches(sessionToken: string, sent: string | undefined): boolean {
  const expected = Buffer.from(csrfToken(sessionToken))
  const given = Buffer.from(sent ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a method only reads. */
export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method.toUpperCase())
}
