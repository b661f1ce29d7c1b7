/**
 * Plans orders of several priorities that delay each other together, after they were planned level by level: work of
 * less urgent orders may go before work of more urgent ones with slack. No level becomes later unless a more urgent
 * one becomes earlier, except when priorities are weights.
 */
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import { isLess, objectiveOf, type Weighing } from './objective.ts'
import { canPlanTogether, type Effort, improved } from '../search/campaign.ts'
import type { Delivery } from '../search/delivery.ts'
import { inSequence, type StepOf } from '../search/interleave.ts'
import type { Search } from '../search/search.ts'
import { never } from '../time.ts'
import { byLevel, isLaterByLevel } from './judge.ts'
import { sequenceOf } from './recreate-together.ts'

/** Weights for the search: levels that count about the same, and levels of which each counts far less than the one before. */
const weighings: readonly Weighing[] = [
  (level) => 1 / (level + 1),
  (level) => 4 ** -level,
  (level) => 12 ** -level,
]

/** Improves the demands planned level by level since `mark`; leaves the better plan. */
export function* planLevelsTogether(
  search: Search,
  mark: number,
  demands: readonly Demand[],
  planned: readonly Delivery[],
  effort: Effort,
): Steps<readonly Delivery[]> {
  const { plan } = search
  const [first] = demands
  if (first === undefined || demands.every((demand) => byLevel(first, demand) === 0)) return planned
  const before = objectiveOf(planned)
  if (before === 0 || plan.movable.size > 0 || !canPlanTogether(search, demands)) return planned
  const orders = Map.groupBy(plan.orders.slice(mark), ({ demand }) => demand)
  const steps = sequenceOf(search, demands, (demand) => orders.get(demand) ?? [])
  const levels = plan.takeFrom(mark)
  let lowest = before
  let best: readonly StepOf[] | undefined
  for (const weighing of weighings) {
    const searching = improved(search, demands, { steps }, effort, weighing)
    let step = searching.next()
    for (; step.done !== true; step = searching.next()) yield
    const found = step.value?.steps ?? steps
    const together = inSequence(search, demands, found)
    const objective = together === undefined ? never : objectiveOf(together.deliveries)
    if (together === undefined || !isLess(objective, lowest)) {
      plan.rollback(mark)
      continue
    }
    if (search.settings.priorityAsWeight || !isLaterByLevel(planned, together.deliveries))
      [lowest, best] = [objective, found]
    plan.rollback(mark)
  }
  const together = best === undefined ? undefined : inSequence(search, demands, best)
  if (together !== undefined) return together.deliveries
  plan.restore(levels)
  return planned
}
