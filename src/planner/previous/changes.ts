/** How many orders that are about to begin a plan changes against the previous one. */
import type { PreviousOrderRow } from '../input.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Plan } from '../search/plan.ts'
import type { Seconds } from '../time.ts'
import { proposalsOf } from './proposals.ts'

/** Whether a proposal of the previous plan, or of a new one, begins before a moment; deliveries take no time of anybody. */
export const isInside = ({ type, startdate }: PreviousOrderRow, until: Seconds): boolean =>
  type !== 'DLVR' && (startdate ?? until) < until

/**
 * Orders that begin before a moment in one of two plans and not just so in the other: one that is moved or resized counts
 * once, one that is new or dropped a half.
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

/** What is done, how much of it, when and on what. */
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
