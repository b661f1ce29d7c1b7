/** Finds intervals with too little stock against safety stock, or too little capacity against its use. */
import { valueAt } from '../calendar/step-function.ts'
import type { Buffer, Resource } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { BufferEvents, StockEvents } from './stock-events.ts'

export interface Shortage {
  readonly from: Seconds
  readonly to: Seconds
  /** Maximum missing quantity in the interval: below zero, or below the minimum. */
  readonly missing: number
  /** Whether the level is below zero, not only below its minimum, in the whole interval. */
  readonly negative: boolean
}

export const minimumAt = ({ minimum }: Buffer, date: Seconds): number =>
  typeof minimum === 'number' ? minimum : valueAt(minimum, date)

/** Returns the intervals from the current date on in which stock is below its minimum; those below zero are intervals of their own. */
export function stockShortages(
  { dates: moved, quantities }: StockEvents,
  { buffer, from, until }: BufferEvents,
  current: Seconds,
): readonly Shortage[] {
  if (buffer.infinite) return []
  const changes =
    typeof buffer.minimum === 'number' ? [] : buffer.minimum.dates.filter((date) => date > current)
  if (from === until && minimumAt(buffer, current) <= buffer.onhand && changes.length === 0) return []
  const shortages: Shortage[] = []
  let level = buffer.onhand
  let next = from
  let open: { from: Seconds; missing: number; negative: boolean } | undefined
  const dates = [current, ...changes]
  for (let event = from; event < until; event += 1) if (moved[event]! > current) dates.push(moved[event]!)
  for (const date of changes.length === 0 ? dates : dates.sort((a, b) => a - b)) {
    while (next < until && moved[next]! <= date) level += quantities[next++]!
    const negative = level < -epsilon
    const missing = (negative ? 0 : minimumAt(buffer, date)) - level
    if (open !== undefined && (missing <= epsilon || open.negative !== negative)) {
      shortages.push({ ...open, to: date })
      open = undefined
    }
    if (missing <= epsilon) continue
    open ??= { from: date, missing: 0, negative }
    open.missing = Math.max(open.missing, missing)
  }
  if (open !== undefined) shortages.push({ ...open, to: never })
  return shortages
}

/** Returns the intervals from the current date on in which a resource is overloaded. */
export function overloads(resource: Resource, current: Seconds): readonly Shortage[] {
  const { free, buckets, infinite } = resource
  if (infinite) return []
  if (buckets !== undefined) {
    return [...buckets.rooms()]
      .filter(({ end, room }) => end > current && room < -epsilon)
      .map(({ start, end, room }) => ({ from: start, to: end, missing: -room, negative: true }))
  }
  const found: Shortage[] = []
  for (let date = current; ;) {
    const from = free.firstBelow(date, never, 0)
    if (from === never) return found
    const to = free.firstAtLeast(from, 0)
    found.push({ from, to, missing: Math.max(epsilon, -free.level(from)), negative: true })
    if (to === never) return found
    date = to
  }
}
