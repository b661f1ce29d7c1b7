/** Formats values of a plan for the database. */
import { intervalText } from '../../model/values/durations.ts'
import { day, endOfData, type Seconds } from '../../planner/time.ts'

const days = new Map<number, string>()

/** Rounds and limits a time as it is stored: within the range of valid data. */
export const storedMoment = (seconds: Seconds): Seconds =>
  Math.min(Math.max(Math.round(seconds), 0), endOfData)

/** Returns a time as a timestamp. */
export function timestamp(seconds: Seconds): string {
  const moment = storedMoment(seconds)
  const date = Math.floor(moment / day)
  let text = days.get(date)
  if (text === undefined) days.set(date, (text = new Date(date * day * 1000).toISOString().slice(0, 10)))
  const second = moment - date * day
  return `${text} ${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** Returns a duration in seconds as an interval. */
export const interval = (seconds: number): string => intervalText(Math.round(seconds) * 1_000_000)
