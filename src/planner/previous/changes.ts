/** Counts how many orders that are about to start differ from the previous plan. */
import type { PreviousOrderRow } from '../input.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Plan } from '../search/plan.ts'
import type { Seconds } from '../time.ts'
import { proposalsOf } from './proposals.ts'

/**
 * Returns whether a proposal of the previous or the new plan starts before a date. Deliveries are ignored, because
 * they use no capacity.
 */
export const isInside = ({ type, startdate }: PreviousOrderRow, until: Seconds): boolean =>
  type !== 'DLVR' && (startdate ?? until) < until

/**
 * Counts orders that start before a date and differ between two plans: a moved or resized order counts 1, a new or
 * dropped one 0.5.
 */
export function changesInside(
  before: readonly PreviousOrderRow[],
  plan: Plan,
  deliveries: readonly Delivery[],
  until: Seconds,
): number {
  const left = new Map<string, number>()
  for (const row of before) {
    if (!isInside(row, until)) continue
    const mark = markOf(row)
    left.set(mark, (left.get(mark) ?? 0) + 1)
  }
  let changes = 0
  for (const row of proposalsOf(plan, deliveries)) {
    if (!isInside(row, until)) continue
    const mark = markOf(row)
    const count = left.get(mark) ?? 0
    if (count > 0) left.set(mark, count - 1)
    else changes += 0.5
  }
  for (const count of left.values()) changes += count / 2
  return changes
}

/** Returns what an order does, its quantity, dates and resources, as a key. */
function markOf(row: PreviousOrderRow): string {
  const { type, operation, item, location, origin, destination, supplier, batch } = row
  const { quantity, startdate, enddate, resources } = row
  const what = [type, operation, item, location, origin, destination, supplier, batch]
  return JSON.stringify([
    ...what.map((each) => each ?? ''),
    quantity.toFixed(6),
    startdate,
    enddate,
    ...resources.toSorted(),
  ])
}
