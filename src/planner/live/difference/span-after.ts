/** Keeps the span of the work of a plan up to date, because a large plan has hundreds of thousands of orders. */
import { type Work, type WorkSpan, workSpan } from '../../result/work-span.ts'
import type { Seconds } from '../../time.ts'

/** The part of a `PlanDifference` that changes the span. */
interface WorkDifference {
  readonly added: ReadonlySet<Work>
  readonly gone: ReadonlySet<Work>
  readonly moved: ReadonlyMap<Work, Seconds>
}

/**
 * Returns the span after a difference. `orders` are all orders after it; they are only read if the order that began
 * first or ended last may have been removed or moved.
 */
export function spanAfter(
  before: WorkSpan,
  { added, gone, moved }: WorkDifference,
  orders: Iterable<Work>,
): WorkSpan {
  // The resources of removed orders may already be released.
  for (const { start, end } of gone) if (start <= before.first || end >= before.last) return workSpan(orders)
  for (const start of moved.values()) if (start <= before.first) return workSpan(orders)
  const now = [...added].filter((order) => !gone.has(order))
  return workSpan([...now, ...moved.keys()], before)
}
