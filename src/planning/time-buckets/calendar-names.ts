/** Names of weekdays and months in a language. */
import { dayNumber } from './calendar-days.ts'

export interface CalendarNames {
  /** From Sunday. */
  readonly weekdays: readonly string[]
  readonly shortWeekdays: readonly string[]
  /** From January. */
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
}

/** Returns the names in the language with a tag such as `en` or `pt-br`. */
export function calendarNames(language: string): CalendarNames {
  const named = (part: Intl.DateTimeFormatOptions, days: readonly number[]): readonly string[] => {
    const format = new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC', calendar: 'gregory' })
    return days.map((day) => format.format(day * 86_400_000))
  }
  const week = Array.from({ length: 7 }, (_, weekday) => dayNumber(2023, 1, 1 + weekday))
  const year = Array.from({ length: 12 }, (_, month) => dayNumber(2023, 1 + month, 1))
  return {
    weekdays: named({ weekday: 'long' }, week),
    shortWeekdays: named({ weekday: 'short' }, week),
    months: named({ month: 'long' }, year),
    shortMonths: named({ month: 'short' }, year),
  }
}
