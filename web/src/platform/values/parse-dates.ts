/**
 * Parses typed dates: `2026-11-24`, `24/11 14:30`, `today+7`, `+2w`, `eom`. The order of day and month is that of
 * `FieldFormats.typedDates`; without one, a date that could be two days is invalid.
 */
import { datetimeParts, parseDate, parseTime } from '../../../../src/model/values/dates.ts'
import type { DateOrder } from './field-formats.ts'

const words: Readonly<Record<string, number>> = {
  today: 0,
  now: 0,
  heute: 0,
  vandaag: 0,
  hoy: 0,
  oggi: 0,
  hoje: 0,
  "aujourd'hui": 0,
  今日: 0,
  今天: 0,
  tomorrow: 1,
  morgen: 1,
  demain: 1,
  mañana: 1,
  domani: 1,
  amanhã: 1,
  明日: 1,
  明天: 1,
  yesterday: -1,
  gestern: -1,
  gisteren: -1,
  hier: -1,
  ayer: -1,
  ieri: -1,
  ontem: -1,
  昨日: -1,
  昨天: -1,
}

const anchored = /^(.*?)\s*(?:([+-])\s*(\d+)\s*([dwmy]?))?$/iu
const localDate = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{2}|\d{4})?)?(?:[T\s]+(\S.*))?$/i

/**
 * Returns the time in the format of the API (`2026-11-24T00:00:00`), or undefined for invalid text.
 * @param now what `today` and `now` mean, see `FieldFormats.now`
 */
export function parseDateText(given: string, order: DateOrder, now: Date): string | undefined {
  const text = given.trim().toLowerCase()
  if (text === '') return undefined
  return exact(text, order, now) ?? relative(text, now)
}

export interface DateExpression {
  /**
   * Text that keeps its meaning when it is stored: `today+7`, `2026-11-24` for a whole day, or a time in the format of
   * the API.
   */
  readonly text: string
  /** First moment, in the format of the API. */
  readonly start: string
  /** Whether it names a day, not a moment of it. */
  readonly wholeDay: boolean
}

/** Returns whether a date changes its meaning daily. */
export const isRelative = ({ text, start }: DateExpression): boolean => !start.startsWith(text)

/** Returns the meaning of a typed date, which `parseDateText` reduces to a moment; undefined for invalid text. */
export function parseDateExpression(given: string, order: DateOrder, now: Date): DateExpression | undefined {
  const text = given.trim().toLowerCase()
  const moment = exact(text, order, now)
  if (moment === undefined) {
    const start = text === '' ? undefined : relative(text, now)
    return start === undefined ? undefined : { text, start, wholeDay: !text.startsWith('now') }
  }
  const wholeDay = !/[t\s]/.test(text)
  return { text: wholeDay ? moment.slice(0, 10) : moment, start: moment, wholeDay }
}

function exact(text: string, order: DateOrder, now: Date): string | undefined {
  const yearFirst = datetimeParts(text)
  if (yearFirst !== undefined) return `${yearFirst.date}T${yearFirst.time}`
  const [moment, other] = dateMeanings(text, order, now)
  return other === undefined ? moment : undefined
}

/** Returns the moments that a date without a leading year can mean, day first before month first. */
export function dateMeanings(text: string, order: DateOrder, now: Date): readonly string[] {
  const local = localDate.exec(text.trim())
  if (local === null) return []
  const [first = '', second = '', third, given] = local.slice(1)
  const year =
    third === undefined || third === '' ? now.getFullYear() : Number(third) + (third.length === 2 ? 2000 : 0)
  const time = given === undefined ? '00:00:00' : parseTime(given)
  const found = new Set<string>()
  const add = (day: string, month: string): void => {
    const date = parseDate(`${String(year).padStart(4, '0')}-${month}-${day}`)
    if (date !== undefined && time !== undefined) found.add(`${date}T${time}`)
  }
  if (order !== 'mdy') add(first, second)
  if (order !== 'dmy') add(second, first)
  return [...found]
}

function relative(text: string, now: Date): string | undefined {
  const match = anchored.exec(text)
  if (match === null) return undefined
  const [, word = '', sign, amount, unit = ''] = match
  const start = anchor(word, now)
  if (start === undefined || (word === '' && amount === undefined)) return undefined
  const count = amount === undefined ? 0 : Number(amount) * (sign === '-' ? -1 : 1)
  if (unit === 'm') addMonths(start, count)
  else if (unit === 'y') addMonths(start, 12 * count)
  else start.setUTCDate(start.getUTCDate() + count * (unit === 'w' ? 7 : 1))
  return apiMoment(start)
}

/** Adds months to a date; a day that the month does not have becomes its last day. */
function addMonths(date: Date, count: number): void {
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + count)
  // The day was counted on into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
}

/**
 * Returns the start of the period that a word names; the end of a week, month or year is its last day. The UTC parts of
 * the date are those of the clock: on some days the clock is set forward at midnight, and has no such time.
 */
function anchor(word: string, now: Date): Date | undefined {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const date = (dayOfMonth: number, monthOfYear = month): Date =>
    new Date(Date.UTC(year, monthOfYear, dayOfMonth))
  const day = date(now.getDate())
  if (word === '') return day
  const offset = Object.hasOwn(words, word) ? words[word] : undefined
  if (offset !== undefined) {
    if (word === 'now') day.setUTCHours(now.getHours(), now.getMinutes())
    else day.setUTCDate(day.getUTCDate() + offset)
    return day
  }
  const monday = now.getDate() - ((now.getDay() + 6) % 7)
  const ends: Readonly<Record<string, () => Date>> = {
    bow: () => date(monday),
    eow: () => date(monday + 6),
    bom: () => date(1),
    eom: () => date(0, month + 1),
    boy: () => date(1, 0),
    eoy: () => date(31, 11),
  }
  return Object.hasOwn(ends, word) ? ends[word]?.() : undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns the UTC parts of a date in the format of the API, which has no time zone. */
export function apiMoment(date: Date): string {
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}
