/**
 * Chooses the plan with the lowest cost among the new plan, the repaired previous plan, and a plan that keeps the
 * orders inside the frozen horizon; the new plan if they are equal. Late demands of the repaired plan are first
 * planned again if that reduces their lateness.
 */
import type { Comparison } from '../solution.ts'
import type { PreviousOrderRow } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import { hasDelivery, ship } from '../search/deliver.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf, shownLatenessOf } from '../lateness.ts'
import { replanLate } from '../search/replan-late.ts'
import type { Reason } from '../search/reason.ts'
import type { Search } from '../search/search.ts'
import type { Steps } from '../pauses.ts'
import { never } from '../time.ts'
import { isCheaper, objectiveOf, type PlanCost } from '../improve/objective.ts'
import type { TakenBack } from '../search/plan.ts'
import { changesInside, isInside } from './changes.ts'
import { replay } from './replay.ts'

export interface Chosen {
  readonly deliveries: readonly Delivery[]
  /** Undefined if the previous plan cannot be compared. */
  readonly comparison: Comparison | undefined
}

/**
 * Share by which the previous plan must be better: planning the same data again must not change the plan for a
 * negligible gain.
 */
export const usualMargin = 0.005

/** A plan that was taken out of the search and can be restored. */
interface Candidate {
  readonly deliveries: readonly Delivery[]
  readonly planned: TakenBack
  readonly cost: PlanCost
}

/** A new plan, and the previous one. */
export interface PlansToCompare {
  /** State of the search before the new plan. */
  readonly mark: number
  readonly demands: readonly Demand[]
  /** Deliveries of the new plan. */
  readonly deliveries: readonly Delivery[]
  readonly previous: readonly PreviousOrderRow[]
  /** Share by which the previous plan must be better; the usual one if undefined. */
  readonly margin: number | undefined
}

/** Compares a new plan with the previous plan and leaves the better one in the search. Yields regularly. */
export function* chooseAgainst(
  search: Search,
  { mark, demands, deliveries: made, previous: rows, margin = usualMargin }: PlansToCompare,
): Steps<Chosen> {
  const { plan, settings } = search
  const until = settings.current + (settings.frozenHorizon ?? 0)
  const inside = (settings.stability ?? 0) > 0 ? rows.filter((row) => isInside(row, until)) : []
  const costOf = (deliveries: readonly Delivery[]): PlanCost => ({
    lateness: objectiveOf(deliveries),
    changes: inside.length === 0 ? 0 : changesInside(inside, plan, deliveries, until),
  })
  const anew: Candidate = { deliveries: made, cost: costOf(made), planned: plan.takeFrom(mark) }
  let frozen: Candidate | undefined
  if (anew.cost.changes > 0) {
    const kept = yield* replay(search, demands, withSteps(rows, inside))
    if (kept !== undefined)
      frozen = { deliveries: kept.deliveries, cost: costOf(kept.deliveries), planned: plan.takeFrom(mark) }
  }
  const best = frozen !== undefined && isCheaper(frozen.cost, anew.cost, settings) ? frozen : anew
  const again = yield* replay(search, demands, rows)
  if (again === undefined) {
    plan.restore(best.planned)
    return { deliveries: best.deliveries, comparison: undefined }
  }
  // Removing orders does not restore the dates of approved orders that were moved for them.
  const repaired = plan.movable.size > 0 ? again.deliveries : yield* replanLate(search, again.deliveries)
  const cost = costOf(repaired)
  const kept = isCheaper(cost, best.cost, settings, margin)
  if (!kept) {
    plan.rollback(mark)
    plan.restore(best.planned)
  }
  const { lateness, delivered, moved, dropped, examples } = again
  const chosen = kept ? repaired : best.deliveries
  return {
    deliveries: chosen === made ? made : withReasons(search, chosen, made),
    comparison: {
      kept,
      frozen: frozen && { ...shownLatenessOf(frozen.deliveries), kept: chosen === frozen.deliveries },
      changes: { chosen: (kept ? cost : best.cost).changes, anew: anew.cost.changes },
      former: lateness,
      delivered,
      repaired: shownLatenessOf(repaired),
      anew: shownLatenessOf(made),
      moved,
      dropped,
      examples,
    },
  }
}

/** Returns proposals together with all steps of their routings. */
function withSteps(
  rows: readonly PreviousOrderRow[],
  some: readonly PreviousOrderRow[],
): readonly PreviousOrderRow[] {
  const known = new Set(some.map(({ reference, owner }) => owner ?? reference))
  return rows.filter(({ reference, owner }) => known.has(owner ?? reference))
}

/** Copies the reasons of the new plan to late demands of the previous plan that have none. */
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

/** Returns what would keep the whole quantity from being on time if it were planned now. */
function whyLate(search: Search, demand: Demand): readonly Reason[] {
  if (!hasDelivery(demand)) return []
  const { plan } = search
  const mark = plan.mark()
  const wanted = demand.due - search.settings.administrativeLeadTime
  ship(search, demand, demand.quantity, wanted, never)
  const { reason } = search
  plan.rollback(mark)
  return reason === undefined ? [] : [reason]
}
