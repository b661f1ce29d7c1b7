/**
 * What a delivery has waited for: from it back along what came last, to an order that could not start sooner, because a
 * resource was busy, because it starts as soon as anything can, or because it was there already. Were that removed, the
 * delivery would be sooner.
 */
import type { Calendars } from '../network/calendars.ts'
import { busyBefore } from '../search/busy.ts'
import type { Order } from '../search/plan.ts'
import type { Seconds } from '../time.ts'
import type { Numbering } from './numbering.ts'
import type { Pegging } from './shares.ts'

export interface Cause {
  readonly kind: 'capacity' | 'lead time' | 'await supply'
  /** The order that binds. */
  readonly order: Order
  /** Name of its operation, or of the resource that is busy. */
  readonly owner: string
}

export interface CriticalPath {
  readonly calendars: Calendars
  readonly current: Seconds
  readonly pegging: Pegging
  readonly numbering: Numbering
}

export function causeOf(path: CriticalPath, delivery: number): Cause {
  const { orders } = path.numbering
  const seen = new Set<number>()
  for (let number = delivery; ;) {
    seen.add(number)
    const order = orders[number]!
    const { name } = order.operation
    if (order.locked !== undefined) return { kind: 'await supply', order, owner: name }
    const busy = busyBefore(path.calendars, order, path.current)
    if (busy !== undefined) return { kind: 'capacity', order, owner: busy.name }
    const next = order.start > path.current ? lastSource(path, number) : undefined
    if (next === undefined || seen.has(next)) return { kind: 'lead time', order, owner: name }
    number = next
  }
}

/** Of all that feeds an order, but for stock that was there at the start, what came last. */
function lastSource({ pegging, numbering }: CriticalPath, number: number): number | undefined {
  const { edges, upstream } = pegging
  let last: number | undefined
  let smallest = Infinity
  for (let at = upstream.begins[number]!; at < upstream.begins[number + 1]!; at += 1) {
    const edge = upstream.list[at]!
    const producer = edges.producers[edge]!
    if (producer >= numbering.orders.length || edges.gaps[edge]! >= smallest) continue
    ;[last, smallest] = [producer, edges.gaps[edge]!]
  }
  return last
}
