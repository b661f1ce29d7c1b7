/**
 * Working time: the intervals in which all of some calendars are open. Closed time interrupts work without splitting
 * it. Prefix sums of open seconds reduce "n seconds of work from here" to two binary searches, forward and backward.
 */
import { never, type Seconds } from '../time.ts'
import { lastAtOrBefore, type StepFunction } from './step-function.ts'

export interface WorkingTime {
  /** Whether it is always open. */
  readonly always: boolean
  /** Returns the first open moment from `date` on; `never` if there is none. */
  open(date: Seconds): Seconds
  /** Returns the last moment up to `date` at which work can end; `-never` if there is none. */
  openBefore(date: Seconds): Seconds
  /**
   * Returns the end of work of `seconds` that starts at the first open moment from `date` on. Work of 0 seconds ends
   * at once.
   */
  finish(date: Seconds, seconds: number): Seconds
  /** Returns the latest start of work of `seconds` that ends by `date`. */
  begin(date: Seconds, seconds: number): Seconds
  /** Returns the open seconds between two moments. */
  between(from: Seconds, to: Seconds): number
  /** Returns the closed intervals between two moments. */
  closed(from: Seconds, to: Seconds): readonly Stretch[]
}

export type Stretch = readonly [from: Seconds, to: Seconds]

export const alwaysOpen: WorkingTime = {
  always: true,
  open: (date) => date,
  openBefore: (date) => date,
  finish: (date, seconds) => date + seconds,
  begin: (date, seconds) => date - seconds,
  between: (from, to) => Math.max(0, to - from),
  closed: () => [],
}

/** Open and closed time times a size, in seconds. */
export interface SizedTime {
  readonly open: number
  readonly closed: number
}

/** Returns the open and the closed time between two moments, each times the size at the time. */
export function sizedBetween(size: StepFunction, work: WorkingTime, start: Seconds, end: Seconds): SizedTime {
  let [open, closed] = [0, 0]
  for (let from = start; from < end;) {
    const at = lastAtOrBefore(size.dates, from)
    const to = Math.min(end, size.dates[at + 1] ?? end)
    const each = size.values[Math.max(0, at)]!
    const worked = work.between(from, to)
    open += each * worked
    closed += each * (to - from - worked)
    from = to
  }
  return { open, closed }
}

/** Intervals of open time in ascending order, as columns. The first may start at `-never`, the last may end at `never`. */
export interface OpenTime {
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/** Returns the working time in which every calendar has a value other than 0. */
export function workingTime(calendars: readonly StepFunction[]): WorkingTime {
  return calendars.length === 0 ? alwaysOpen : workingTimeOf(openTimeOf(calendars))
}

/** Returns the working time with these open intervals. */
export function workingTimeOf({ starts, ends }: OpenTime): WorkingTime {
  if (starts.length === 1 && starts[0] === -never && ends[0] === never) return alwaysOpen
  return new Intervals(starts, ends)
}

/** Returns the intervals in which every calendar has a value other than 0. */
export function openTimeOf(calendars: readonly StepFunction[]): OpenTime {
  const dates = Float64Array.from(calendars.flatMap((calendar) => calendar.dates)).sort()
  const [starts, ends]: [Seconds[], Seconds[]] = [[], []]
  // Index of the current step of each calendar.
  const steps = calendars.map(() => 0)
  for (const date of dates) {
    let open = true
    for (const [number, calendar] of calendars.entries()) {
      let step = steps[number]!
      while (step + 1 < calendar.dates.length && calendar.dates[step + 1]! <= date) step += 1
      steps[number] = step
      open &&= calendar.values[step] !== 0
    }
    // The values at the edges of the window apply beyond them.
    if (open && starts.length === ends.length) starts.push(date === dates[0] ? -never : date)
    else if (!open && starts.length > ends.length) ends.push(date)
  }
  // Without a calendar, all time is open.
  if (calendars.length === 0) starts.push(-never)
  if (starts.length > ends.length) ends.push(never)
  return { starts: Float64Array.from(starts), ends: Float64Array.from(ends) }
}

class Intervals implements WorkingTime {
  readonly always = false
  readonly #starts: Float64Array
  readonly #ends: Float64Array
  /** Open seconds before each interval, counted from the end of the first one, whose start may be infinite. */
  readonly #worked: Float64Array

