/**
 * Durations: `[D ]HH:MM:SS[.ffffff]`, a number of seconds, or ISO 8601. A leading minus negates the whole
 * duration. Months and years are refused: their length is not known.
 */

const secondsPattern = /^([+-]?)(\d+(?:\.\d+)?)$/
const clockPattern = /^([+-]?)(?:(\d+)(?: days?,?)? )?(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,6})\d*)?$/
const isoPattern =
  /^([+-]?)P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/** Longest duration accepted, in days: more than the span between any two dates of the planner's calendar. */
const longestDays = 3_650_000

/** Microseconds of a duration given as text, or undefined when it is in no known notation. */
export function parseDuration(text: string): number | undefined {
  const micros = parseSeconds(text) ?? parseClock(text) ?? parseIso(text)
  return micros === undefined || Math.abs(micros) > longestDays * 86_400e6 ? undefined : micros
}

function parseSeconds(text: string): number | undefined {
  const match = secondsPattern.exec(text)
  return match === null ? undefined : signed(match[1], Number(match[2]) * 1e6)
}

function parseClock(text: string): number | undefined {
  const match = clockPattern.exec(text)
  if (match === null) return undefined
  const [, sign, days = '0', hours = '0', minutes = '0', seconds, fraction = ''] = match
  const whole = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  return signed(sign, whole * 1e6 + Number(fraction.padEnd(6, '0')))
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

/** The duration as the API writes it: `[D ]HH:MM:SS[.ffffff]`. */
export function formatDuration(micros: number): string {
  const { sign, days, clock } = splitDuration(micros)
  return `${sign}${days === 0 ? '' : `${days} `}${clock}`
}

/** The duration as input of a PostgreSQL interval, kept as days and a time so that it reads the same. */
export function intervalText(micros: number): string {
  const { sign, days, clock } = splitDuration(micros)
  return `${sign}${days} days ${sign}${clock}`
}
