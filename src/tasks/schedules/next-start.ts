/**
 * When a schedule starts next: its times of day on its days of the week, on the clock of its zone. A time that does
 * not occur because clocks go forward starts it at once afterwards; one that occurs twice starts it the first time.
 */
import { Cron } from 'croner'
import { weekdays } from '../../model/entities/scheduled-task.ts'

export interface Timetable {
  readonly enabled: boolean
  /** IANA name. */
  readonly timeZone: string
  /** `HH:MM`. */
  readonly startTimes: readonly string[]
  /** Days of the week, 0 = Sunday. */
  readonly days: readonly number[]
}

/** The first start after a moment; undefined when it never starts by itself. */
export const nextStart = (timetable: Timetable, after: Date): Date | undefined =>
  nextStarts(timetable, after, 1)[0]

/** The first starts after a moment, each once; fewer when there are no more. */
export function nextStarts(timetable: Timetable, after: Date, count: number): readonly Date[] {
  // Only those that have started are asked for their next start: with many times of day that is what takes long.
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

/** `nextStarts` with one parameter. */
export const answerStarts = ({ timetable, after, count }: StartsQuestion): readonly Date[] =>
  nextStarts(timetable, after, count)

/** Nanoseconds that a time of day, and a start, take. */
const perStart = 150_000

/** Estimated nanoseconds that `nextStarts` takes. */
export const startsCost = ({ timetable, count }: StartsQuestion): number =>
  (new Set(timetable.startTimes).size + count) * perStart

/** A clock for each time of day: two hours in one clock would start once where clocks go forward. */
function clocksOf({ enabled, timeZone, startTimes, days }: Timetable): readonly Cron[] {
  if (!enabled || days.length === 0) return []
  return [...new Set(startTimes)].map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    return new Cron(`0 ${minute} ${hour} * * ${days.join(',')}`, { timezone: timeZone, paused: true })
  })
}

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A time of day as `HH:MM`; seconds may follow if they are zero. Undefined when it is none. */
export function parseStartTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const time = value
    .trim()
    .replace(/^(\d):/, '0$1:')
    .replace(/^(\d\d:\d\d):00$/, '$1')
  return timePattern.test(time) ? time : undefined
}

/** PostgreSQL and JavaScript take the same names; offsets and abbreviations do not mean the same to everybody. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Days of a record with a field per day. */
export function daysOf(record: Readonly<Record<string, unknown>>): readonly number[] {
  return weekdays.flatMap((name, day) => (record[name] === true ? [day] : []))
}
