/**
 * What a plan is judged by: quantity times days late, the more urgent ones counting more. Two plans of the same demands
 * are compared by it.
 */
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/deliver.ts'
import { latenessOf } from '../search/lateness.ts'
import { byLevel } from '../improve/judge.ts'

/** The most urgent level counts once, the next one half, the one after it a third, and so on. */
const weightOf = (rank: number): number => 1 / (rank + 1)

/** Quantity-days that make no difference. */
const slight = 1e-3

/** Lateness of all deliveries, weighted by how urgent they are. */
export function objectiveOf(deliveries: readonly Delivery[]): number {
  const late = deliveries
    .map((delivery) => ({ demand: delivery.demand, lateness: latenessOf([delivery]) }))
    .toSorted((a, b) => byLevel(a.demand, b.demand))
  let [sum, rank] = [0, 0]
  let before: Demand | undefined
  for (const { demand, lateness } of late) {
    if (before !== undefined && byLevel(before, demand) !== 0) rank += 1
    before = demand
    sum += lateness * weightOf(rank)
  }
  return sum
}

/** Whether the first of two objectives is less by more than nothing. */
export const isLess = (one: number, other: number): boolean =>
  one < other - Math.max(slight, 1e-9 * Math.abs(other))
