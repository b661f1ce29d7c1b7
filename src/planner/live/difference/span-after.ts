/** Keeps the span of the work of a plan up to date, because a large plan has hundreds of thousands of orders. */
import { type TimedOrder, type WorkSpan, workSpan } from '../../result/work-span.ts'
import type { Seconds } from '../../time.ts'

/** The part of a `PlanDifference` that changes the span. */
interface WorkDifference {
  readonly added: ReadonlySet<TimedOrder>
  readonly gone: ReadonlySet<TimedOrder>
  readonly moved: ReadonlyMap<TimedOrder, Seconds>
}

/**
 * Returns the span after a difference. `orders` are all orders after it; they are only read if the order that began
 * first or ended last may have been removed or moved. If it was first moved later and then removed, the span may begin
 * too early, which only adds empty time buckets.
 */
export function spanAfter(
  before: WorkSpan,
  { added, gone, moved }: WorkDifference,
  orders: Iterable<TimedOrder>,
): WorkSpan {
  // The resources of removed orders may already be released.
  for (const { start, end } of gone) if (start <= before.first || end >= before.last) return workSpan(orders)
  for (const start of moved.values()) if (start <= before.first) return workSpan(orders)
  const now = [...added].filter((order) => !gone.has(order))
  return workSpan([...now, ...moved.keys()], before)
}
