/** Converts the proposals of a plan to rows with which a later plan can start. */
import type { PreviousOrderRow } from '../input.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { batchOf, productOf, typeOf } from '../result/order-facts.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Order, Plan } from '../search/plan.ts'

/** Returns the rows in the sequence of the plan; references count from 1. */
export function proposalsOf(plan: Plan, deliveries: readonly Delivery[]): readonly PreviousOrderRow[] {
  const delivered = new Map<Order, Demand>()
  for (const { demand, shipments } of deliveries)
    for (const { order } of shipments) delivered.set(order, demand)
  const references = new Map(plan.orders.map((order, index) => [order, String(index + 1)]))
  return plan.orders
    .filter(({ locked }) => locked === undefined)
    .map((order) => rowOf(order, references, delivered.get(order)))
}

/** Returns an order as a row; `references` contains those of the order and of its owner. */
export function rowOf(
  order: Order,
  references: { readonly get: (order: Order) => string | undefined },
  delivered: Demand | undefined,
): PreviousOrderRow {
  const { operation, owner, quantity, start, end, uses, demand } = order
  const type = typeOf(order)
  const made = type === 'MO' || type === 'WO'
  return {
    reference: references.get(order)!,
    type,
    quantity,
    startdate: start,
    enddate: end,
    operation: made ? operation.name : null,
    owner: owner === undefined ? null : (owner.locked?.reference ?? references.get(owner)!),
    batch: batchOf(order),
    item: operation.item?.name ?? productOf(order),
    location: type === 'DO' ? null : operation.location,
    origin: operation.origin ?? null,
    destination: type === 'DO' ? operation.location : null,
    supplier: operation.supplier ?? null,
    demand: delivered?.name ?? null,
    pegged: demand?.name ?? null,
    resources: uses.map(({ resource }) => resource.name),
    ...(hasAlternateMaterials(operation) ? { materials: consumedBy(order) } : {}),
  }
}

const hasAlternateMaterials = ({ flows }: Operation): boolean =>
  flows.some((group) => group.consumes && group.flows.length > 1)

const consumedBy = ({ movements }: Order): readonly string[] =>
  movements.filter(({ quantity }) => quantity < 0).map(({ buffer }) => buffer.item.name)
