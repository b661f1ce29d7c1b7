/**
 * Joins orders of the same operation that follow each other within its batching window. The joined order has the date
 * of the first one, provided that its materials are available by then and the lot is not too large. Orders that load
 * resources are joined in `neighbors.ts`; orders that wait for other orders are not joined. Shipments of a demand on
 * one date are joined, and so are late shipments within hours of each other.
 */
import type { Buffer, Operation } from '../network/nodes.ts'
import { levelAt } from '../calendar/step-function.ts'
import { epsilon } from '../timeline/profile.ts'
import { costOfShipment } from './deliver.ts'
import type { Delivery, Shipment } from './delivery.ts'
import { renewPurchases } from './excess.ts'
import { floorOf, joinNeighbors } from './neighbors.ts'
import { neededOf, neededOfPlanned } from './needed.ts'
import { draftOrder, type Movement, type Order, type Plan } from './plan.ts'
import type { Steps } from '../pauses.ts'
import type { Search } from './search.ts'
import { day, never, type Seconds } from '../time.ts'

/**
 * Joins orders; returns the deliveries with their shipments joined. Where joined lots are smaller than the separate ones,
 * less of their materials is bought.
 */
export function* joinOrders(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const less = new Set<Buffer>()
  const joined = yield* joinOnce(search, deliveries, less)
  if (less.size === 0) return joined
  yield* renewPurchases(search, (buffer) => less.has(buffer), 1)
  return yield* joinOnce(search, joined, new Set())
}

/** @param less gets the stocks from which joined orders take less than the separate ones would */
function* joinOnce(
  search: Search,
  deliveries: readonly Delivery[],
  less: Set<Buffer>,
): Steps<readonly Delivery[]> {
  const gone = new Set<Order>()
  const isApart = apart(search, deliveries)
  for (const orders of joinable(search, isApart)) {
    yield
    const one = joinEqual(search, orders, gone, less)
    const [first] = one
    if (one.length > 1 && first!.operation.batchWindow > 0) joinWithin(search, one, gone, less)
  }
  const joined = deliveries.map((delivery) =>
    delivery.shipments.length < 2
      ? delivery
      : { ...delivery, shipments: joinShipments(search, delivery, gone) },
  )
  yield
  yield* joinNeighbors(search, isApart, gone, less)
  search.plan.forget(gone)
  return joined
}

/** Returns a test for orders that must not be joined: those that other orders depend on, and those that deliver a demand. */
function apart({ network }: Search, deliveries: readonly Delivery[]): (order: Order) => boolean {
  const waitedFor = new Set<Operation>()
  for (const { dependencies } of network.operations.values())
    for (const { on } of dependencies) waitedFor.add(on)
  const shipping = new Set<Order>()
  for (const { shipments } of deliveries)
    for (const { order } of shipments) if (order.operation.kind !== 'delivery') shipping.add(order)
  return (order) => waitedFor.has(order.operation) || shipping.has(order)
}

/**
 * Returns the orders that may be joined, by operation; each list is sorted by batch and date. Purchases are first: once
 * they are joined, their material is there for lots that are joined to an earlier date.
 */
function joinable({ plan }: Search, isApart: (order: Order) => boolean): Iterable<Order[]> {
  const groups = new Map<Operation, Order[] | undefined>()
  for (const order of plan.orders) {
    if (order.locked !== undefined || order.owner !== undefined || order.uses.length > 0) continue
    if (isApart(order)) continue
    const { operation } = order
    const list = groups.get(operation)
    if (list !== undefined) list.push(order)
    else if (!groups.has(operation)) groups.set(operation, isJoinable(operation) ? [order] : undefined)
  }
  return several(
    [...groups].sort(([a], [b]) => Number(isPurchase(b)) - Number(isPurchase(a))).map(([, orders]) => orders),
  )
}

const isPurchase = ({ kind }: Operation): boolean => kind === 'purchase'

function* several(lists: Iterable<Order[] | undefined>): Generator<Order[]> {
  for (const list of lists) {
    if (list === undefined || list.length < 2) continue
    yield list.sort(
      (a, b) => (a.batch < b.batch ? -1 : a.batch > b.batch ? 1 : 0) || a.end - b.end || a.start - b.start,
    )
  }
}

/** Returns whether two orders of an operation equal one order of twice the size. */
const isJoinable = ({ kind, durationPer, flows, dependencies, steps }: Operation): boolean =>
  kind !== 'delivery' &&
  durationPer === 0 &&
  steps.length === 0 &&
  dependencies.length === 0 &&
  flows.every((group) =>
    group.flows.length === 1
      ? group.flows.every(({ fixed, at }) => fixed === 0 && at !== 'transfer_batch')
      : false,
  )

/**
 * Joins orders that start and end at the same time, which changes no date: several parts of a demand, or demands due
 * on the same day, have created them separately. Returns the remaining orders, by date.
 */
function joinEqual(
  { plan }: Search,
  orders: readonly Order[],
  gone: Set<Order>,
  less: Set<Buffer>,
): readonly Order[] {
  const left: Order[] = []
  for (let at = 0; at < orders.length;) {
    const first = orders[at]!
    let quantity = first.quantity
    let next = at + 1
    for (; next < orders.length; next += 1) {
      const order = orders[next]!
      if (!isEqual(first, order) || quantity + order.quantity > first.operation.maximum + epsilon) break
      quantity += order.quantity
    }
    if (next === at + 1) {
      left.push(first)
      at = next
      continue
    }
    const same = orders.slice(at, next)
    at = next
    left.push(asOne(plan, same, quantity, less))
    for (const each of same) gone.add(each)
  }
  return left
}

