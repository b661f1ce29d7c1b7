/** Sequences in which demands are planned. Later demands never take from earlier ones. */
import { byLevel } from '../improve/judge.ts'
import type { Demand } from '../network/nodes.ts'
import { day, type Seconds } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { latenessOf } from '../lateness.ts'

type Compare = (a: Demand, b: Demand) => number

/** Firm demands first, then by priority, due date, quantity and name. */
export const byUrgency: Compare = (a, b) =>
  byLevel(a, b) || a.due - b.due || a.quantity - b.quantity || byName(a, b)

const byName: Compare = (a, b) => (a.name < b.name ? -1 : 1)

/**
 * Returns the demands of each level by due date, late ones earlier by their delay in earlier plans. After Joslin and
 * Clements, "Squeaky Wheel Optimization" (1999).
 */
export function byDelay(demands: readonly Demand[], delays: ReadonlyMap<Demand, Seconds>): readonly Demand[] {
  const dateOf = (demand: Demand): Seconds => demand.due - (delays.get(demand) ?? 0)
  return demands.toSorted((a, b) => byLevel(a, b) || dateOf(a) - dateOf(b) || byUrgency(a, b))
}

/** How much earlier a less urgent demand must be due to go before one of the next level, as a multiple of the mean delay. */
const advantages: readonly number[] = [1.25, 0.5, 0]
/** Maximum number of sequences tried besides that of urgency. */
export const mostSequences: number = advantages.length
/** Above this number of demands only one of them is tried, because each takes as long as the first. */
const manyDemands = 20_000

/**
 * Returns sequences in which one priority level counts as much as some days of due date, in the range of the mean
 * delay of the plan. Empty if all demands have the same urgency.
 */
export function mixedSequences(
  demands: readonly Demand[],
  planned: readonly Delivery[],
): readonly (readonly Demand[])[] {
  const levels = new Map<Demand, number>()
  let [level, before]: [number, Demand | undefined] = [0, undefined]
  for (const demand of demands.toSorted(byLevel)) {
    if (before !== undefined && byLevel(before, demand) !== 0) level += 1
    before = demand
    levels.set(demand, level)
  }
  const late = planned.filter((delivery) => latenessOf([delivery]) > 0)
  const quantity = late.reduce((sum, { demand }) => sum + demand.quantity, 0)
  if (level === 0 || quantity === 0) return []
  const delay = (latenessOf(late) / quantity) * day
  const tried = demands.length > manyDemands ? advantages.slice(0, 1) : advantages
  return tried.map((advantage) => {
    const dateOf = (demand: Demand): number => demand.due + advantage * delay * levels.get(demand)!
    return demands.toSorted((a, b) => dateOf(a) - dateOf(b) || byUrgency(a, b))
  })
}
