/**
 * Days of the calendar as numbers, so that adding and comparing them is arithmetic: day 0 is 1970-01-01. Planning
 * time has no time zone, so all days have the same length.
 */

const millisecondsPerDay = 86_400_000

export interface CalendarDay {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  /** 0 = Sunday, 6 = Saturday. */
  readonly weekday: number
  /** From 1. */
  readonly dayOfYear: number
}

/** Returns the number of a day; month 13 is January of the next year. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / millisecondsPerDay
}

export function calendarDay(number: number): CalendarDay {
  const date = new Date(number * millisecondsPerDay)
  const year = date.getUTCFullYear()
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    dayOfYear: number - dayNumber(year, 1, 1) + 1,
  }
}

/** Returns the day as `YYYY-MM-DD`. */
export function dateText(number: number): string {
  return new Date(number * millisecondsPerDay).toISOString().slice(0, 10)
}

/** Returns the number of a day in the format `YYYY-MM-DD`; the text must be a valid date. */
export function parseDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / millisecondsPerDay
}

/** Returns the last day on or before a day that is the given weekday. */
export function lastWeekday(day: number, weekday: number): number {
  return day - ((calendarDay(day).weekday - weekday + 7) % 7)
}
