/** The three ways to number the weeks of a year. */
import { calendarDay, lastWeekday } from './calendar-days.ts'

const sunday = 0
const monday = 1
const thursday = 4

/** `%U`: weeks start on Sunday, the first Sunday of the year starts week 1; days before it are in week 0. */
export const weekFromSunday = (day: number): number => weekFrom(day, sunday)

/** `%W`: weeks start on Monday, the first Monday of the year starts week 1; days before it are in week 0. */
export const weekFromMonday = (day: number): number => weekFrom(day, monday)

function weekFrom(day: number, weekday: number): number {
  const { year, dayOfYear } = calendarDay(lastWeekday(day, weekday))
  return year === calendarDay(day).year ? Math.ceil(dayOfYear / 7) : 0
}

/** `%V`: ISO 8601; a week from Monday to Sunday belongs to the year of its Thursday. There is no week 0. */
export function isoWeek(day: number): number {
  return Math.ceil(calendarDay(lastWeekday(day, monday) + thursday - monday).dayOfYear / 7)
}
