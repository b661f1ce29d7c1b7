/** Finds why sales orders of a restored plan are late, in the same way as the run that made the plan. */
import { explainLate } from '../improve/explain.ts'
import { pauses, type Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import type { Order } from '../search/plan.ts'
import type { Reason } from '../search/reason.ts'
import { byUrgency } from '../search/sequences.ts'
import type { LiveState } from './state.ts'
import { Supplies } from './supplies.ts'

/** Explains the late sales orders. The orders must be sorted by {@link sortByUrgency}. */
export function* explainRestored(state: LiveState): Steps<void> {
  const deliveries = [...state.deliveries.values()]
  if (deliveries.every((delivery) => latenessOf([delivery]) === 0)) return
  const supplies = new Supplies(state)
  const asked: Delivery[] = []
  for (const [place, delivery] of deliveries.entries()) {
    if (pauses(place, reportedTogether)) yield
    asked.push(withReported(supplies, delivery))
  }
  for (const [at, explained] of (yield* explainLate(state.search, asked)).entries())
    if (explained !== asked[at]) state.setDemand(explained.demand.name, explained.demand, explained)
}

/** Number of sales orders whose suppliers are listed between two pauses. */
const reportedTogether = 256

/** Maximum number of purchases to explain, the latest first. */
const mostPurchases = 8

/** Adds reasons to a late delivery that a search would have found, including purchases that are not for this demand alone. */
function withReported(supplies: Supplies, delivery: Delivery): Delivery {
  if (latenessOf([delivery]) === 0) return delivery
  const { shipments, reasons } = delivery
  const bought = supplies
    .upstreamOf(shipments.map(({ order }) => order))
    .filter(
      ({ operation, locked, start, end }) =>
        operation.kind === 'purchase' && locked === undefined && end > start,
    )
  const latest = bought.toSorted((a, b) => b.end - a.end).slice(0, mostPurchases)
  const leadTimes = latest.map(({ operation, start, end }): Reason => ({
    kind: 'lead time',
    owner: operation.name,
    operation,
    from: start,
    to: end,
  }))
  return { ...delivery, reasons: [...reasons, ...leadTimes] }
}

/**
 * Sorts the orders in the sequence in which a run plans them: first existing orders, then those of each demand by
 * urgency, with the orders that supply it, and last those without a demand. The reasons of a late demand are found in
 * the plan before its own orders. The outcome of a repair depends on this sequence.
 */
export function* sortByUrgency(state: LiveState): Steps<void> {
  const supplies = new Supplies(state)
  const { plan, deliveries, index } = state
  /** Place of the demand of each order, by serial number; there are more numbers than orders after other attempts. */
  const places = new Int32Array(index.serials).fill(deliveries.size)
  const firstUpstream = supplies.firstUpstream()
  const sorted = [...deliveries.values()].toSorted((a, b) => byUrgency(a.demand, b.demand))
  for (const [place, { demand, shipments }] of sorted.entries()) {
    if (pauses(place, reportedTogether)) yield
    for (const { serial } of index.ofDemand(demand)) places[serial] = place
    const shipped = shipments.map(({ order }) => order)
    for (const order of firstUpstream(shipped)) if (order.demand === undefined) places[order.serial] = place
  }
  const placeOf = ({ locked, owner, serial }: Order): number =>
    locked !== undefined || owner?.locked !== undefined ? -1 : places[serial]!
  yield
  // Existing orders, those of each demand, and those without a demand.
  const groups: Order[][] = Array.from({ length: sorted.length + 2 }, () => [])
  for (const order of plan.orders) groups[placeOf(order) + 1]!.push(order)
  for (const [at, order] of groups.flat().entries()) plan.orders[at] = order
}
