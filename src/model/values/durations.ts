/**
 * Durations as programs and people write them: `[D ]HH:MM:SS[.ffffff]`, ISO 8601, amounts with units (`2 h 30 min`,
 * `1 week`, `1 day, 2:00:00`; units in the languages of the service), and plain numbers. A leading minus negates the
 * whole duration, except before days followed by a time of day: Python writes minus two hours as `-1 day, 22:00:00`,
 * PostgreSQL as `-1 days +22:00:00`. Months and years are rejected, because their length varies.
 */

const barePattern = /^([+-]?)\s*(\d+(?:[.,]\d+)?)$/
const minutesPattern = /^[+-]?(\d+):(\d+(?:[.,]\d+)?)$/
const clockPattern = /^([+-]?)(?:(\d+)(?: days?,?)? )?(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,6})\d*)?$/
/** Days and a time, each with its own sign. */
const dayWordPattern = /^([+-]?\d+) days?,? ([+-]?)(\d+:\d+(?::\d+(?:[.,]\d+)?)?)$/
const isoPattern =
  /^([+-]?)P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/** Maximum duration in days: more than the span between any two dates of the planner's calendar. */
export const longestDays = 3_650_000

/** How ambiguous notations are interpreted: as data, or as typed by a user. */
export type DurationReading = 'data' | 'typed'

/**
 * Returns the microseconds of a duration text; undefined for an unknown notation.
 *
 * @param reading in data, a plain number counts seconds and `1:30` is a minute and a half; when typed, a plain number
 *   other than 0 is rejected, because people mean days as well as hours, and `1:30` is an hour and a half
 */
export function parseDuration(text: string, reading: DurationReading = 'data'): number | undefined {
  if (reading === 'typed' && isWithoutUnit(text)) return undefined
  const micros =
    parseBare(text) ??
    parseDayWord(text, reading) ??
    parseClock(text, reading) ??
    parseIso(text) ??
    parseUnits(text)
  return micros === undefined || Math.abs(micros) > longestDays * 86_400e6 ? undefined : micros
}

/** Returns whether a text is a number other than 0 without a unit, which data has in seconds. */
export function isWithoutUnit(text: string): boolean {
  const [, , amount = '0'] = barePattern.exec(text.trim()) ?? []
  return Number(amount.replace(',', '.')) !== 0
}

/** Returns whether a text is a time such as `1:30`, other than 0, which data has in minutes and seconds. */
export function isWithoutHours(text: string): boolean {
  const [, first = '0', second = '0'] = minutesPattern.exec(text.trim()) ?? []
  return Number(first) !== 0 || Number(second.replace(',', '.')) !== 0
}

function parseBare(text: string): number | undefined {
  const match = barePattern.exec(text)
  return match === null || text.includes(',') ? undefined : signed(match[1], Number(match[2]) * 1e6)
}

function parseDayWord(text: string, reading: DurationReading): number | undefined {
  const match = dayWordPattern.exec(text)
  if (match === null) return undefined
  const [, days, sign, clock = ''] = match
  const micros = parseClock(`0 day ${clock}`, reading)
  return micros === undefined ? undefined : Number(days) * 86_400e6 + signed(sign, micros)
}

function parseClock(text: string, reading: DurationReading): number | undefined {
  const match = clockPattern.exec(text)
  if (match === null) return undefined
  const [, sign, days = '0', first, second, third = '0', fraction = ''] = match
  const hoursFirst = reading === 'typed' || text.includes('day')
  const parts =
    hoursFirst && first === undefined && second !== undefined ? [second, third, '0'] : [first, second, third]
  const [hours, minutes, seconds] = parts.map((part) => Number(part ?? 0))
  const whole = ((Number(days) * 24 + hours!) * 60 + minutes!) * 60 + seconds!
  return signed(sign, whole * 1e6 + Number(fraction.padEnd(6, '0')))
}

const unitWords = {
  604_800:
    'w wk wks week weeks weken woche wochen semaine semaines semana semanas settimana settimane 週 週間 周 星期',
  86_400: 'd day days tag tage tagen jour jours j día días dia dias giorno giorni g dag dagen 日 日間 天',
  3_600: 'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren 時間 小时',
  60: 'm min mins minute minutes minuten minuto minutos minuti minuut 分 分間 分钟',
  1: 's sec secs second seconds sek sekunde sekunden seconde secondes seconden segundo segundos secondo secondi 秒 秒間 秒钟',
} as const

/** Seconds by unit name. */
const units: ReadonlyMap<string, number> = new Map(
  Object.entries(unitWords).flatMap(([seconds, list]) =>
    list.split(' ').map((word) => [word, Number(seconds)] as const),
  ),
)

/** A comma before three digits may be a thousands separator: `1,000 h` is rejected. */
const amountPattern = /(\d+(?:\.\d+|,\d{1,2}(?!\d))?)\s*(\p{L}+)\.?\s*,?\s*/uy
const endClockPattern = /^(\d+):(\d{2})(?::(\d{2}))?$/
/** Maximum length of a text with amounts. */
const longestAmounts = 200

function parseUnits(text: string): number | undefined {
  if (text.length > longestAmounts) return undefined
  const [, sign, rest = ''] = /^([+-]?)\s*(.*)$/su.exec(text.normalize('NFKC').toLowerCase()) ?? []
  let seconds = 0
  let at = 0
  while (at < rest.length) {
    amountPattern.lastIndex = at
    const match = amountPattern.exec(rest)
    const unit = units.get(match?.[2] ?? '')
    if (match === null || unit === undefined) break
    seconds += Number(match[1]!.replace(',', '.')) * unit
    at = amountPattern.lastIndex
  }
  if (at === 0) return undefined
  if (at === rest.length) return signed(sign, seconds * 1e6)
  const clock = endClockPattern.exec(rest.slice(at))
  if (clock === null) return undefined
  const [hours, minutes, last] = clock.slice(1).map((part) => Number(part ?? 0))
  return signed(sign, (seconds + (hours! * 60 + minutes!) * 60 + last!) * 1e6)
}

function parseIso(text: string): number | undefined {
  const match = isoPattern.exec(text)
  if (match === null || !/\d/.test(text)) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  return signed(match[1], ((((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1e6)
}

function signed(sign: string | undefined, micros: number): number {
  const rounded = Math.round(micros)
  return sign === '-' && rounded !== 0 ? -rounded : rounded
}

interface DurationParts {
  readonly sign: '' | '-'
  readonly days: number
  /** `HH:MM:SS[.ffffff]` */
  readonly clock: string
}

const two = (value: number): string => String(value).padStart(2, '0')

function splitDuration(micros: number): DurationParts {
  const absolute = Math.abs(micros)
  const seconds = Math.floor(absolute / 1e6)
  const fraction = String(absolute % 1e6)
    .padStart(6, '0')
    .replace(/0+$/, '')
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return {
    sign: micros < 0 ? '-' : '',
    days: Math.floor(seconds / 86_400),
    clock: fraction === '' ? clock : `${clock}.${fraction}`,
  }
}

/** Formats a duration as the API does: `[D ]HH:MM:SS[.ffffff]`. */
export function formatDuration(micros: number): string {
  const { sign, days, clock } = splitDuration(micros)
  return `${sign}${days === 0 ? '' : `${days} `}${clock}`
}

/** Formats a duration as PostgreSQL interval input, with days and time separate so that it is read back unchanged. */
export function intervalText(micros: number): string {
  const { sign, days, clock } = splitDuration(micros)
  return `${sign}${days} days ${sign}${clock}`
}
