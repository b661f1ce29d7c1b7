/** Names of time zones. */

/**
 * Returns whether the name is an IANA time zone. PostgreSQL and JavaScript accept the same names; offsets and
 * abbreviations are rejected because their meaning is ambiguous.
 */
export const isTimeZone = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && canonicalZone(name) !== undefined

/** Returns the one name of a time zone that has several, such as UTC and Etc/UTC; undefined for no time zone. */
export function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
