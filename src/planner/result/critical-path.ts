/**
 * Finds what a delivery waits for: follows the latest predecessor upstream to an order that could not start earlier
 * because a resource was busy, because it starts at the earliest possible date, or because it is an existing order.
 * Without this order the delivery would be earlier.
 */
import type { Calendars } from '../network/calendars.ts'
import { busyBefore } from '../search/busy.ts'
import type { Order } from '../search/plan.ts'
import type { Seconds } from '../time.ts'

export interface Cause {
  readonly kind: 'capacity' | 'lead time' | 'await supply'
  /** The binding order. */
  readonly order: Order
  /** Name of its operation, or of the busy resource. */
  readonly owner: string
}

export interface CriticalPath {
  readonly calendars: Calendars
  readonly current: Seconds
  /** Returns the latest predecessor of an order, ignoring the initial stock. */
  readonly lastSource: (order: Order) => Order | undefined
}

/** Adds the orders of the path to a set. */
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
