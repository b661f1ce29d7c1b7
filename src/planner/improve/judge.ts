/**
 * Decides which of two plans for the same demands is better. Strictly, the most urgent affected level decides: no
 * more urgent level and not the total may be later than before. With weights, the weighted lateness decides.
 */
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'

/** Quantity-days that are ignored: one second of a day. */
const slight = 1e-5

/** Negative if the first is more urgent; 0 if both are equally urgent. */
export const byLevel = (a: Demand, b: Demand): number =>
  Number(b.firm) - Number(a.firm) || a.priority - b.priority

/**
 * Returns whether the new plan is better; if the lateness is equal, the changeover time in seconds decides. Without
 * weights, priorities are strict.
 */
export function isBetter(
  before: readonly Delivery[],
  after: readonly Delivery[],
  changeoversBefore: number,
  changeoversAfter: number,
  weights?: ReadonlyMap<Demand, number>,
): boolean {
  const known = new Map(before.map((delivery) => [delivery.demand, delivery]))
  const changes = after
    .map((delivery) => ({
      demand: delivery.demand,
      change: latenessOf([delivery]) - latenessOf([known.get(delivery.demand)!]),
    }))
    .toSorted((a, b) => byLevel(a.demand, b.demand))
  const whole = changes.reduce((sum, { demand, change }) => sum + change * (weights?.get(demand) ?? 1), 0)
  if (whole > slight) return false
  if (weights !== undefined) return whole < -slight || changeoversAfter < changeoversBefore
  for (let at = 0; at < changes.length;) {
    let [sum, most] = [0, 0]
    const first = changes[at]!.demand
    for (; at < changes.length && byLevel(first, changes[at]!.demand) === 0; at += 1) {
      sum += changes[at]!.change
      most = Math.max(most, changes[at]!.change)
    }
    if (sum < -slight) return true
    if (sum > slight || most > slight) return false
  }
  return changeoversAfter < changeoversBefore
}

/** Returns whether the second plan is later for the most urgent level in which the plans differ. */
export function isLaterByLevel(before: readonly Delivery[], after: readonly Delivery[]): boolean {
  const [one, other] = [latenessByLevel(before), latenessByLevel(after)]
  const change = other.map((sum, level) => sum - one[level]!).find((by) => Math.abs(by) > slight)
  return change !== undefined && change > 0
}

/** Returns the lateness of each level, the most urgent first. */
function latenessByLevel(deliveries: readonly Delivery[]): readonly number[] {
  const sorted = deliveries.toSorted((a, b) => byLevel(a.demand, b.demand))
  const sums: number[] = []
  for (const [at, delivery] of sorted.entries()) {
    if (at === 0 || byLevel(sorted[at - 1]!.demand, delivery.demand) !== 0) sums.push(0)
    sums[sums.length - 1]! += latenessOf([delivery])
  }
  return sums
}
