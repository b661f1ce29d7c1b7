/**
 * The objective of a plan: quantity-days of lateness, weighted by urgency, and the number of changed orders that are
 * about to start. Compares two plans of the same demands.
 */
import type { PlannerSettings } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import { byLevel } from './judge.ts'

/** Returns the weight of a level; the most urgent one is number 0. */
export type Weighing = (level: number) => number

/** Default weights: 1, 1/2, 1/3, and so on. */
const usual: Weighing = (level) => 1 / (level + 1)

/** Quantity-days that are ignored. */
const slight = 1e-3

/** Returns the weight of each demand. */
export function weightsOf(
  demands: readonly Demand[],
  weighing: Weighing = usual,
): ReadonlyMap<Demand, number> {
  const weights = new Map<Demand, number>()
  let level = 0
  let before: Demand | undefined
  for (const demand of demands.toSorted(byLevel)) {
    if (before !== undefined && byLevel(before, demand) !== 0) level += 1
    before = demand
    weights.set(demand, weighing(level))
  }
  return weights
}

/** Returns the weighted lateness of all deliveries. */
export function objectiveOf(deliveries: readonly Delivery[], weighing?: Weighing): number {
  const weights = weightsOf(
    deliveries.map(({ demand }) => demand),
    weighing,
  )
  return deliveries.reduce((sum, delivery) => sum + latenessOf([delivery]) * weights.get(delivery.demand)!, 0)
}

/** Returns whether the first objective is significantly less than the second. */
export const isLess = (one: number, other: number): boolean =>
  one < other - Math.max(slight, 1e-9 * Math.abs(other))

/** The cost of a plan. */
export interface PlanCost {
  /** Weighted quantity-days of lateness. */
  readonly lateness: number
  /** Number of changed orders inside the frozen horizon. */
  readonly changes: number
}

/**
 * Returns whether the first of two plans of the same demands costs less, by more than `margin` as a share of the
 * lateness of the second.
 */
export function isCheaper(
  one: PlanCost,
  other: PlanCost,
  { stability = 0 }: PlannerSettings,
  margin = 0,
): boolean {
  const calmer = stability * (other.changes - one.changes)
  return isLess(one.lateness - calmer, other.lateness * (1 - margin))
}
