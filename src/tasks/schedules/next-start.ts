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
export function nextStart({ enabled, timeZone, startTimes, days }: Timetable, after: Date): Date | undefined {
  if (!enabled || days.length === 0) return undefined
  const starts = startTimes.map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    const pattern = `0 ${minute} ${hour} * * ${days.join(',')}`
    return new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(after) ?? undefined
  })
  return starts
    .filter((start) => start !== undefined)
    .reduce<Date | undefined>(
      (first, start) => (first === undefined || start < first ? start : first),
      undefined,
    )
}

/** The first starts after a moment, each once; fewer when there are no more. */
export function nextStarts(timetable: Timetable, after: Date, count: number): readonly Date[] {
  const starts: Date[] = []
  while (starts.length < count) {
    const start = nextStart(timetable, starts.at(-1) ?? after)
    if (start === undefined) break
    starts.push(start)
  }
  return starts
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
