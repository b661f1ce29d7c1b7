/** Reads moments, of which those with an offset are converted to planning time. */
import { datetimeParts } from '../model/values/dates.ts'
import { momentOf, wallClock } from './time-zone.ts'

/**
 * The datetime as `YYYY-MM-DDTHH:MM:SS[.ffffff]` in planning time, or undefined. A date alone is its
 * midnight; an offset or `Z` is converted to the zone.
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
  return wallClock(moment, timeZone) + (fraction === undefined ? '' : `.${fraction}`)
}

/** The moment that a text names, in the zone unless it has an offset; undefined when it names none. */
export function parseMoment(text: string, timeZone: string): Date | undefined {
  const parts = datetimeParts(text)
  if (parts === undefined) return undefined
  const { date, time, offset } = parts
  if (offset === undefined) return new Date(momentOf(`${date}T${time}`, timeZone))
  const minutes = offsetMinutes(offset)
  return minutes === undefined ? undefined : new Date(Date.parse(`${date}T${time}Z`) - minutes * 60_000)
}

/** Minutes east of Greenwich, or undefined for an offset beyond a day. */
function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const digits = offset.slice(1).replace(':', '')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2) || '0')
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
