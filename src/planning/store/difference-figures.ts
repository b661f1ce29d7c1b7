/** Key figures of a plan of which only the difference is stored. */
import type { LiveState } from '../../planner/live/state.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'
import { traitSeparator } from '../../planner/result/order-traits.ts'
import type { Solution } from '../../planner/solution.ts'
import type { Seconds } from '../../planner/time.ts'
import { comparePlans, isCompared, type PlanChanges } from './compare-plans.ts'
import type { GivenReferences } from './give-difference-references.ts'
import type { KnownPlan, OrderCounts } from './known-plan.ts'
import type { PlanFigures } from './plan-figures.ts'

/** Counts the orders of the plan after the difference, and its changes against the previous plan. */
export function countOrders(
  { counts }: KnownPlan,
  { goneOrders, former, now, matches }: GivenReferences,
  frozenUntil: Seconds,
): { readonly counts: OrderCounts; readonly compared: PlanChanges } {
  const compared = comparePlans(former, now, { matches }, frozenUntil, false)
  const gone = countOf(goneOrders, frozenUntil)
  const left = countOf(former, frozenUntil)
  const come = countOf(now, frozenUntil)
  const proposals = { ...counts.proposals }
  for (const type of ['MO', 'WO', 'PO', 'DO'] as const)
    proposals[type] += come.proposals[type] - gone.proposals[type]
  const count = counts.compared - gone.compared + come.compared
  return {
    counts: { proposals, compared: count, frozen: counts.frozen - gone.frozen + come.frozen },
    compared: {
      ...compared,
      kept: count - compared.moved - compared.added,
      // Orders that users have approved since the previous plan do not count as its proposals.
      frozen: counts.frozen - gone.frozen + left.frozen,
    },
  }
}

function countOf({ count, kinds, starts }: Matchable, frozenUntil: Seconds): OrderCounts {
  const proposals = { MO: 0, WO: 0, PO: 0, DO: 0 }
  let [compared, frozen] = [0, 0]
  for (let number = 0; number < count; number += 1) {
    const [type] = kinds[number]!.split(traitSeparator)
    if (type === 'MO' || type === 'WO' || type === 'PO' || type === 'DO') proposals[type] += 1
    if (!isCompared(kinds[number]!)) continue
    compared += 1
    if (starts[number]! < frozenUntil) frozen += 1
  }
  return { proposals, compared, frozen }
}

/** Returns the figures of the plan, which are kept up to date in memory. */
export function figuresOf(state: LiveState, solution: Solution, { proposals }: OrderCounts): PlanFigures {
  const { ontime, late, short, quantity_days_late, stock_value, setup_hours, utilization } =
    state.totals.figures(() => solution.plan.orders)
  return {
    onTime: ontime,
    late,
    short,
    lateness: quantity_days_late,
    proposals,
    inventoryValue: { start: 0, average: stock_value },
    setupHours: setup_hours,
    utilization,
    busiest: undefined,
  }
}
