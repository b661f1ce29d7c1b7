/**
 * Orders of several priorities that come late for each other, planned together once they are planned level by level: work
 * of less urgent ones that has just been late can go before work of more urgent ones that has time to spare. No level
 * gets later by it as long as none that is more urgent gets sooner, unless priorities are weights.
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

/** What is looked for: levels that count about the same, and such of which each counts far less than the one before. */
const weighings: readonly Weighing[] = [
  (level) => 1 / (level + 1),
  (level) => 4 ** -level,
  (level) => 12 ** -level,
]

/** The plan holds the demands since `mark`, level by level; afterwards it holds what is better. */
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
