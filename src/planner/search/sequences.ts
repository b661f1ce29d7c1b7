/** In which sequences demands are planned: what one has taken no later one takes away. */
import { byLevel } from '../improve/judge.ts'
import type { Demand } from '../network/nodes.ts'
import { day } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { latenessOf } from '../lateness.ts'

type Compare = (a: Demand, b: Demand) => number

/** Firm ones first, then by priority, due date, quantity and name. */
export const byUrgency: Compare = (a, b) =>
  byLevel(a, b) || a.due - b.due || a.quantity - b.quantity || byName(a, b)

const byName: Compare = (a, b) => (a.name < b.name ? -1 : 1)

/** How far a less urgent demand may be due before one of the level before it and still goes after it, in mean delays. */
const advantages: readonly number[] = [1.25, 0.5, 0]
/** Sequences that are tried at most besides that of urgency. */
export const mostSequences: number = advantages.length
/** More demands are planned in fewer sequences, since each takes as long as the first. */
const manyDemands = 20_000

/**
 * Sequences in which a level is an advantage of some days and no more, about as many as the orders of a plan are late.
 * None where all demands are equally urgent.
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
