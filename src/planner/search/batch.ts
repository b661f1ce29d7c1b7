/**
 * Fewer orders where several of the same kind follow each other closely: those within the batching window of their
 * operation become one, on the date of the first, as far as what they take is there by then and a lot may be so large.
 * What loads a resource or waits for other work stays as it is planned. Shipments of a demand on one date become one.
 */
import type { Buffer, Operation } from '../network/nodes.ts'
import { levelAt } from '../calendar/step-function.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Delivery, Shipment } from './deliver.ts'
import { draftOrder, type Order } from './plan.ts'
import type { Search } from './search.ts'
import type { Seconds } from '../time.ts'

/** Joins orders; answers the deliveries with their shipments joined. */
export function joinOrders(search: Search, deliveries: readonly Delivery[]): readonly Delivery[] {
  const gone = new Set<Order>()
  for (const orders of joinable(search)) joinWithin(search, orders, gone)
  const joined = deliveries.map((delivery) =>
    delivery.shipments.length < 2
      ? delivery
      : { ...delivery, shipments: joinShipments(search, delivery.shipments, gone) },
  )
  search.plan.forget(gone)
  return joined
}

/** Orders that could be joined, by operation and what they bring their product into, each list by date. */
function joinable({ plan, network }: Search): Iterable<readonly Order[]> {
  const waitedFor = new Set<Operation>()
  for (const { dependencies } of network.operations.values())
    for (const { on } of dependencies) waitedFor.add(on)
  const groups = new Map<Operation, Map<Buffer | undefined, Order[]>>()
  for (const order of plan.orders) {
    const { operation } = order
    if (order.locked !== undefined || order.owner !== undefined || !isJoinable(operation)) continue
    if (order.uses.length > 0 || waitedFor.has(operation)) continue
    let buffers = groups.get(operation)
    if (buffers === undefined) groups.set(operation, (buffers = new Map()))
    const buffer = order.movements.find(({ quantity }) => quantity > 0)?.buffer
    const list = buffers.get(buffer)
    if (list === undefined) buffers.set(buffer, [order])
    else list.push(order)
  }
  return [...groups.values()].flatMap((buffers) =>
    [...buffers.values()]
      .filter(({ length }) => length > 1)
      .map((list) => list.toSorted((a, b) => a.end - b.end)),
  )
}

/** Whether two orders of an operation are one of twice the size. */
const isJoinable = ({ batchWindow, kind, durationPer, flows, dependencies, steps }: Operation): boolean =>
  batchWindow > 0 &&
  kind !== 'delivery' &&
  durationPer === 0 &&
  steps.length === 0 &&
  dependencies.length === 0 &&
  flows.every((group) =>
    group.flows.length === 1
      ? group.flows.every(({ fixed, at }) => fixed === 0 && at !== 'transfer_batch')
      : false,
  )

function joinWithin(search: Search, orders: readonly Order[], gone: Set<Order>): void {
  let [first, ...rest] = orders
  for (const order of rest) {
    const joined = first === undefined ? undefined : join(search, first, order)
    if (joined === undefined) {
      first = order
      continue
    }
    gone.add(first!).add(order)
    first = joined
  }
}

/** Both orders as one on the date of the first; undefined, with nothing changed, where that is not possible. */
function join({ plan }: Search, first: Order, second: Order): Order | undefined {
  const { operation } = first
  const quantity = first.quantity + second.quantity
  if (second.end - first.end > operation.batchWindow || quantity > operation.maximum + epsilon)
    return undefined
  if (!isThere(first, second)) return undefined
  plan.takeBack(first)
  plan.takeBack(second)
  const demand = first.demand === second.demand ? first.demand : undefined
  const order = draftOrder(operation, quantity, first, { owner: undefined, demand, batch: first.batch })
  order.notBefore = first.notBefore
  plan.add(order)
  for (const [index, { buffer, date, quantity: moved }] of first.movements.entries()) {
    plan.move(order, { buffer, date, quantity: moved + second.movements[index]!.quantity })
  }
  return order
}

/** Whether more at a moment is more than is kept at most. */
function isOverfilled({ maximum, stock }: Buffer, date: Seconds, more: number): boolean {
  const most = maximum === 0 ? 0 : levelAt(maximum, date)
  return most > 0 && stock.level(date) + more > most + epsilon
}

/** Whether what the second order takes is there already when the first one takes its part. */
function isThere(first: Order, second: Order): boolean {
  if (first.movements.length !== second.movements.length) return false
  return first.movements.every(({ buffer, date }, index) => {
    const later = second.movements[index]!
    if (later.buffer !== buffer || later.date < date) return false
    if (later.date === date || buffer.infinite) return true
    if (later.quantity > 0) return !isOverfilled(buffer, date, later.quantity)
    return buffer.stock.firstBelow(date, later.date, -later.quantity) === Infinity
  })
}

function joinShipments(
  { plan }: Search,
  shipments: readonly Shipment[],
  gone: Set<Order>,
): readonly Shipment[] {
  const joined: Shipment[] = []
  for (const shipment of shipments) {
    const { order, quantity } = shipment
    const at = joined.findIndex((other) => canShipTogether(other.order, order))
    const other = joined[at]
    if (other === undefined) {
      joined.push(shipment)
      continue
    }
    plan.takeBack(other.order)
    plan.takeBack(order)
    gone.add(other.order).add(order)
    const { operation, demand, batch } = order
    const both = draftOrder(operation, other.quantity + quantity, order, { owner: undefined, demand, batch })
    plan.add(both)
    for (const [index, { buffer, date, quantity: moved }] of order.movements.entries()) {
      plan.move(both, { buffer, date, quantity: moved + other.order.movements[index]!.quantity })
    }
    joined[at] = { order: both, quantity: other.quantity + quantity }
  }
  return joined
}

const canShipTogether = (a: Order, b: Order): boolean =>
  a.operation.kind === 'delivery' &&
  a.operation === b.operation &&
  a.end === b.end &&
  a.locked === undefined &&
  b.locked === undefined &&
  a.uses.length === 0 &&
  a.movements.every(
    ({ date, buffer }, index) => b.movements[index]?.date === date && b.movements[index]?.buffer === buffer,
  )