/** Moves the stock movements and the cost of equal orders into one order, without what nobody needs of them. */
function asOne(plan: Plan, same: readonly Order[], all: number, less: Set<Buffer>): Order {
  const first = same[0]!
  const { operation } = first
  const demand = same.every((order) => order.demand === first.demand) ? first.demand : undefined
  const moved = first.movements.map((movement) => movement.quantity)
  let [cost, penalty] = [first.cost, first.penalty]
  for (let index = 1; index < same.length; index += 1) {
    const another = same[index]!
    for (let at = 0; at < moved.length; at += 1) moved[at]! += another.movements[at]!.quantity
    cost += another.cost
    penalty += another.penalty
  }
  const movements = first.movements.map(({ buffer, date }, at) => ({ buffer, date, quantity: moved[at]! }))
  const quantity = neededOfPlanned(operation, all, movements)
  const order = draftOrder(operation, quantity, first, { owner: undefined, demand, batch: first.batch })
  order.notBefore = first.notBefore
  order.cost = cost
  order.penalty = penalty
  order.movements = movements
  plan.append(order)
  if (quantity < all) {
    order.movements = movements.map((movement) => shrink(movement, quantity / all, less))
    plan.recount(order, -never)
  }
  return order
}

/** Reduces a planned movement to a share. */
function shrink({ buffer, date, quantity: all }: Movement, share: number, less: Set<Buffer>): Movement {
  const quantity = all * share
  buffer.stock.add(date, quantity - all)
  if (all < 0) less.add(buffer)
  return { buffer, date, quantity }
}

const isEqual = (a: Order, b: Order): boolean =>
  a.end === b.end &&
  a.start === b.start &&
  a.batch === b.batch &&
  a.movements.length === b.movements.length &&
  isAlike(a.movements, b.movements)

function isAlike(some: readonly Movement[], others: readonly Movement[]): boolean {
  for (let at = 0; at < some.length; at += 1) {
    const [one, other] = [some[at]!, others[at]!]
    if (one.buffer !== other.buffer || one.date !== other.date) return false
  }
  return true
}

function joinWithin(search: Search, orders: readonly Order[], gone: Set<Order>, less: Set<Buffer>): void {
  let [first, ...rest] = orders
  for (const order of rest) {
    const joined = first === undefined ? undefined : join(search, first, order, less)
    if (joined === undefined) {
      first = order
      continue
    }
    gone.add(first!).add(order)
    first = joined
  }
}

/** Joins two orders on the date of the first. Returns undefined and changes nothing if that is not possible. */
function join({ plan }: Search, first: Order, second: Order, less: Set<Buffer>): Order | undefined {
  const { operation } = first
  const both = first.quantity + second.quantity
  if (second.end - first.end > operation.batchWindow || both > operation.maximum + epsilon) return undefined
  if (!isThere(first, second)) return undefined
  plan.takeBack(first)
  plan.takeBack(second)
  const demand = first.demand === second.demand ? first.demand : undefined
  const quantity = neededOf(operation, both, first.movements)
  const order = draftOrder(operation, quantity, first, { owner: undefined, demand, batch: first.batch })
  order.notBefore = first.notBefore
  plan.add(order)
  for (const [index, { buffer, date, quantity: moved }] of first.movements.entries()) {
    const all = moved + second.movements[index]!.quantity
    if (all < 0 && quantity < both) less.add(buffer)
    plan.move(order, { buffer, date, quantity: quantity === both ? all : (all * quantity) / both })
  }
  return order
}

/** Returns whether adding a quantity at a date exceeds the maximum stock of a buffer. */
function isOverfilled({ maximum, stock }: Buffer, date: Seconds, more: number): boolean {
  const most = maximum === 0 ? 0 : levelAt(maximum, date)
  return most > 0 && stock.level(date) + more > most + epsilon
}

/**
 * Returns whether the materials of the second order are available, above the safety stock, when the first one takes its
 * own.
 */
function isThere(first: Order, second: Order): boolean {
  if (first.movements.length !== second.movements.length) return false
  return first.movements.every(({ buffer, date }, index) => {
    const later = second.movements[index]!
    if (later.buffer !== buffer || later.date < date) return false
    if (later.date === date || buffer.infinite) return true
    if (later.quantity > 0) return !isOverfilled(buffer, date, later.quantity)
    return buffer.stock.firstBelow(date, later.date, floorOf(buffer) - later.quantity) === never
  })
}

/**
 * Joins shipments of a demand on one date, and late shipments with the next one where waiting costs less than a
 * separate shipment.
 */
export function joinShipments(
  { plan }: Search,
  { demand: { due }, shipments }: Delivery,
  gone: Set<Order>,
): readonly Shipment[] {
  const joined: Shipment[] = []
  for (const shipment of shipments.toSorted((a, b) => a.order.end - b.order.end)) {
    const { order, quantity } = shipment
    const canWait = ({ order: { end }, quantity: waiting }: Shipment): boolean =>
      end === order.end || (end > due && (waiting * (order.end - end)) / day <= costOfShipment)
    const at = joined.findIndex((other) => canWait(other) && canShipTogether(other.order, order))
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
  a.locked === undefined &&
  b.locked === undefined &&
  a.uses.length === 0 &&
  a.movements.every(({ date, buffer }, index) => {
    const later = b.movements[index]
    return later?.buffer === buffer && later.date >= date
  })
