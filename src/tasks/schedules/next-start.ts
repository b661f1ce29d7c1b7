/**
 * Computes the next start of a schedule: its times of day on its days of the week, in its time zone. A time that is
 * skipped when clocks go forward starts the schedule immediately afterwards; of a time that occurs twice, the first
 * occurrence starts it.
 */
import { Cron } from 'croner'
import { weekdays } from '../../model/weekdays.ts'

export interface Timetable {
  readonly enabled: boolean
  /** IANA name of the time zone. */
  readonly timeZone: string
  /** Times of day as `HH:MM`. */
  readonly startTimes: readonly string[]
  /** Days of the week, 0 = Sunday. */
  readonly days: readonly number[]
}

/** Returns whether two schedules start at the same times. */
export const isSameTimetable = (one: Timetable, other: Timetable): boolean =>
  timesText(one) === timesText(other)

const timesText = ({ enabled, timeZone, startTimes, days }: Timetable): string =>
  JSON.stringify([enabled, timeZone, [...new Set(startTimes)].toSorted(), days.toSorted((a, b) => a - b)])

/** Returns the first start after a time; undefined if the schedule never starts by itself. */
export const nextStart = (timetable: Timetable, after: Date): Date | undefined =>
  nextStarts(timetable, after, 1)[0]

/** Returns the first `count` starts after a time, without duplicates; fewer if there are no more. */
export function nextStarts(timetable: Timetable, after: Date, count: number): readonly Date[] {
  // Computes a next run only for clocks that have just started, because that is the slow part with many times of day.
  const clocks = clocksOf(timetable).map((clock) => ({ clock, next: clock.nextRun(after) }))
  const starts: Date[] = []
  while (starts.length < count) {
    const times = clocks.flatMap(({ next }) => (next === null ? [] : [next.getTime()]))
    if (times.length === 0) break
    const first = Math.min(...times)
    const start = new Date(first)
    starts.push(start)
    for (const one of clocks) if (one.next?.getTime() === first) one.next = one.clock.nextRun(start)
  }
  return starts
}

export interface StartsQuestion {
  readonly timetable: Timetable
  readonly after: Date
  readonly count: number
}

/** `nextStarts` with a single parameter. */
export const answerStarts = ({ timetable, after, count }: StartsQuestion): readonly Date[] =>
  nextStarts(timetable, after, count)

/** Estimated nanoseconds per time of day and per start. */
const perStart = 150_000

/** Returns the estimated duration of `nextStarts`, in nanoseconds. */
export const startsCost = ({ timetable, count }: StartsQuestion): number =>
  (new Set(timetable.startTimes).size + count) * perStart

/** Returns one clock per time of day: a single clock with two hours would start only once when clocks go forward. */
function clocksOf({ enabled, timeZone, startTimes, days }: Timetable): readonly Cron[] {
  if (!enabled || days.length === 0) return []
  return [...new Set(startTimes)].map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    return new Cron(`0 ${minute} ${hour} * * ${days.join(',')}`, { timezone: timeZone, paused: true })
  })
}

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Returns a time of day as `HH:MM`, or undefined if the value is none. Seconds are accepted if they are zero. */
export function parseStartTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const time = value
    .trim()
    .replace(/^(\d):/, '0$1:')
    .replace(/^(\d\d:\d\d):00$/, '$1')
  return timePattern.test(time) ? time : undefined
}

/** Returns the days of a record with one field per day. */
export function daysOf(record: Readonly<Record<string, unknown>>): readonly number[] {
  return weekdays.flatMap((name, day) => (record[name] === true ? [day] : []))
}
