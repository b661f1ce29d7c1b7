/**
 * Converts dates and durations from and to the serial numbers of spreadsheets: days since an epoch, with the time of
 * day as a fraction.
 *
 * Values are rounded to milliseconds, as spreadsheets do, because their computed values are inexact in the digits
 * after that. Values that are more precise, or before 1 March 1900 (spreadsheets assume a 29 February 1900), stay
 * text.
 */

/** Day 0 of the two epochs, as days since 1970. */
const epochs = { 1900: -25_569, 1904: -24_107 } as const
export type Epoch = keyof typeof epochs

const dayMs = 86_400_000
/** Serial of 31 December 9999 with the epoch 1900. */
const lastSerial = 2_958_465
const firstSerial = 61

/** Returns the days since 1970 of a calendar date. */
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

/** Returns the milliseconds of `HH:MM:SS[.ffffff]` at an index of a text; undefined if they are not a whole number. */
function clockMillis(text: string, from: number): number | undefined {
  const seconds =
    digits(text, from, from + 2) * 3600 +
    digits(text, from + 3, from + 5) * 60 +
    digits(text, from + 6, from + 8)
  if (text.length === from + 8) return seconds * 1000
  const micros = Number(text.slice(from + 9).padEnd(6, '0'))
  return micros % 1000 === 0 ? seconds * 1000 + micros / 1000 : undefined
}

/** Returns the serial of `YYYY-MM-DD[ HH:MM:SS[.ffffff]]`; undefined for a value that must stay text. */
export function momentSerial(text: string): number | undefined {
  if (text.charCodeAt(4) !== 45 || !(text.length === 10 || text.length >= 19) || text.endsWith('BC'))
    return undefined
  const days = civilDays(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)) - epochs[1900]
  const millis = text.length === 10 ? 0 : clockMillis(text, 11)
  return days < firstSerial || days > lastSerial || millis === undefined ? undefined : days + millis / dayMs
}

/** Returns the serial of a time of day. */
export function timeSerial(text: string): number | undefined {
  const millis = clockMillis(text, 0)
  return millis === undefined ? undefined : millis / dayMs
}

/** Returns the serial of `[D ]HH:MM:SS[.ffffff]`. Spreadsheets do not show negative durations, so these stay text. */
export function spanSerial(text: string): number | undefined {
  if (text.startsWith('-')) return undefined
  const blank = text.indexOf(' ')
  const days = blank < 0 ? 0 : Number(text.slice(0, blank))
  const millis = clockMillis(text, blank + 1)
  return days > lastSerial || millis === undefined ? undefined : days + millis / dayMs
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

/** Formats milliseconds as `HH:MM:SS[.fff]`. */
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

/** Formats days since 1970 as `YYYY-MM-DD`. */
function dateText(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10)
}

/**
 * Returns the date and time of a serial as `YYYY-MM-DDTHH:MM:SS[.fff]`; undefined outside the years that spreadsheets
 * support.
 */
export function serialMoment(serial: number, epoch: Epoch): string | undefined {
  const { days, millis } = partsOf(serial)
  if (days < 0 || days + epochs[epoch] > lastSerial + epochs[1900]) return undefined
  // Serial 60 is 29 February 1900, which did not exist, so lower serials are moved by one day.
  const shift = epoch === 1900 && days < 60 ? 1 : 0
  return `${dateText(days + epochs[epoch] + shift)}T${clockText(millis)}`
}

/** Returns the time of day or the duration of a serial as `[D ]HH:MM:SS[.fff]`. */
export function serialSpan(serial: number): string {
  const { days, millis } = partsOf(Math.abs(serial))
  return `${serial < 0 ? '-' : ''}${days === 0 ? '' : `${days} `}${clockText(millis)}`
}
