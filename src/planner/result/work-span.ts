/** The time in which the orders of a plan use resources. */
import type { Seconds } from '../time.ts'

export interface WorkSpan {
  /** The first start; later than `last` if no order uses a resource. */
  readonly first: Seconds
  readonly last: Seconds
}

/** What the span depends on of an order. */
export interface TimedOrder {
  readonly uses: readonly unknown[]
  readonly start: Seconds
  readonly end: Seconds
}

const noWork: WorkSpan = { first: Infinity, last: -Infinity }

/** Returns the span of some orders, extended from another one. */
export function workSpan(orders: Iterable<TimedOrder>, { first, last }: WorkSpan = noWork): WorkSpan {
  let [from, to] = [first, last]
  for (const { uses, start, end } of orders) {
    if (uses.length === 0) continue
    from = Math.min(from, start)
    to = Math.max(to, end)
  }
  return { first: from, last: to }
}
