/** The displayed week or month of a calendar. */
import {
  addDays,
  addMonths,
  dayMinutes,
  daysFrom,
  firstOfMonth,
  mondayOf,
  timeOf,
} from '../../platform/calendar/days.ts'
import type { CalendarsSearch } from './calendars-search.ts'

export interface CalendarPeriod {
  readonly isMonth: boolean
  /** The chosen day. */
  readonly date: string
  /** Dates of whole weeks, from the first Monday. */
  readonly dates: readonly string[]
  readonly first: string
  /** Planning times. */
  readonly start: string
  readonly end: string
}

const weekMs = 7 * dayMinutes * 60_000

/** Returns the period of an address; without a date the one that contains `today`. */
export function periodOf({ view, date = '' }: CalendarsSearch, today: string): CalendarPeriod {
  const isMonth = view === 'month'
  const chosen = date || today
  const first = mondayOf(isMonth ? firstOfMonth(chosen) : chosen)
  const weeks = isMonth ? Math.ceil((timeOf(addMonths(chosen, 1)) - timeOf(first)) / weekMs) : 1
  return {
    isMonth,
    date: chosen,
    dates: daysFrom(first, weeks * 7),
    first,
    start: `${first}T00:00:00`,
    end: `${addDays(first, weeks * 7)}T00:00:00`,
  }
}

/** Returns a day of the period that is the given number of weeks or months later. */
export const dateLater = ({ isMonth, date }: CalendarPeriod, by: number): string =>
  isMonth ? addMonths(date, by) : addDays(date, 7 * by)
