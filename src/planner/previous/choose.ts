/**
 * Of a plan that was made anew and the previous one, repaired, the one with less weighted lateness; the one made anew
 * where they are equal. What is late in the repaired one is planned anew first, where that is better.
 */
import type { PreviousOrderRow } from '../input.ts'
import { Revision } from '../improve/revision.ts'
import type { Demand } from '../network/nodes.ts'
import { deliver, type Delivery, ship } from '../search/deliver.ts'
import { type Lateness, latenessOf, shownLatenessOf } from '../search/lateness.ts'
import type { Reason, Search } from '../search/search.ts'
import type { Steps } from '../pauses.ts'
import { never } from '../time.ts'
import { isLess, objectiveOf } from '../improve/objective.ts'
import { type Replay, replay } from './replay.ts'

/** How the plan stands against the previous one. */
export interface Comparison {
  /** Whether the previous plan, repaired, is the plan. */
  readonly kept: boolean
  /** Quantity times days late of the previous plan as it was, and the demands that it delivered. */
  readonly former: number
  readonly delivered: Replay['delivered']
  /** How late it is repaired, and how late the plan is that was made anew. */
  readonly repaired: Lateness
  readonly anew: Lateness
  readonly moved: Replay['moved']
  readonly dropped: Replay['dropped']
  readonly examples: Replay['examples']
}

export interface Chosen {
  readonly deliveries: readonly Delivery[]
  /** Undefined where the previous plan cannot be compared. */
  readonly comparison: Comparison | undefined
}

/** Share by which the previous plan has to be better: the same data planned again should not give another plan for a trifle. */
const usualMargin = 0.005

/** The plan holds what was made anew since `mark`; afterwards it holds what is better. Yields now and then. */
export function* chooseAgainst(
  search: Search,
  mark: number,
  demands: readonly Demand[],
  anew: readonly Delivery[],
  rows: readonly PreviousOrderRow[],
  margin = usualMargin,
): Steps<Chosen> {
  const { plan } = search
  const made = plan.takeFrom(mark)
  const again = yield* replay(search, demands, rows)
  if (again === undefined) {
    plan.restore(made)
    return { deliveries: anew, comparison: undefined }
  }
  // Orders that are taken out cannot give back the places of approved ones that have been moved for them.
  const repaired = plan.movable.size > 0 ? again.deliveries : yield* replanLate(search, again.deliveries)
  const kept = isLess(objectiveOf(repaired), objectiveOf(anew) * (1 - margin))
  const { lateness, delivered, moved, dropped, examples } = again
  const comparison = {
    kept,
    former: lateness,
    delivered,
    repaired: shownLatenessOf(repaired),
    anew: shownLatenessOf(anew),
    moved,
    dropped,
    examples,
  }
  if (kept) return { deliveries: withReasons(search, repaired, anew), comparison }
  plan.rollback(mark)
  plan.restore(made)
  return { deliveries: anew, comparison }
}

/** Plans each late demand anew, if it is less late then: what was in its way may not be there any more. */
function* replanLate(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const revision = new Revision(search, deliveries)
  for (const { demand } of deliveries) {
    if (latenessOf([revision.delivery(demand)]) === 0) continue
    revision.attempt([demand], () => [deliver(search, demand)])
    yield
  }
  revision.close()
  return deliveries.map(({ demand }) => revision.delivery(demand))
}

/** What is late as it was has the reasons that it would have anew. */
function withReasons(
  search: Search,
  deliveries: readonly Delivery[],
  anew: readonly Delivery[],
): readonly Delivery[] {
  const known = new Map(anew.map(({ demand, reasons }) => [demand, reasons]))
  return deliveries.map((delivery) => {
    const { demand, reasons } = delivery
    if (latenessOf([delivery]) === 0 || reasons.length > 0) return delivery
    const found = known.get(demand) ?? []
    return { ...delivery, reasons: found.length > 0 ? found : whyLate(search, demand) }
  })
}

/** What would keep as much as is ordered from being there in time, were it planned now. */
function whyLate(search: Search, demand: Demand): readonly Reason[] {
  if (demand.delivery === undefined) return []
  const { plan } = search
  const mark = plan.mark()
  const wanted = demand.due - search.settings.administrativeLeadTime
  ship(search, demand, demand.delivery, demand.quantity, wanted, never)
  const { reason } = search
  plan.rollback(mark)
  return reason === undefined ? [] : [reason]
}
