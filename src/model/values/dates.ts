/**
 * Dates and times of day as people write them: `2026-12-01`, `2026/1/5`, `20261201`; `09:00`, `9:00:00`, `9:00 AM`. A
 * date that does not start with the year is ambiguous and rejected.
 */

/** Range of dates that can be stored: years of four digits; `before` is exclusive. */
export const storableDates = { from: '0001-01-01', before: '10000-01-01' } as const

/** Range of dates that can be planned; `before` is exclusive. */
export const plannableDates = { from: '1970-01-01', before: '2200-01-01' } as const

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const looseDatePattern = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?$/
const looseTimePattern =
  /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?|(?=\s*[ap]\.?\s?m)|(?<=^\d\d)(\d{2}))\s*(?:([ap])\.?\s?m\.?)?$/i
const datetimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/
/** Matches most datetimes: the form that the service writes, on days that every month has. */
const plainDatetimePattern =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const looseDatetimePattern =
  /^(\d{4}(?:([-/.])\d{1,2}\2\d{1,2}|\d{4}))(?:(?:\s*T\s*|\s+)(\d{1,2}(?::\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?:\s*[ap]\.?\s?m\.?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return monthLengths[month - 1] ?? 0
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** Returns the date as `YYYY-MM-DD`; undefined if the text is not a valid date. */
export function parseDate(text: string): string | undefined {
  const strict = datePattern.exec(text)
  const match = strict ?? looseDatePattern.exec(text)
  if (match === null) return undefined
  const [year = '', month = '', day = ''] =
    strict === null ? [match[1], match[3] ?? match[5], match[4] ?? match[6]] : match.slice(1)
  const dayOfMonth = Number(day)
  if (Number(year) < 1 || dayOfMonth < 1 || dayOfMonth > daysInMonth(Number(year), Number(month)))
    return undefined
  return strict === null ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/** Returns the time of day as `HH:MM:SS[.ffffff]`; undefined if it is invalid. */
export function parseTime(text: string): string | undefined {
  const strict = timePattern.exec(text)
  if (strict !== null) {
    const [, hour, minute, second = '00', fraction = ''] = strict
    return timeOf(hour!, minute!, second, fraction)
  }
  const loose = looseTimePattern.exec(text)
  if (loose === null) return undefined
  const [, given = '', minute = '00', second = '00', fraction = '', compact, half] = loose
  const hour = half === undefined ? Number(given) : hourOfDay(Number(given), half.toLowerCase())
  if (hour === undefined) return undefined
  return timeOf(String(hour).padStart(2, '0'), compact ?? minute, second, fraction)
}

/** Stored form of `24:00` as the end of the day: a time that every program can read. */
export const lastSecond = '23:59:59'

/** Returns whether the text is midnight at the end of the day. Spreadsheets store it as one day. */
export const isDayEnd = (text: string): boolean =>
  /^(?:24:?00(?::00(?:\.0+)?)?|1(?: days?,)? 0?0:00(?::00(?:\.0+)?)?)$/.test(text)

function timeOf(hour: string, minute: string, second: string, fraction: string): string | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const digits = fraction.replace(/0+$/, '')
  return `${hour}:${minute}:${second}${digits === '' ? '' : `.${digits}`}`
}

/**
 * Returns the hour of the day of an AM or PM hour. Some programs write `00:00 AM` and `13:00 PM`; contradictions such
 * as `13:00 AM` return undefined.
 */
function hourOfDay(hour: number, half: string): number | undefined {
  if (half === 'a') return hour === 12 ? 0 : hour < 12 ? hour : undefined
  if (hour === 0) return undefined
  return hour < 12 ? hour + 12 : hour
}

/** Parts of a datetime; the time is midnight if only a date is given. */
export interface DatetimeParts {
  readonly date: string
  readonly time: string
  /** `Z`, or hours and minutes east of Greenwich, as written. */
  readonly offset: string | undefined
}

/** Returns the day after a date, as `YYYY-MM-DD`; undefined after the last day of a year with four digits. */
function dayAfter(date: string): string | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + 1)
  return parseDate(day.toISOString().slice(0, 10))
}

/** Returns the parts of a datetime; undefined if it is invalid. `24:00` is midnight at the end of the day, as in ISO 8601. */
export function datetimeParts(text: string): DatetimeParts | undefined {
  if (plainDatetimePattern.test(text)) {
    return { date: text.slice(0, 10), time: text.slice(11), offset: undefined }
  }
  const strict = datetimePattern.exec(text)
  const match = strict ?? looseDatetimePattern.exec(text)
  if (match === null) return undefined
  const [given, offset] = strict === null ? [match[3], match[4]] : [match[2], match[3]]
  const date = parseDate(match[1]!)
  if (date !== undefined && given !== undefined && isDayEnd(given)) {
    const next = dayAfter(date)
    return next === undefined ? undefined : { date: next, time: '00:00:00', offset }
  }
  const time = given === undefined ? '00:00:00' : parseTime(given)
  return date === undefined || time === undefined ? undefined : { date, time, offset }
}
