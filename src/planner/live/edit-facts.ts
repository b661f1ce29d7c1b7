/** The facts before and after an edit, limited to the parts that it has touched. */
import type { Order } from '../search/plan.ts'
import type { DemandFacts, KeyFigures, OrderFacts, PlanFacts, ResourceFacts } from './consequences/facts.ts'
import { demandFacts, isCompared, orderFacts, resourceFacts } from './consequences/facts-of.ts'
import type { Edit } from './edit.ts'

export interface EditFacts {
  readonly before: PlanFacts
  readonly after: PlanFacts
  /** The orders of the facts after the edit. */
  readonly orders: ReadonlyMap<OrderFacts, Order>
}

/** Returns the facts. `figures` are the key figures before the edit. */
export function editFacts(edit: Edit, figures: KeyFigures): EditFacts {
  const { state } = edit
  const orders = new Map<OrderFacts, Order>()
  const former = [...edit.taken.values()]
  for (const order of edit.added) if (isCompared(order)) orders.set(orderFacts(state, order), order)
  for (const [order, start] of edit.moved) {
    if (edit.gone.has(order) || edit.added.has(order) || start === order.start) continue
    const facts = orderFacts(state, order)
    former.push({ ...facts, startdate: start })
    orders.set(facts, order)
  }
  const [before, after]: [DemandFacts[], DemandFacts[]] = [[], []]
  for (const [name, facts] of edit.demands) {
    if (facts !== undefined) before.push(facts)
    const delivery = state.deliveries.get(name)
    if (delivery !== undefined) after.push(demandFacts(state, delivery))
  }
  const resources = [...edit.resources].map((resource) => resourceFacts(state, resource))
  const wereResources = [...edit.resources].map((resource): ResourceFacts => ({
    name: resource.name,
    load: edit.loadBefore(resource),
    overloadDays: 0,
  }))
  return {
    before: { demands: before, orders: former, resources: wereResources, figures },
    after: {
      demands: after,
      orders: [...orders.keys()],
      resources,
      figures: state.totals.figures(() => state.plan.orders.filter((order) => !edit.gone.has(order))),
    },
    orders,
  }
}
