/** Planning time is local time without a zone; this module converts moments to it. */

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/**
 * Returns the local time of a moment in an IANA zone as `YYYY-MM-DDTHH:MM:SS`.
 * @param moment milliseconds since 1970-01-01T00:00:00Z
 */
export function wallClock(moment: number, timeZone: string): string {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(moment)) parts[type] = value
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** Returns the local time of a moment for texts, with the zone: `YYYY-MM-DD HH:MM:SS (Europe/Brussels)`. */
export const zonedText = (moment: number, timeZone: string): string =>
  withZone(wallClock(moment, timeZone).replace('T', ' '), timeZone)

/** Returns a local time for texts, with its zone. */
export const withZone = (local: string, timeZone: string): string => `${local} (${timeZone})`

/**
 * Returns the moment of a local time in a zone, in milliseconds since 1970. If the time occurs twice, the first
 * occurrence is returned. If the clock change skips the time, the result is as long after the change as if the clocks
 * had not changed.
 */
export function momentOf(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`)
  const offsetAt = (moment: number): number =>
    Date.parse(`${wallClock(moment, timeZone)}Z`) - Math.floor(moment / 1000) * 1000
  // The offsets of the day before and the day after are those on both sides of a clock change.
  const [before, after] = [-1, 1].map((days) => shown - offsetAt(shown + days * 24 * 3600 * 1000))
  const right = [before!, after!].filter((moment) => moment + offsetAt(moment) === shown)
  return right.length === 0 ? before! : Math.min(...right)
}

/**
 * Returns a moment as `YYYY-MM-DDTHH:MM:SS.ffffffZ`, with the six decimal places that all values with fractions have.
 */
export const utcText = (moment: Date): string => moment.toISOString().replace('Z', '000Z')
