/** Makes the state of a plan in memory, from the stored plan or by planning again, and converts it to a solution. */
import type { PlannerInput, PreviousOrderRow } from '../input.ts'
import { pauses, type Steps } from '../pauses.ts'
import { mostPreviousOf } from '../previous/most-previous.ts'
import { latenessOf } from '../lateness.ts'
import type { Delivery } from '../search/delivery.ts'
import { type Order, Plan } from '../search/plan.ts'
import { restockRestored } from '../search/restock.ts'
import { createSearch, solveInSteps } from '../solve.ts'
import type { Solution } from '../solution.ts'
import type { OrderFacts } from './consequences/facts.ts'
import { orderFacts } from './consequences/facts-of.ts'
import { pairOrders } from './consequences/pair-orders.ts'
import { restore, type RestoreOptions } from './restore.ts'
import { LiveState } from './state.ts'

/** Returns a plan in memory as a solution, with other data if they are not those of the network. */
export function solutionOf(
  state: LiveState,
  orders: readonly Order[],
  input = state.input,
  network = state.network,
): Solution {
  const plan = new Plan(state.network.calendars, orders.slice())
  const demands = [...state.demands.values()]
  return {
    network: { ...network, input, demands },
    plan,
    deliveries: [...state.deliveries.values()],
    improvement: undefined,
    comparison: undefined,
  }
}

/**
 * Restores the stored plan. Reasons of late sales orders are known for those that are unchanged since a base plan, if
 * one is given; `explainRestored` finds the others. Sales orders of changed orders wait for them.
 */
export function* restoreState(
  input: PlannerInput,
  rows: readonly PreviousOrderRow[],
  nextKey: () => string,
  base: LiveState | undefined,
  options: Pick<RestoreOptions, 'awaited' | 'isShifting'> = {},
): Steps<LiveState | undefined> {
  if (rows.length === 0 || !isRepairable(input)) return undefined
  // A refill that was in time before the change does not keep an earlier one from being planned.
  const restored = yield* restore(input, rows, { ...options, lateBefore: base?.lateRefills })
  if (restored === undefined) return undefined
  const { network, plan, references, unchanged, late } = restored
  const search = createSearch(network, plan)
  yield* restockRestored(search, late)
  // The reasons of unchanged deliveries are known.
  const withReasons = (delivery: Delivery): Delivery => {
    const known = base?.deliveries.get(delivery.demand.name)
    const isKnown =
      unchanged.has(delivery.demand.name) ||
      (options.isShifting === true && known !== undefined && latenessOf([known]) === latenessOf([delivery]))
    return known !== undefined && isKnown ? { ...delivery, reasons: known.reasons } : delivery
  }
  const deliveries = restored.deliveries.map(withReasons)
  const state = yield* LiveState.create(network, plan, deliveries, references, nextKey)
  state.isExplained = base?.isExplained ?? latenessOf(deliveries) === 0
  return state
}

export function* solveState(
  input: PlannerInput,
  rows: readonly PreviousOrderRow[],
  nextKey: () => string,
): Steps<LiveState> {
  const isCompared = rows.length <= mostPreviousOf(input.settings, false)
  const solving = solveInSteps({ ...input, previous: isCompared ? rows : [] })
  let step = solving.next()
  for (; step.done !== true; step = solving.next()) yield
  const { network, plan, deliveries } = step.value
  return yield* LiveState.create({ ...network, input }, plan, deliveries, new Map(), nextKey)
}

/** Assigns references to the orders of a newly made plan by matching them with the stored orders. */
export function* nameOrders(state: LiveState, rows: readonly PreviousOrderRow[]): Steps<void> {
  if (rows.length === 0) return
  const orders = new Map<OrderFacts, Order>()
  for (const [index, order] of state.plan.orders.entries()) {
    if (pauses(index)) yield
    if (order.locked === undefined) orders.set(orderFacts(state, order), order)
  }
  for (const { was, is } of pairOrders(rows, [...orders.keys()])) {
    const order = is === undefined ? undefined : orders.get(is)
    if (order !== undefined && was !== undefined) state.setReference(order, was.reference)
  }
}

/**
 * Returns whether a plan can be repaired: plans without constraints, or without those of capacity and dates, are
 * always made again.
 */
export const isRepairable = ({ settings: { plantype, constraints } }: PlannerInput): boolean =>
  plantype === 1 &&
  (constraints.capacity || constraints.manufacturingLeadTime || constraints.purchasingLeadTime)
