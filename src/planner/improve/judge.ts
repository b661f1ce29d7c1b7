/**
 * Decides which of two plans for the same demands is better. Strictly, the most urgent affected level decides: no
 * more urgent level and not the total may be later than before. With weights, the weighted lateness decides.
 */
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import { minute, type Seconds } from '../time.ts'

/** Quantity-days that are ignored: one second of a day. */
const slight = 1e-5

/** Negative if the first is more urgent; 0 if both are equally urgent. */
export const byLevel = (a: Demand, b: Demand): number =>
  Number(b.firm) - Number(a.firm) || a.priority - b.priority

/** How some demands are planned. */
export interface Planned {
  readonly deliveries: readonly Delivery[]
  /** Total changeover time of the plan, in seconds. */
  readonly changeovers: number
  /** When the first of the orders for them begins. */
  readonly begin: Seconds
}

/** Returns whether the second of two ways to plan the same demands is preferred. Without weights, priorities are strict. */
export type Judge = (before: Planned, after: Planned, weights?: ReadonlyMap<Demand, number>) => boolean

/** Prefers less lateness, or less changeover time if the lateness is equal. */
export const isBetter: Judge = (before, after, weights) => {
  const change = changeOfLateness(before.deliveries, after.deliveries, weights)
  return change < 0 || (change === 0 && after.changeovers < before.changeovers)
}

/** Prefers work that begins later, if no demand is later and changeovers take no longer. */
export const isNearer: Judge = (before, after) =>
  after.begin > before.begin + minute &&
  after.changeovers <= before.changeovers &&
  after.deliveries.every(
    (delivery, at) => latenessOf([delivery]) <= latenessOf([before.deliveries[at]!]) + slight,
  )

/**
 * Returns a number below 0 if the demands are less late than before, above 0 if they may not be planned so, and 0 if
 * they are equally late.
 */
function changeOfLateness(
  before: readonly Delivery[],
  after: readonly Delivery[],
  weights: ReadonlyMap<Demand, number> | undefined,
): number {
  const known = new Map(before.map((delivery) => [delivery.demand, delivery]))
  const changes = after
    .map((delivery) => ({
      demand: delivery.demand,
      change: latenessOf([delivery]) - latenessOf([known.get(delivery.demand)!]),
    }))
    .toSorted((a, b) => byLevel(a.demand, b.demand))
  const whole = changes.reduce((sum, { demand, change }) => sum + change * (weights?.get(demand) ?? 1), 0)
  if (whole > slight) return 1
  if (weights !== undefined) return whole < -slight ? -1 : 0
  for (let at = 0; at < changes.length;) {
    let [sum, most] = [0, 0]
    const first = changes[at]!.demand
    for (; at < changes.length && byLevel(first, changes[at]!.demand) === 0; at += 1) {
      sum += changes[at]!.change
      most = Math.max(most, changes[at]!.change)
    }
    if (sum < -slight) return -1
    if (sum > slight || most > slight) return 1
  }
  return 0
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
