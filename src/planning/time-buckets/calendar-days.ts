/**
 * Days of the calendar as numbers, so that adding and comparing them is arithmetic: day 0 is 1970-01-01. Planning
 * time has no zone, so no day is ever shorter or longer than another.
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

/** Number of a day; a month of 13 is January of the next year. */
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

/** The day as `YYYY-MM-DD`. */
export function dateText(number: number): string {
  return new Date(number * millisecondsPerDay).toISOString().slice(0, 10)
}

/** Number of a day written `YYYY-MM-DD`; the text must be a day of the calendar. */
export function parseDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / millisecondsPerDay
}

/** The last day on or before a day that is a given weekday. */
export function lastWeekday(day: number, weekday: number): number {
  return day - ((calendarDay(day).weekday - weekday + 7) % 7)
}
