/** What the plan delivers of a sales order, and whether that is on time. */
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import type { Constraint } from '../../platform/api/plan-trees.ts'
import { isLateDelay } from './delay.ts'

/** Smallest quantity that counts as missing, as a share of the ordered quantity. */
const least = 1e-6

/** Returns the quantity of a sales order that its planned deliveries do not cover; 0 if they cover all of it. */
export function missingOf(ordered: number, orders: readonly PeggedOrder[]): number {
  const delivered = deliveriesOf(orders).reduce(
    (sum, { pegged, quantity }) => sum + (pegged ?? quantity ?? 0),
    0,
  )
  return ordered - delivered > ordered * least ? ordered - delivered : 0
}

/** Returns the planned deliveries, the last one first. */
export const deliveriesOf = (orders: readonly PeggedOrder[]): readonly PeggedOrder[] =>
  orders
    .filter(({ level, enddate }) => level === 0 && enddate !== null)
    .toSorted((a, b) => ((a.enddate ?? '') < (b.enddate ?? '') ? 1 : -1))

/**
 * Returns whether a sales order is known to be delivered in full and on time.
 * @param reasons why it is late or short; undefined if they could not be read
 * @param missing quantity that is not delivered; undefined if unknown
 */
export function isOnTime(
  orders: readonly PeggedOrder[],
  reasons: readonly Constraint[] | undefined,
  missing: number | undefined,
): boolean {
  const [last] = deliveriesOf(orders)
  return last !== undefined && reasons?.length === 0 && missing === 0 && !isLateDelay(last.delay ?? '')
}
