/**
 * Calendars as values over time. A calendar has a default value and dated entries, which may be limited to days of
 * the week and hours of the day. If several entries apply, the one with the lowest priority number wins; among equal
 * ones, the one with the latest start.
 *
 * Compiled to sorted breakpoints, reading a value is one binary search.
 */
import { day, type Seconds } from '../time.ts'

export interface CalendarEntry {
  readonly start: Seconds
  /** Exclusive. */
  readonly end: Seconds
  readonly value: number
  readonly priority: number
  /** One bit per day of the week: 1 = Sunday, 2 = Monday, … 64 = Saturday. */
  readonly weekdays: number
  /** Second of the day from which the entry applies. */
  readonly from: number
  /** Second of the day until which the entry applies; 86,400 = end of the day. */
  readonly until: number
}

export interface Calendar<Entry extends CalendarEntry = CalendarEntry> {
  readonly name: string
  readonly defaultValue: number
  readonly entries: readonly Entry[]
}

/** A value that is constant between breakpoints. The first breakpoint is the start of the window. */
export interface StepFunction {
  readonly dates: readonly Seconds[]
  readonly values: readonly number[]
}

export const everyDay = 127
export const wholeDay = 86_400

/** Returns the index of the last element at or before `date`; -1 if all are later. `dates` must be ascending. */
export function lastAtOrBefore(dates: readonly number[] | Float64Array, date: number): number {
  let low = 0
  let high = dates.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (dates[middle]! <= date) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the value at a moment; before the window, the value at its start. */
export function valueAt({ dates, values }: StepFunction, date: Seconds): number {
  return values[Math.max(0, lastAtOrBefore(dates, date))]!
}

/** Returns a level that is constant or follows a calendar. */
export const levelAt = (level: number | StepFunction, date: Seconds): number =>
  typeof level === 'number' ? level : valueAt(level, date)

const highest = new WeakMap<StepFunction, number>()

/** Returns the highest value of a level; each calendar, which may have many values, is read once. */
export function highestOf(level: number | StepFunction): number {
  if (typeof level === 'number') return level
  let most = highest.get(level)
  if (most === undefined) {
    most = level.values.reduce((one, other) => Math.max(one, other), -Infinity)
    highest.set(level, most)
  }
  return most
}

/** Maximum number of starts and ends of entries in a compiled calendar, limited by memory. */
const mostBreakpoints = 4_000_000

/**
 * Returns the breakpoints of a calendar within the window [from, to): the dates on which its value changes, or every
 * start and end of an entry if entries are counted separately.
 *
 * @throws RangeError above `mostBreakpoints`
 */
export function compileCalendar(
  calendar: Calendar,
  from: Seconds,
  to: Seconds,
  breaks: 'changes' | 'entries' = 'changes',
): StepFunction {
  const dates: Seconds[] = []
  const values: number[] = []
  visitWinners(calendar, from, to, (date, winner) => {
    const value = winner?.value ?? calendar.defaultValue
    if (breaks === 'changes' && values.at(-1) === value) return
    dates.push(date)
    values.push(value)
  })
  return { dates, values }
}

/**
 * An interval in which one entry determines the value of a calendar; `entry` is undefined where the default value
 * applies.
 */
export interface EffectiveStretch<Entry> {
  readonly from: Seconds
  /** Exclusive. */
  readonly to: Seconds
  readonly entry: Entry | undefined
}

/**
 * Returns the effective entries of a calendar within the window [from, to), without gaps.
 *
 * @throws RangeError above `mostBreakpoints`
 */
export function effectiveStretches<Entry extends CalendarEntry>(
  calendar: Calendar<Entry>,
  from: Seconds,
  to: Seconds,
): readonly EffectiveStretch<Entry>[] {
  const winners: { readonly date: Seconds; readonly entry: Entry | undefined }[] = []
  visitWinners(calendar, from, to, (date, entry) => {
    if (winners.length === 0 || winners.at(-1)?.entry !== entry) winners.push({ date, entry })
  })
  return winners.map(({ date, entry }, index) => ({ from: date, to: winners[index + 1]?.date ?? to, entry }))
}

/** Calls `visit` with the effective entry at each start or end of an entry, in ascending order. */
function visitWinners<Entry extends CalendarEntry>(
  calendar: Calendar<Entry>,
  from: Seconds,
  to: Seconds,
  visit: (date: Seconds, winner: Entry | undefined) => void,
): void {
  const entries = calendar.entries
    .filter(({ start, end, from: begin, until }) => start < to && end > from && begin < until)
    .toSorted((a, b) => a.priority - b.priority || b.start - a.start)
  const boundaries = [from]
  for (const entry of entries) {
    addBoundaries(entry, from, to, boundaries)
    if (boundaries.length > mostBreakpoints) {
      const reason = `has ${entries.length} entries, which begin and end more than ${mostBreakpoints} times`
      throw new RangeError(`The calendar "${calendar.name}" ${reason}.`)
    }
  }
  let last: Seconds | undefined
  for (const date of Float64Array.from(boundaries).sort()) {
    if (date === last) continue
    last = date
    visit(date, winnerAt(entries, date))
  }
}

/** Measured compile time per day of an entry, and per comparison of a breakpoint with an entry, in nanoseconds. */
const perDay = 200
const perComparison = 8

/** Estimated time to compile a calendar within the window [from, to), in nanoseconds. */
export function compileCost({ entries }: Calendar, from: Seconds, to: Seconds): number {
  const days = entries.reduce((sum, { start, end }) => {
    const seconds = Math.min(end, to) - Math.max(start, from)
    return sum + Math.max(0, seconds) / day
  }, 0)
  return days * (perDay + perComparison * entries.length)
}

/** Day of the week, 0 = Sunday. 1970-01-01 was a Thursday. */
const weekday = (date: Seconds): number => (((Math.floor(date / day) + 4) % 7) + 7) % 7

/** Returns the first of the entries that applies at the moment. */
function winnerAt<Entry extends CalendarEntry>(entries: readonly Entry[], date: Seconds): Entry | undefined {
  const bit = 1 << weekday(date)
  const second = date - Math.floor(date / day) * day
  for (const entry of entries) {
    if (second < entry.from || second >= entry.until || (entry.weekdays & bit) === 0) continue
    if (date >= entry.start && date < entry.end) return entry
  }
  return undefined
}

function addBoundaries(entry: CalendarEntry, from: Seconds, to: Seconds, boundaries: Seconds[]): void {
  const add = (date: Seconds): void => {
    if (date > from && date < to) boundaries.push(date)
  }
  add(entry.start)
  add(entry.end)
  const everyHour = entry.from === 0 && entry.until === wholeDay
  if (everyHour && entry.weekdays === everyDay) return
  const last = Math.min(entry.end, to)
  for (let date = Math.floor(Math.max(entry.start, from) / day) * day; date < last; date += day) {
    const holds = (entry.weekdays & (1 << weekday(date))) !== 0
    if (everyHour) {
      if (holds !== ((entry.weekdays & (1 << weekday(date - day))) !== 0)) add(date)
    } else if (holds) {
      add(date + entry.from)
      add(date + entry.until)
    }
  }
}
