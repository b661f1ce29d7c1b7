/** Computes days and times in planning time, which has no time zone: `2026-12-01T08:00:00`. */
import { dayMs, nowInPlan, nowOfService } from '../formats/instants.ts'

const minuteMs = 60_000
/** Number of minutes in a day. */
export const dayMinutes = 1_440

/** Returns milliseconds since 1970, with planning time taken as UTC. */
export const timeOf = (moment: string): number =>
  Date.parse(`${moment.length === 10 ? `${moment}T00:00:00` : moment.slice(0, 19)}Z`)
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the current day of the plan of a scenario. */
export const todayInPlan = (scenario: string): string => dateOf(nowInPlan(scenario))

/**
 * Returns the day by the clock of the service.
 * @param zone IANA time zone of the service; empty for the zone of the browser
 */
export const todayOfService = (zone: string): string => dateOf(nowOfService(zone))

export const addDays = (date: string, days: number): string =>
  dateOf(timeOf(date.slice(0, 10)) + days * dayMs)

/** Returns the Monday of the week that contains a day. */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(timeOf(date.slice(0, 10))).getUTCDay() + 6) % 7))

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/** Returns the first day of the month that is the given number of months later. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return dateOf(Date.UTC(year, month - 1 + months, 1))
}

export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Returns planning time without its time zone: `2026-12-01T08:00:00`. */
export const momentText = (time: number): string => new Date(time).toISOString().slice(0, 19)

/** Returns a time of a day; 1440 minutes are the start of the next day. */
export const momentAt = (date: string, minutes: number): string =>
  momentText(timeOf(date) + minutes * minuteMs)

/** Returns whether a day or a time, with or without its seconds, is the start of a day. */
export const isMidnight = (moment: string): boolean => /^(?:T00:00(?::00)?)?$/.test(moment.slice(10, 19))

/** Returns the minutes from the start of a day to a time; negative before it. */
export const minutesFrom = (date: string, moment: string): number =>
  (timeOf(moment) - timeOf(date)) / minuteMs

/** Returns `08:30`; the end of a day is `24:00`. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
