/** Reading of dates, times and datetimes in the notations of the API. */
import { wallClock } from './time-zone.ts'

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?$/
const datetimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return monthLengths[month - 1] ?? 0
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** The date as `YYYY-MM-DD`, or undefined when the text is no date of the calendar. */
export function parseDate(text: string): string | undefined {
  const match = datePattern.exec(text)
  if (match === null) return undefined
  const year = Number(match[1])
  const day = Number(match[3])
  return year >= 1 && day >= 1 && day <= daysInMonth(year, Number(match[2])) ? text : undefined
}

/** The time of day as `HH:MM:SS[.ffffff]`, or undefined. */
export function parseTime(text: string): string | undefined {
  const match = timePattern.exec(text)
  if (match === null) return undefined
  const [, hour, minute, second = '00', fraction = ''] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const digits = fraction.replace(/0+$/, '')
  return `${hour}:${minute}:${second}${digits === '' ? '' : `.${digits}`}`
}

/**
 * The datetime as `YYYY-MM-DDTHH:MM:SS[.ffffff]` in planning time, or undefined. A date alone is its
 * midnight; an offset or `Z` is converted to the zone.
 */
export function parseDatetime(text: string, timeZone: string): string | undefined {
  const match = datetimePattern.exec(text)
  if (match === null) return undefined
  const date = parseDate(match[1]!)
  const time = match[2] === undefined ? '00:00:00' : parseTime(match[2])
  if (date === undefined || time === undefined) return undefined
  const offset = match[3]
  return offset === undefined ? `${date}T${time}` : inZone(date, time, offset, timeZone)
}

function inZone(date: string, time: string, offset: string, timeZone: string): string | undefined {
  const minutes = offsetMinutes(offset)
  if (minutes === undefined) return undefined
  const [seconds, fraction] = time.split('.')
  const moment = Date.parse(`${date}T${seconds}Z`) - minutes * 60_000
  return wallClock(moment, timeZone) + (fraction === undefined ? '' : `.${fraction}`)
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
