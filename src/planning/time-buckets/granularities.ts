/** The five granularities: where their buckets start and end, and which days determine their names. */
import { calendarDay, dayNumber, lastWeekday } from './calendar-days.ts'
import { codesIn, type NamingDays } from './template.ts'

export type GranularityName = 'year' | 'quarter' | 'month' | 'week' | 'day'

export interface Granularity {
  readonly name: GranularityName
  /** Rank; a higher level is finer. */
  readonly level: number
  readonly defaultTemplate: string
  /** Codes to add to a template whose names are not unique. */
  readonly requiredCodes: string
  /** Returns the first day of the bucket that contains a day; weeks start on a weekday from 0 = Sunday to 6 = Saturday. */
  startOf(day: number, weekStart: number): number
  /** Returns the first day of the bucket after the one that starts on a day. */
  nextStart(start: number): number
  /** Returns the days that determine the name of the bucket that starts on a day. */
  namingDays(start: number, template: string): NamingDays
}

const monday = 1
const thursday = 4

const afterFirstDay = (start: number): NamingDays => ({
  day: start,
  sundayWeek: start,
  mondayWeek: start,
  isoWeek: start,
})

/** Returns a granularity of whole months. */
const months = (count: number): Pick<Granularity, 'startOf' | 'nextStart' | 'namingDays'> => ({
  startOf: (day) => {
    const { year, month } = calendarDay(day)
    return dayNumber(year, month - ((month - 1) % count), 1)
  },
  nextStart: (start) => {
    const { year, month } = calendarDay(start)
    return dayNumber(year, month + count, 1)
  },
  namingDays: afterFirstDay,
})

/**
 * Returns the naming days of a week: its Monday, or its Thursday if the template numbers weeks by ISO 8601, so that
 * the year next to the week number is the year that the number counts in. Week 00 never occurs: if weeks are counted
 * from Sundays, the week whose Monday is January 1 still belongs to the last Sunday of the year before.
 */
function weekNamingDays(start: number, template: string): NamingDays {
  const firstMonday = lastWeekday(start + 6, monday)
  const firstThursday = lastWeekday(start + 6, thursday)
  const codes = codesIn(template)
  const days = { sundayWeek: firstMonday - 1, mondayWeek: firstMonday, isoWeek: firstThursday }
  if (codes.includes('%V')) return { ...days, day: firstThursday }
  const beforeSunday = codes.includes('%U') && calendarDay(firstMonday).dayOfYear === 1
  return { ...days, day: beforeSunday ? days.sundayWeek : firstMonday }
}

/** Coarse granularities first. */
export const granularities: readonly Granularity[] = [
  { name: 'year', level: 1, defaultTemplate: '%Y', requiredCodes: '%Y', ...months(12) },
  { name: 'quarter', level: 2, defaultTemplate: '%y Q%q', requiredCodes: '%Y and %q', ...months(3) },
  { name: 'month', level: 3, defaultTemplate: '%b %y', requiredCodes: '%Y and %m', ...months(1) },
  {
    name: 'week',
    level: 4,
    defaultTemplate: '%y W%W',
    requiredCodes: '%Y and %W',
    startOf: (day, weekStart) => lastWeekday(day, weekStart),
    nextStart: (start) => start + 7,
    namingDays: weekNamingDays,
  },
  {
    name: 'day',
    level: 5,
    defaultTemplate: '%Y-%m-%d',
    requiredCodes: '%Y, %m and %d',
    startOf: (day) => day,
    nextStart: (start) => start + 1,
    namingDays: afterFirstDay,
  },
]
