/** Computes the facts of a plan in memory. */
import { plannedOf, quantityDaysLate } from '../../lateness.ts'
import type { DemandRow } from '../../input.ts'
import type { Resource } from '../../network/nodes.ts'
import { pauses, type Steps } from '../../pauses.ts'
import { rowOf } from '../../previous/proposals.ts'
import { codeOf, latestOf, maximumLateness } from '../../result/constraint-rows.ts'
import { overloads } from '../../result/levels.ts'
import { rankReasons } from '../../result/rank-reasons.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import type { Reason } from '../../search/reason.ts'
import { day, never, type Seconds } from '../../time.ts'
import type { LiveState } from '../state.ts'
import type { ComparedPlan } from './equal-orders.ts'
import type { DemandFacts, OrderFacts, PlanFacts, ReasonFacts, ResourceFacts } from './facts.ts'

/** The parts of a plan that are compared with another plan; the others are equal in both. */
export interface Compared {
  readonly orders: readonly Order[]
  readonly deliveries: readonly Delivery[]
}

/**
 * Returns the facts of a plan, limited to some orders and deliveries. Orders without a reference get a temporary one.
 */
export function* factsOf(state: LiveState, compared: Compared): Steps<PlanFacts> {
  const { plan, network } = state
  const orders: OrderFacts[] = []
  for (const [index, order] of compared.orders.entries()) {
    if (pauses(index)) yield
    orders.push(orderFacts(state, order))
  }
  const demands: DemandFacts[] = []
  for (const [index, delivery] of compared.deliveries.entries()) {
    if (pauses(index)) yield
    demands.push(demandFacts(state, delivery))
  }
  yield
  const resources: ResourceFacts[] = []
  for (const resource of network.resources.all) {
    yield
    resources.push(resourceFacts(state, resource))
  }
  return { demands, orders, resources, figures: state.totals.figures(() => plan.orders) }
}

/** Returns whether an order is compared. Deliveries are not, because their sales orders are. */
export const isCompared = ({ operation }: Order): boolean => operation.kind !== 'delivery'

/** Returns the orders of a plan that are compared with another plan. */
export const comparedPlan = (state: LiveState): ComparedPlan => ({
  orders: state.plan.orders.filter(isCompared),
  referenceOf: (order) => state.referenceOf(order),
})

export const orderFacts = (state: LiveState, order: Order): OrderFacts =>
  rowOf(order, { get: (one) => state.keyOf(one) }, state.shipped.get(order))

export function demandFacts(state: LiveState, delivery: Delivery): DemandFacts {
  const { demand, shipments } = delivery
  const { name, item, quantity, due } = demand
  const row: DemandRow | undefined = state.rows.get(name)
  const { planned, last } = plannedOf(shipments)
  const date = last ?? null
  let lateness = 0
  for (const { order, quantity: shipped } of shipments) lateness += quantityDaysLate(shipped, due, order.end)
  let known: readonly ReasonFacts[] | undefined
  return {
    name,
    item: item.name,
    customer: row?.customer ?? null,
    quantity,
    due,
    date,
    planned,
    quantityDaysLate: lateness,
    // Most are never read: only those of sales orders that become worse are shown.
    get reasons() {
      return (known ??= deliveryReasons(delivery, date, state.input.settings.current))
    },
  }
}

/**
 * Returns the reasons of a delivery whose last date is `date`. If the latest allowed date was before the start of the
 * plan, no other reason was binding.
 */
export function deliveryReasons(
  { demand, reasons }: Delivery,
  date: Seconds | null,
  current: Seconds,
): readonly ReasonFacts[] {
  const { name, due } = demand
  const latest = latestOf(demand)
  if (date === null && latest < current)
    return [{ code: maximumLateness, entity: 'demand', owner: name, days: (current - latest) / day }]
  return reasonFacts(reasons, due, date)
}

/** Converts reasons. The days of a reason are limited to the lateness of the sales order. */
export function reasonFacts(
  reasons: readonly Reason[],
  due: Seconds,
  date: Seconds | null,
): readonly ReasonFacts[] {
  const latest = date === null ? never : Math.max(0, date - due)
  const known = new Map<string, ReasonFacts>()
  for (const reason of rankReasons(reasons, latest).flatMap((line) => line.reasons)) {
    const { code, entity, owner } = codeOf(reason)
    const seconds = Math.min(latest, reason.gain ?? reason.to - reason.from)
    const days = Number.isFinite(seconds) ? Math.max(0, seconds / day) : 0
    const key = `${code}\0${entity}\0${owner}`
    const other = known.get(key)
    if (other === undefined || other.days < days) known.set(key, { code, entity, owner, days })
  }
  return [...known.values()]
}

export function resourceFacts(state: LiveState, resource: Resource): ResourceFacts {
  const { current } = state.input.settings
  let overload = 0
  for (const { from, to } of overloads(resource, current))
    overload += Math.min(to, state.network.horizon) - from
  return {
    name: resource.name,
    load: state.totals.loadOf(resource).load,
    overloadDays: overload / day,
  }
}