  constructor(starts: Float64Array, ends: Float64Array) {
    this.#starts = starts
    this.#ends = ends
    this.#worked = new Float64Array(starts.length)
    for (let index = 1; index < starts.length; index += 1) {
      const before = index === 1 ? 0 : this.#worked[index - 1]! + this.#length(index - 1)
      this.#worked[index] = before
    }
  }

  #length(index: number): number {
    return this.#ends[index]! - this.#starts[index]!
  }

  /** Returns the index of the first interval that ends after `date`. */
  #after(date: Seconds): number {
    return lastAtOrBefore(this.#ends, date) + 1
  }

  open(date: Seconds): Seconds {
    const index = this.#after(date)
    return index === this.#ends.length ? never : Math.max(date, this.#starts[index]!)
  }

  openBefore(date: Seconds): Seconds {
    const index = this.#before(date)
    return index < 0 ? -never : Math.min(date, this.#ends[index]!)
  }

  /** Returns the index of the last interval that starts before `date`. */
  #before(date: Seconds): number {
    const index = lastAtOrBefore(this.#starts, date)
    return index >= 0 && this.#starts[index] === date ? index - 1 : index
  }

  /** Returns the open seconds up to a moment within or at the edge of an interval; negative in the first one. */
  #workedAt(index: number, date: Seconds): number {
    return index === 0 ? date - this.#ends[0]! : this.#worked[index]! + date - this.#starts[index]!
  }

  /** Returns the moment within an interval at which a number of open seconds has passed. */
  #dateOf(index: number, worked: number): Seconds {
    return index === 0 ? worked + this.#ends[0]! : this.#starts[index]! + worked - this.#worked[index]!
  }

  finish(date: Seconds, seconds: number): Seconds {
    if (seconds === 0) return date
    const first = this.#after(date)
    if (first === this.#ends.length) return never
    // Only a first interval without an end has no zero to count from.
    if (first === 0 && this.#ends[0] === never) return Math.max(date, this.#starts[0]!) + seconds
    const target = this.#workedAt(first, Math.max(date, this.#starts[first]!)) + seconds
    let low = first
    let high = this.#ends.length
    // Finds the last interval with less open time before its start than the target.
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (this.#worked[middle]! < target) low = middle
      else high = middle
    }
    const end = this.#dateOf(low, target)
    return end <= this.#ends[low]! ? end : never
  }

  begin(date: Seconds, seconds: number): Seconds {
    if (seconds === 0) return date
    const last = this.#before(date)
    if (last < 0) return -never
    if (last === 0 && this.#ends[0] === never) {
      const start = date - seconds
      return start >= this.#starts[0]! ? start : -never
    }
    const target = this.#workedAt(last, Math.min(date, this.#ends[last]!)) - seconds
    let low = 0
    let high = last
    // Finds the last interval with at most the target of open time before its start.
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#worked[middle]! <= target) low = middle
      else high = middle - 1
    }
    const start = this.#dateOf(target < 0 ? 0 : low, target)
    return start >= this.#starts[target < 0 ? 0 : low]! ? start : -never
  }

  between(from: Seconds, to: Seconds): number {
    const first = this.#after(from)
    const last = lastAtOrBefore(this.#starts, to)
    if (to <= from || first > last) return 0
    const lastPart = Math.min(to, this.#ends[last]!)
    if (first === last) return lastPart - Math.max(from, this.#starts[last]!)
    const firstPart = this.#ends[first]! - Math.max(from, this.#starts[first]!)
    const worked = first + 1 === last ? 0 : this.#worked[last]! - this.#worked[first + 1]!
    return firstPart + worked + lastPart - this.#starts[last]!
  }

  closed(from: Seconds, to: Seconds): readonly Stretch[] {
    const stretches: Stretch[] = []
    let date = from
    for (let index = this.#after(from); date < to; index += 1) {
      const start = Math.min(to, this.#starts[index] ?? to)
      if (start > date) stretches.push([date, start])
      date = this.#ends[index] ?? to
    }
    return stretches
  }
}
