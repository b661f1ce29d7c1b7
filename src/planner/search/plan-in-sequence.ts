/** Plans demands one after the other, and those of equal urgency that compete with each other together. */
import { append } from '../append.ts'
import { byLevel } from '../improve/judge.ts'
import { planLevelsTogether } from '../improve/levels-together.ts'
import type { Demand } from '../network/nodes.ts'
import { pausing } from '../pauses.ts'
import { type Effort, hasSteps, mostTogether, planEqual } from './campaign.ts'
import { deliverTogether, linesOf } from './deliver-together.ts'
import type { Delivery } from './delivery.ts'
import { sequenceByStock } from './scarce-stock.ts'
import type { Search } from './search.ts'

/** Plans demands in a sequence that goes level by level; yields the planned share, from 0 to 1. */
export function* planInSequence(
  search: Search,
  demands: readonly Demand[],
  effort: Effort,
): Generator<number, readonly Delivery[]> {
  const planned: Delivery[] = []
  const mark = search.plan.mark()
  search.limits.startPlan()
  for (let begin = 0; begin < demands.length;) {
    yield begin / demands.length
    const level = equalLevel(demands, begin)
    // Fewer are planned in several sequences, if they compete in this one too, and the best result is kept.
    const sequence =
      level.length > mostTogether
        ? yield* pausing(begin / demands.length, sequenceByStock(search, level))
        : level
    for (let index = 0; index < level.length;) {
      yield (begin + index) / demands.length
      const lines = linesOf(sequence[index]!, demands)
      if (lines.length > 1) {
        // All lines are planned with the first one.
        if (lines[0] === sequence[index]) append(planned, deliverTogether(search, lines))
        index += 1
        continue
      }
      const equal = equalFrom(sequence, index)
      const planning = planEqual(search, equal, effort)
      let step = planning.next()
      for (; step.done !== true; step = planning.next()) yield (begin + index) / demands.length
      append(planned, step.value)
      index += equal.length
    }
    begin += level.length
  }
  return yield* pausing(1, planLevelsTogether(search, mark, demands, planned, effort))
}

/** Returns the demand at an index and the following ones of the same level. */
function equalLevel(demands: readonly Demand[], index: number): readonly Demand[] {
  let end = index + 1
  while (end < demands.length && byLevel(demands[index]!, demands[end]!) === 0) end += 1
  return demands.slice(index, end)
}

/**
 * Returns the demand at an index and the following ones of equal urgency that are made in steps; only itself if they
 * are too many.
 */
function equalFrom(demands: readonly Demand[], index: number): readonly Demand[] {
  const first = demands[index]!
  const goesWithFirst = (demand: Demand | undefined): boolean =>
    demand !== undefined &&
    demand.priority === first.priority &&
    demand.firm === first.firm &&
    hasSteps(demand)
  // The last demands of a large group form no group of their own.
  if (!hasSteps(first) || goesWithFirst(demands[index - 1])) return [first]
  let end = index + 1
  while (end - index <= mostTogether && goesWithFirst(demands[end])) end += 1
  return end - index <= mostTogether ? demands.slice(index, end) : [first]
}
