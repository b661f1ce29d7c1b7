/**
 * Numbers that spreadsheets keep for dates and lengths of time: days since an epoch, the time of day as a fraction.
 *
 * Both are told to the millisecond, as spreadsheets themselves do: what they compute is a little off in the
 * digits behind that. What is finer, or before 1 March 1900 (they believe in 29 February 1900), stays text.
 */

/** Day 0 of the two ways of counting, as days since 1970. */
const epochs = { 1900: -25_569, 1904: -24_107 } as const
export type Epoch = keyof typeof epochs

const dayMs = 86_400_000
/** 31 December 9999 in the count from 1900. */
const lastSerial = 2_958_465
const firstSerial = 61

/** Days since 1970 of a date of the calendar. */
function civilDays(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  )
}

const digits = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

/** Milliseconds of `HH:MM:SS[.ffffff]` from a place in a text; undefined when they are not whole. */
function clockMillis(text: string, from: number): number | undefined {
  const seconds =
    digits(text, from, from + 2) * 3600 +
    digits(text, from + 3, from + 5) * 60 +
    digits(text, from + 6, from + 8)
  if (text.length === from + 8) return seconds * 1000
  const micros = Number(text.slice(from + 9).padEnd(6, '0'))
  return micros % 1000 === 0 ? seconds * 1000 + micros / 1000 : undefined
}

/** The serial of `YYYY-MM-DD[ HH:MM:SS[.ffffff]]`; undefined for a moment that must stay text. */
export function momentSerial(text: string): number | undefined {
  if (text.charCodeAt(4) !== 45 || !(text.length === 10 || text.length >= 19) || text.endsWith('BC'))
    return undefined
  const days = civilDays(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)) - epochs[1900]
  const millis = text.length === 10 ? 0 : clockMillis(text, 11)
  return days < firstSerial || days > lastSerial || millis === undefined ? undefined : days + millis / dayMs
}

/** The serial of a time of day. */
export function timeSerial(text: string): number | undefined {
  const millis = clockMillis(text, 0)
  return millis === undefined ? undefined : millis / dayMs
}

/** The serial of `[D ]HH:MM:SS[.ffffff]`. Spreadsheets do not show negative lengths: they stay text. */
export function spanSerial(text: string): number | undefined {
  if (text.startsWith('-')) return undefined
  const blank = text.indexOf(' ')
  const days = blank < 0 ? 0 : Number(text.slice(0, blank))
  const millis = clockMillis(text, blank + 1)
  return days > lastSerial || millis === undefined ? undefined : days + millis / dayMs
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

/** `HH:MM:SS[.fff]` */
function clockText(millis: number): string {
  const seconds = Math.floor(millis / 1000)
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  const rest = millis % 1000
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`
}

interface Parts {
  readonly days: number
  readonly millis: number
}

function partsOf(serial: number): Parts {
  const total = Math.round(serial * dayMs)
  const days = Math.floor(total / dayMs)
  return { days, millis: total - days * dayMs }
}

/** `YYYY-MM-DD` of days since 1970. */
function dateText(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10)
}

/**
 * The date and time of a serial as `YYYY-MM-DDTHH:MM:SS[.fff]`; undefined beyond the years that spreadsheets know.
 */
export function serialMoment(serial: number, epoch: Epoch): string | undefined {
  const { days, millis } = partsOf(serial)
  if (days < 0 || days + epochs[epoch] > lastSerial + epochs[1900]) return undefined
  // Day 60 is 29 February 1900, which never was; the days before it are one further on than they say.
  const shift = epoch === 1900 && days < 60 ? 1 : 0
  return `${dateText(days + epochs[epoch] + shift)}T${clockText(millis)}`
}

/** The time of day or the length of a serial as `[D ]HH:MM:SS[.fff]`. */
export function serialSpan(serial: number): string {
  const { days, millis } = partsOf(Math.abs(serial))
  return `${serial < 0 ? '-' : ''}${days === 0 ? '' : `${days} `}${clockText(millis)}`
}
