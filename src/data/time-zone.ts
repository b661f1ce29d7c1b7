/** Planning time is local time without a zone; moments with an offset are converted to it here. */

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
 * The wall-clock time of a moment in an IANA zone as `YYYY-MM-DDTHH:MM:SS`.
 * @param moment milliseconds since 1970-01-01T00:00:00Z
 */
export function wallClock(moment: number, timeZone: string): string {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(moment)) parts[type] = value
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/**
 * The moment at which clocks of a zone show a time, in milliseconds. Of an hour that they show twice it is the first; one that
 * they leave out is as far after the change as it would have been.
 */
export function momentOf(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`)
  const offsetAt = (moment: number): number =>
    Date.parse(`${wallClock(moment, timeZone)}Z`) - Math.floor(moment / 1000) * 1000
  // The offsets of a day before and after are those on both sides of a change.
  const [before, after] = [-1, 1].map((days) => shown - offsetAt(shown + days * 24 * 3600 * 1000))
  const right = [before!, after!].filter((moment) => moment + offsetAt(moment) === shown)
  return right.length === 0 ? before! : Math.min(...right)
}

/** A moment as `YYYY-MM-DDTHH:MM:SS.ffffffZ`, with as many digits of a second as all values that have any. */
export const utcText = (moment: Date): string => moment.toISOString().replace('Z', '000Z')
