/** Templates for names of buckets: any characters, plus codes that stand for parts of a date. */
import { type CalendarDay, calendarDay } from './calendar-days.ts'
import type { CalendarNames } from './calendar-names.ts'
import { isoWeek, weekFromMonday, weekFromSunday } from './week-numbers.ts'

/** The days that determine the name of a bucket: one for most codes, and one for each way to number weeks. */
export interface NamingDays {
  readonly day: number
  readonly sundayWeek: number
  readonly mondayWeek: number
  readonly isoWeek: number
}

interface Naming {
  readonly date: CalendarDay
  readonly days: NamingDays
  readonly names: CalendarNames
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

const codes: ReadonlyMap<string, (naming: Naming) => string> = new Map([
  ['%a', ({ date, names }) => names.shortWeekdays[date.weekday]!],
  ['%A', ({ date, names }) => names.weekdays[date.weekday]!],
  ['%w', ({ date }) => String(date.weekday)],
  ['%d', ({ date }) => padded(date.day, 2)],
  ['%b', ({ date, names }) => names.shortMonths[date.month - 1]!],
  ['%B', ({ date, names }) => names.months[date.month - 1]!],
  ['%m', ({ date }) => padded(date.month, 2)],
  ['%q', ({ date }) => String(Math.ceil(date.month / 3))],
  ['%y', ({ date }) => padded(date.year % 100, 2)],
  ['%Y', ({ date }) => String(date.year)],
  ['%j', ({ date }) => padded(date.dayOfYear, 3)],
  ['%U', ({ days }) => padded(weekFromSunday(days.sundayWeek), 2)],
  ['%W', ({ days }) => padded(weekFromMonday(days.mondayWeek), 2)],
  ['%V', ({ days }) => padded(isoWeek(days.isoWeek), 2)],
  ['%%', () => '%'],
] as const)

/** All codes, for messages. */
export const templateCodes: readonly string[] = [...codes.keys()]

/** Returns the codes of a template, each with its percent sign; `%` alone at the end. */
export function codesIn(template: string): readonly string[] {
  return template.match(codePattern) ?? []
}

const codePattern = /%[^]?/gu

/** Returns the first unknown code, or undefined. */
export function unknownCode(template: string): string | undefined {
  return codesIn(template).find((code) => !codes.has(code))
}

/** Returns the name that a template without unknown codes makes; leading and trailing blanks are removed. */
export function renderTemplate(template: string, days: NamingDays, names: CalendarNames): string {
  const naming = { date: calendarDay(days.day), days, names }
  return template.replace(codePattern, (code) => codes.get(code)?.(naming) ?? code).trim()
}
