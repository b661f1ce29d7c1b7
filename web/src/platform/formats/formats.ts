/**
 * Formats values as text, by language and preferences. Planning time has no time zone: `2026-12-01T08:00:00` is eight
 * o'clock for every reader. Times of real events, such as the end of a task, are shown in the time zone of the user.
 * Durations are `[D ]HH:MM:SS` or seconds.
 */
import { defaultPreferences, type Preferences } from '../api/preferences.ts'
import { daySeconds, instantOf, namesZone, withTime } from './instants.ts'

export interface Formats {
  readonly language: string
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** 0.25 is 25 %. */
  readonly percent: (share: number, digits?: number) => string
  /** Bytes, in the largest unit with a value of at least 1. */
  readonly bytes: (count: number) => string
  /** The date of a date or time in planning time; a time with a time zone is converted to the user's zone. */
  readonly date: (value: string) => string
  /** To the minute, optionally with seconds. Times with a time zone are converted to the user's zone. */
  readonly dateTime: (value: string, options?: { readonly seconds?: boolean }) => string
  /** A time by the clock of the service, converted to the user's time zone. */
  readonly moment: (value: string, options?: { readonly seconds?: boolean }) => string
  /** The same time in milliseconds since 1970. */
  readonly instant: (value: string) => number
  /** Duration in its two largest units: 2 h 5 min. */
  readonly duration: (value: string | number) => string
  /**
   * Lateness or earliness, given as for `duration`: days with one decimal; values below 2.4 hours in smaller units.
   */
  readonly delay: (value: string | number) => string
  /** Time between a moment, in milliseconds since 1970, and now: 3 minutes ago. */
  readonly relative: (moment: number, now?: number) => string
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Delays below this number of days are shown in smaller units, because days with one decimal would be too imprecise.
 */
const leastShownDay = 0.1

/** @param serviceZone IANA time zone of the service's clock; empty for the zone of the browser */
export function createFormats(
  language: string,
  preferences: Pick<Preferences, 'date_format' | 'number_format'> &
    Partial<Pick<Preferences, 'time_zone'>> = defaultPreferences,
  serviceZone = '',
): Formats {
  const numbers = preferences.number_format === '' ? language : preferences.number_format
  const number = numberFormats(numbers)
  const withUnit = unitTexts(language, number)
  const moment = memoized(
    (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
  )
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const iso = preferences.date_format === 'iso'
  const inWords = (value: string, options: Intl.DateTimeFormatOptions): string => {
    const time = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${withTime(value)}Z`)
    return Number.isNaN(time) ? value : moment(options).format(time)
  }
  const zone = preferences.time_zone ?? ''
  const zoned = memoized(
    (options: Intl.DateTimeFormatOptions) =>
      // The Swedish locale formats times like ISO 8601.
      new Intl.DateTimeFormat(iso ? 'sv-SE' : language, {
        dateStyle: iso ? 'short' : 'medium',
        ...options,
        ...(zone === '' ? {} : { timeZone: zone }),
      }),
  )
  const inZone = (time: number, seconds: boolean): string =>
    zoned({ timeStyle: seconds ? 'medium' : 'short' }).format(time)
  return {
    language,
    number: (value, options = { maximumFractionDigits: 2 }) => number(options).format(value),
    percent: (share, digits = 0) => number({ style: 'percent', maximumFractionDigits: digits }).format(share),
    bytes: (count) => {
      const names = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
      const step = Math.min(names.length - 1, Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)))
      return withUnit(count / 1000 ** step, {
        unit: names[step],
        // “36 bytes”: the short unit name has no plural.
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: step === 0 ? 0 : 1,
      })
    },
    date: (value) =>
      namesZone(value)
        ? zoned({}).format(Date.parse(value))
        : iso
          ? value.slice(0, 10)
          : inWords(value, { dateStyle: 'medium' }),
    dateTime: (value, { seconds = false } = {}) =>
      namesZone(value)
        ? inZone(Date.parse(value), seconds)
        : iso
          ? withTime(value)
              .replace('T', ' ')
              .slice(0, seconds ? 19 : 16)
          : inWords(value, { dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short' }),
    moment: (value, { seconds = false } = {}) => {
      const time = instantOf(value, serviceZone)
      return Number.isNaN(time) ? value : inZone(time, seconds)
    },
    instant: (value) => instantOf(value, serviceZone),
    duration: (value) => durationText(typeof value === 'number' ? value : secondsOf(value), withUnit),
    delay: (value) => delayText(typeof value === 'number' ? value : secondsOf(value), withUnit),
    relative: (from, now = Date.now()) => {
      const seconds = Math.round((from - now) / 1000)
      const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units[3]
      return relative.format(Math.trunc(seconds / size), unit)
    },
  }
}

/** Returns the seconds of `[D ]HH:MM:SS[.ffffff]`. */
export function secondsOf(value: string): number {
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^(-)?(?:(\d+) )?(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(value) ?? []
  const total = Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -total : total
}

/** Returns the formatter of numbers with some options. */
export type NumberFormats = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

/** Returns formatters of a locale, each created once. */
export const numberFormats = (locale: string): NumberFormats =>
  memoized((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))

type UnitOptions = Pick<Intl.NumberFormatOptions, 'unit' | 'unitDisplay' | 'maximumFractionDigits'>

/** Returns a number with its unit. */
export type UnitText = (value: number, options: UnitOptions) => string

/** Returns what writes units in the words of a language, and their numbers in formats of their own. */
export function unitTexts(language: string, number: NumberFormats): UnitText {
  const inWords = memoized(
    (options: UnitOptions) =>
      new Intl.NumberFormat(language, { ...options, style: 'unit', useGrouping: false }),
  )
  return (value, options) => {
    const { maximumFractionDigits } = options
    const digits = number({ maximumFractionDigits }).format(value)
    // All languages of the screens have these digits; without groups of thousands, they are one number.
    return inWords(options)
      .format(value)
      .replace(/[-−]?\d+([.,]\d+)?/, digits)
  }
}

/** Returns a number of seconds as a delay; see {@link Formats.delay}. */
export function delayText(seconds: number, withUnit: UnitText): string {
  const minutes = Math.round(seconds / 60)
  if (minutes !== 0 && Math.abs(seconds) < leastShownDay * daySeconds)
    return durationText(minutes * 60, withUnit)
  const days = minutes === 0 ? 0 : seconds / daySeconds
  return withUnit(days, { unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 })
}

function durationText(total: number, withUnit: UnitText): string {
  const isNegative = total < 0
  let rest = Math.abs(total)
  const first = units.findIndex(([, size]) => rest >= size)
  const shown = first === -1 ? [units[3]] : units.slice(first, first + 2)
  const parts = shown.map(([unit, size], index) => {
    const whole = unit === 'second' ? Math.round(rest * 10) / 10 : Math.floor(rest / size)
    rest -= whole * size
    if (index > 0 && whole === 0) return ''
    // The first unit has the minus sign of the locale, as all numbers have.
    const signed = index === 0 && isNegative ? -whole : whole
    return withUnit(signed, { unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  })
  return parts.filter((part) => part !== '').join(' ')
}

/** Caches formatters by their options, because they are expensive to create and cheap to use. */
export function memoized<Options extends object, Made>(
  make: (options: Options) => Made,
): (options: Options) => Made {
  const made = new Map<string, Made>()
  return (options) => {
    const key = JSON.stringify(options)
    const known = made.get(key)
    if (known !== undefined) return known
    const next = make(options)
    made.set(key, next)
    return next
  }
}
