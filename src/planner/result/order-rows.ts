/** The result rows of orders: operation, place, dates, demands, urgency, predecessors and successors. */
import type { Demand } from '../network/nodes.ts'
import { day } from '../time.ts'
import {
  batchOf,
  interruptionsOf,
  type OrderContext,
  productOf,
  resourcesOf,
  stockDate,
  typeOf,
} from './order-facts.ts'
import { markOrder } from './order-mark.ts'
import type { AdjacentOrder, OrderDetail, OrderResult, OrderRows } from './result.ts'
import { rounded } from './rounding.ts'
import type { Pegging, Share } from './shares.ts'

/** Criticality of orders that no demand requires. */
const unused = 999

export function orderRowsOf(context: OrderContext): OrderRows {
  const { orders, count } = context.numbering
  const at = (number: number): OrderResult =>
    number < orders.length ? orderRow(context, number) : stockRow(context, number)
  return {
    at,
    mark: (number, mark) => markOrder(context, number, mark),
    *[Symbol.iterator]() {
      for (let number = 0; number < count; number += 1) yield at(number)
    },
  }
}

function orderRow(context: OrderContext, number: number): OrderResult {
  const { numbering, references, delivered, owners } = context
  const order = numbering.orders[number]!
  const { operation, locked, owner } = order
  const type = typeOf(order)
  const demand = delivered.get(number)
  const made = type === 'MO' || type === 'WO'
  const { criticality, delay, color } = urgency(context.pegging.slacks[number]!)
  return {
    reference: references[number]!,
    existing: locked !== undefined,
    type,
    status: locked?.status ?? 'proposed',
    quantity: rounded(order.quantity),
    startdate: order.start,
    enddate: order.end,
    operation: made ? operation.name : null,
    name: operation.name,
    owner: owner === undefined ? null : references[owners.get(owner)!]!,
    batch: batchOf(order),
    item: operation.item?.name ?? productOf(order),
    location: type === 'DO' || operation.location === '' ? null : operation.location,
    origin: operation.origin ?? null,
    destination: type === 'DO' ? operation.location : null,
    supplier: operation.supplier ?? null,
    demand: demand?.name ?? null,
    due: demand?.due ?? null,
    resources: resourcesOf(context, order),
    criticality,
    delay,
    color,
    plan: detailOf(context, number),
  }
}

/** `slack` is in seconds; Infinity if no demand depends on the order. */
function urgency(slack: number): Pick<OrderResult, 'criticality' | 'delay' | 'color'> {
  if (slack === Infinity) return { criticality: unused, delay: 0, color: 100 }
  const days = Math.max(0, slack) / day
  const late = Math.max(0, -slack) / day
  return {
    criticality: Math.min(unused, Math.round(days * 10) / 10),
    delay: Math.round(-slack),
    color: Math.round((100 - late) * 10) / 10,
  }
}

function stockRow({ numbering, references, pegging, demands }: OrderContext, number: number): OrderResult {
  const { orders, stocks } = numbering
  const { item, location, batch, onhand } = stocks[number - orders.length]!
  return {
    reference: references[number]!,
    existing: false,
    type: 'STCK',
    status: 'confirmed',
    quantity: rounded(onhand),
    startdate: stockDate,
    enddate: stockDate,
    operation: null,
    name: `Inventory ${item.name} @ ${location}`,
    owner: null,
    batch: batch === '' ? null : batch,
    item: item.name,
    location,
    origin: null,
    destination: null,
    supplier: null,
    demand: null,
    due: null,
    resources: [],
    ...urgency(pegging.slacks[number]!),
    plan: {
      pegging: peggingOf(pegging.shares[number], demands),
      upstream_opplans: [],
      downstream_opplans: adjacentOrders(pegging, references, number, 'downstream'),
    },
  }
}

function detailOf(context: OrderContext, number: number): OrderDetail {
  const { numbering, references, pegging, demands, infeasible } = context
  const order = numbering.orders[number]!
  const { start, begin, uses } = order
  const detail: Writable<OrderDetail> = {
    pegging: peggingOf(pegging.shares[number], demands),
    upstream_opplans: adjacentOrders(pegging, references, number, 'upstream'),
    downstream_opplans: adjacentOrders(pegging, references, number, 'downstream'),
  }
  const interruptions = interruptionsOf(context, order)
  if (interruptions.length > 0) {
    detail.unavailable = interruptions.reduce((sum, [from, to]) => sum + to - from, 0)
    detail.interruptions = interruptions
  }
  const setup = uses.find(({ load }) => load.setup !== undefined)?.load.setup
  if (setup !== undefined) detail.setup = setup
  if (begin > start) detail.setupend = begin
  if (infeasible[number] === 1) detail.feasible = false
  return detail
}

type Writable<Row> = { -readonly [Field in keyof Row]: Row[Field] }

function peggingOf(share: Share | undefined, demands: readonly Demand[]): Readonly<Record<string, number>> {
  // Without a prototype: demand names as fields would create a hidden class for each order.
  const pegging: Record<string, number> = Object.create(null)
  if (share === undefined) return pegging
  for (let index = 0; index < share.demands.length; index += 1) {
    pegging[demands[share.demands[index]!]!.name] = rounded(share.quantities[index]!)
  }
  return pegging
}

function adjacentOrders(
  pegging: Pegging,
  references: readonly string[],
  number: number,
  side: 'upstream' | 'downstream',
): readonly AdjacentOrder[] {
  const { begins, list } = pegging[side]
  const ends = side === 'upstream' ? pegging.edges.producers : pegging.edges.consumers
  const found: AdjacentOrder[] = []
  for (let at = begins[number]!; at < begins[number + 1]!; at += 1) {
    const edge = list[at]!
    found.push({
      reference: references[ends[edge]!]!,
      quantity: rounded(pegging.edges.quantities[edge]!),
      offset: pegging.edges.gaps[edge]!,
    })
  }
  return found
}
