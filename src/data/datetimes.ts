/** Parses datetimes. Datetimes with an offset are converted to planning time. */
import { datetimeParts } from '../model/values/dates.ts'
import { momentOf, wallClock } from './time-zone.ts'

const dayMs = 86_400_000

/**
 * Returns the datetime as `YYYY-MM-DDTHH:MM:SS[.ffffff]` in planning time; undefined if the text is not a datetime. A
 * date without a time means midnight. An offset or `Z` is converted to the time zone, where the year must have four digits.
 */
export function parseDatetime(text: string, timeZone: string): string | undefined {
  const parts = datetimeParts(text)
  if (parts === undefined) return undefined
  const { date, time, offset } = parts
  return offset === undefined ? `${date}T${time}` : inZone(date, time, offset, timeZone)
}

function inZone(date: string, time: string, offset: string, timeZone: string): string | undefined {
  const minutes = offsetMinutes(offset)
  if (minutes === undefined) return undefined
  const [seconds, fraction] = time.split('.')
  const moment = Date.parse(`${date}T${seconds}Z`) - minutes * 60_000
  const local = wallClock(moment, timeZone)
  // A year before the first one, or after the last one, has no notation of four digits of its own.
  const difference = Math.abs(Date.parse(`${local}Z`) - moment)
  return difference < 2 * dayMs ? local + (fraction === undefined ? '' : `.${fraction}`) : undefined
}

/**
 * Returns the moment that a text represents, in the given time zone unless the text has an offset. Returns undefined
 * if the text is not a datetime.
 */
export function parseMoment(text: string, timeZone: string): Date | undefined {
  const parts = datetimeParts(text)
  if (parts === undefined) return undefined
  const { date, time, offset } = parts
  if (offset === undefined) return new Date(momentOf(`${date}T${time}`, timeZone))
  const minutes = offsetMinutes(offset)
  return minutes === undefined ? undefined : new Date(Date.parse(`${date}T${time}Z`) - minutes * 60_000)
}

/** Returns the offset in minutes east of Greenwich; undefined if it is more than a day. */
function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const digits = offset.slice(1).replace(':', '')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2) || '0')
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
