/**
 * What a delivery has waited for: from it back along what came last, to an order that could not start sooner, because a
 * resource was busy, because it starts as soon as anything can, or because it was there already. Were that removed, the
 * delivery would be sooner.
 */
import type { Calendars } from '../network/calendars.ts'
import { busyBefore } from '../search/busy.ts'
import type { Order } from '../search/plan.ts'
import type { Seconds } from '../time.ts'

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
  /** Of all that feeds an order, but for stock that was there at the start, what came last. */
  readonly lastSource: (order: Order) => Order | undefined
}

/** Adds the orders along the path to a set. */
export function causeOf(path: CriticalPath, delivery: Order, visited: Set<Order>): Cause {
  const seen = new Set<Order>()
  for (let order = delivery; ;) {
    seen.add(order)
    visited.add(order)
    const { name } = order.operation
    if (order.locked !== undefined) return { kind: 'await supply', order, owner: name }
    const busy = busyBefore(path.calendars, order, path.current)
    if (busy !== undefined) return { kind: 'capacity', order, owner: busy.name }
    const next = order.start > path.current ? path.lastSource(order) : undefined
    if (next === undefined || seen.has(next)) return { kind: 'lead time', order, owner: name }
    order = next
  }
}
