/**
 * Places the orders of a finished plan again, one after the other by their end: gaps between orders that were planned
 * backward from different due dates close, and late orders become earlier (forward improvement of a schedule: Li and
 * Willis 1992, "An iterative scheduling technique for resource-constrained project scheduling").
 */
import { isLaterByLevel } from '../improve/judge.ts'
import { isLess, objectiveOf } from '../improve/objective.ts'
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import { replanLate } from '../search/replan-late.ts'
import type { Search } from '../search/search.ts'
import { usualMargin } from './choose.ts'
import { proposalsOf } from './proposals.ts'
import { replay } from './replay.ts'

/** Up to this number of demands, orders are placed again: the gain is in small models, the time grows with their size. */
const fewDemands = 300
/** Maximum number of rounds. */
const mostRounds = 3

/** Returns whether the orders of plans for some demands are placed again. */
export const isPlacedInSequence = (demands: readonly Demand[]): boolean => demands.length <= fewDemands

/** A finished plan. */
interface Finished {
  /** State of the search before the plan. */
  readonly mark: number
  readonly demands: readonly Demand[]
  readonly deliveries: readonly Delivery[]
}

/**
 * Places the orders of a finished plan again while this makes it better; no priority may become later unless a more urgent
 * one becomes earlier, or priorities are weights.
 *
 * @param finishPlan adds what follows from planned deliveries
 */
export function* placeInSequence(
  search: Search,
  { mark, demands, deliveries }: Finished,
  finishPlan: (search: Search, deliveries: readonly Delivery[]) => Steps<readonly Delivery[]>,
): Steps<readonly Delivery[]> {
  const { plan, settings } = search
  if (!isPlacedInSequence(demands)) return deliveries
  let best = deliveries
  for (let round = 0; round < mostRounds && objectiveOf(best) > 0; round += 1) {
    const rows = proposalsOf(plan, best)
    const before = plan.takeFrom(mark)
    search.limits.startPlan()
    const again = yield* replay(search, demands, rows)
    const found = again && (yield* replanLate(search, again.deliveries))
    const isBetter =
      found !== undefined &&
      isLess(objectiveOf(found), objectiveOf(best) * (1 - usualMargin)) &&
      (settings.priorityAsWeight === true || !isLaterByLevel(best, found))
    if (!isBetter) {
      plan.rollback(mark)
      plan.restore(before)
      break
    }
    best = yield* finishPlan(search, found)
  }
  return best
}
