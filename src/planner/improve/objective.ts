/**
 * What a plan is judged by: quantity times days late, the more urgent orders counting more, and how many orders it changes
 * that are about to begin. Two plans of the same demands are compared by it.
 */
import type { PlannerSettings } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import { byLevel } from './judge.ts'

/** How much the lateness of a level counts: the most urgent one is number 0. */
export type Weighing = (level: number) => number

/** The most urgent level counts once, the next one half, the one after it a third, and so on. */
const usual: Weighing = (level) => 1 / (level + 1)

/** Quantity-days that make no difference. */
const slight = 1e-3

/** How much the lateness of each of some demands counts. */
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

/** Lateness of all deliveries, weighted by how urgent they are. */
export function objectiveOf(deliveries: readonly Delivery[], weighing?: Weighing): number {
  const weights = weightsOf(
    deliveries.map(({ demand }) => demand),
    weighing,
  )
  return deliveries.reduce((sum, delivery) => sum + latenessOf([delivery]) * weights.get(delivery.demand)!, 0)
}

/** Whether the first of two objectives is less by more than nothing. */
export const isLess = (one: number, other: number): boolean =>
  one < other - Math.max(slight, 1e-9 * Math.abs(other))

/** What a plan costs. */
export interface PlanCost {
  /** Weighted quantity-days late. */
  readonly lateness: number
  /** Orders inside the frozen horizon that are not as they were. */
  readonly changes: number
}

/** Whether the first of two plans of the same demands costs less, by more than a share of the lateness of the other. */
export function isCheaper(
  one: PlanCost,
  other: PlanCost,
  { stability = 0 }: PlannerSettings,
  margin = 0,
): boolean {
  const calmer = stability * (other.changes - one.changes)
  return isLess(one.lateness - calmer, other.lateness * (1 - margin))
}
