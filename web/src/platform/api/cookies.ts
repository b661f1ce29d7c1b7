/** Reads and writes cookies: the CSRF token, and settings that a page must know before its first request. */
import { basePath } from './base-path.ts'

export function cookieValue(name: string): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1)
  return value === undefined || value === '' ? undefined : decodeURIComponent(value)
}

const year = 365 * 24 * 3600

/** Saves a setting of this browser for a year; undefined deletes it. */
export function rememberCookie(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = value === undefined ? 0 : year
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=${basePath}/; max-age=${age}; samesite=lax${secure}`
}
