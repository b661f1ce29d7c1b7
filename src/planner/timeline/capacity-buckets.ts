/**
 * Capacity that is counted per time bucket: work may run at any time of its bucket while the bucket has free
 * capacity. Buckets are the steps of a capacity calendar, or days, weeks and months with their open hours. The bucket that
 * contains the current date has the open hours from then on; the hours before are used by the work that began in them.
 */
import type { StepFunction } from '../calendar/step-function.ts'
import { sizedBetween, type WorkingTime } from '../calendar/working-time.ts'
import { lastAtOrBefore } from '../calendar/step-function.ts'
import { day, hour, type Seconds } from '../time.ts'
import { epsilon } from './profile.ts'

/** Whether a load counts quantity times the order quantity, or times the hours of the order. */
export type BucketUnit = 'quantity' | 'hours'

export class CapacityBuckets {
  readonly unit: BucketUnit
  readonly #starts: readonly Seconds[]
  readonly #size: Float64Array
  readonly #room: Float64Array
  readonly #current: Seconds
  readonly #horizon: Seconds
  /** The bucket that contains the current date, and its hours before; undefined if buckets have quantities. */
  readonly #begun: { readonly at: number; readonly elapsed: number; taken: number } | undefined
  /** Capacity of the largest bucket from each one on, computed when it is first asked for. */
  #largest: Float64Array | undefined

  constructor(
    type: string,
    capacity: StepFunction,
    open: WorkingTime,
    { current, horizon }: { readonly current: Seconds; readonly horizon: Seconds },
  ) {
    this.#current = current
    this.#horizon = horizon
    this.unit = type === 'buckets' ? 'quantity' : 'hours'
    this.#starts = type === 'buckets' ? capacity.dates : bucketStarts(type, current, horizon)
    this.#size = Float64Array.from(this.#starts, (start, index) => {
      if (type === 'buckets') return capacity.values[index]!
      const end = this.#starts[index + 1] ?? horizon
      const from = end > current ? Math.max(start, current) : start
      return sizedBetween(capacity, open, from, end).open / hour
    })
    this.#room = this.#size.slice()
    const at = this.#bucketOf(current)
    const start = this.#starts[at]
    if (this.unit === 'hours' && start !== undefined && start < current)
      this.#begun = { at, elapsed: sizedBetween(capacity, open, start, current).open / hour, taken: 0 }
  }

  /** Yields all buckets with capacity and free capacity, which is negative if a bucket is overloaded. */
  *rooms(): Generator<{
    readonly start: Seconds
    readonly end: Seconds
    readonly size: number
    readonly room: number
  }> {
    for (const [index, start] of this.#starts.entries()) {
      const end = this.#starts[index + 1] ?? this.#horizon
      yield { start, end, size: this.#size[index]!, room: this.#room[index]! }
    }
  }

  /** Returns the capacity of the largest bucket that ends after a date. */
  largestFrom(date: Seconds): number {
    this.#largest ??= largestAfter(this.#size)
    return this.#largest[this.#bucketOf(date)] ?? 0
  }

  #bucketOf(date: Seconds): number {
    return Math.max(0, lastAtOrBefore(this.#starts, date))
  }

  /** Returns whether two moments are in different buckets. */
  isApart(one: Seconds, other: Seconds): boolean {
    return this.#bucketOf(one) !== this.#bucketOf(other)
  }

  take(date: Seconds, amount: number): void {
    const at = this.#bucketOf(date)
    const begun = this.#begun
    if (begun === undefined || begun.at !== at || date >= this.#current) {
      this.#room[at]! -= amount
      return
    }
    // Of work that began before the current date, only what exceeds the hours before it is still to be done.
    const before = Math.max(0, begun.taken - begun.elapsed)
    begun.taken += amount
    this.#room[at]! -= Math.max(0, begun.taken - begun.elapsed) - before
  }

  hasRoom(date: Seconds, amount: number): boolean {
    return this.#room[this.#bucketOf(date)]! >= amount - epsilon
  }

  /**
   * Returns the last moment of the latest bucket before that of `date` with enough free capacity; undefined if there
   * is none.
   */
  roomBefore(date: Seconds, amount: number): Seconds | undefined {
    for (let at = this.#bucketOf(date) - 1; at >= 0; at -= 1) {
      if (this.#room[at]! >= amount - epsilon) return this.#starts[at + 1]! - 1
    }
    return undefined
  }

  /** Returns the start of the first bucket after that of `date` with enough free capacity; undefined if there is none. */
  roomAfter(date: Seconds, amount: number): Seconds | undefined {
    for (let at = this.#bucketOf(date) + 1; at < this.#starts.length; at += 1) {
      if (this.#room[at]! >= amount - epsilon) return this.#starts[at]!
    }
    return undefined
  }
}

function bucketStarts(type: string, current: Seconds, horizon: Seconds): readonly Seconds[] {
  const starts: Seconds[] = []
  const first = Math.floor(current / day) * day - 366 * day
  for (let date = first; date < horizon; date += day) {
    const moment = new Date(date * 1000)
    const begins =
      type === 'buckets_day' ||
      (type === 'buckets_week' && moment.getUTCDay() === 1) ||
      (type === 'buckets_month' && moment.getUTCDate() === 1)
    if (begins) starts.push(date)
  }
  return starts
}

/** Returns the largest of the values from each one on. */
function largestAfter(values: Float64Array): Float64Array {
  const largest = values.slice()
  for (let at = largest.length - 2; at >= 0; at -= 1) largest[at] = Math.max(largest[at]!, largest[at + 1]!)
  return largest
}
