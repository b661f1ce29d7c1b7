/**
 * Removes orders without a requirement. Demands are planned by priority, not by date: a lot made for a later demand
 * may be unnecessary after an earlier demand has added a lot of its own. Such lots are removed, end items first, so
 * that their materials become available again. Purchases of items that can only be bought are then planned again at
 * their latest dates.
 */
import { levelAt, type StepFunction } from '../calendar/step-function.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer } from '../network/nodes.ts'
import { pauses, type Steps } from '../pauses.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Delivery } from './delivery.ts'
import type { Order } from './plan.ts'
import { firstShortage, refill } from './restock.ts'
import type { Search } from './search.ts'
import { everySupply } from './supplies.ts'

export function* removeExcess(search: Search, deliveries: readonly Delivery[]): Steps<void> {
  yield* dropUnneeded(search, deliveries, isUnneeded)
  yield* renewPurchases(search, () => true)
}

/** Removes what the refills of safety stock, and the orders that they have replaced, leave without a requirement. */
export function* removeExcessOfRefills(
  search: Search,
  deliveries: readonly Delivery[],
  isReplaced: boolean,
): Steps<void> {
  if (isReplaced) yield* dropUnneeded(search, deliveries, isUnneededForSafety)
  yield* renewPurchases(
    search,
    ({ stock, minimum }) => stock.level(never) > levelAt(minimum, never) + epsilon,
    isReplaced ? 1 : 2,
  )
}

/** Orders that are removed together: a routing with its steps, or a single order. */
type Work = readonly Order[]

function* dropUnneeded(
  search: Search,
  deliveries: readonly Delivery[],
  isExcess: (order: Order) => boolean,
): Steps<void> {
  const buffers = byLevel(search.network)
  const gone = new Set<Order>()
  const needed = yield* neededAnyway(search, deliveries)
  const works = yield* worksByProduct(search, buffers, needed)
  for (const [level, { stock }] of buffers.entries()) {
    const list = works[level]
    // Skips buffers that end without excess, which are most of them.
    if (list === undefined || stock.level(never) <= epsilon) continue
    for (const orders of list.toSorted((a, b) => b[0]!.end - a[0]!.end)) {
      if (!orders.every(isExcess)) continue
      for (const order of orders) {
        search.plan.takeBack(order)
        gone.add(order)
      }
    }
    yield
  }
  search.plan.forget(gone)
}

/** Returns the orders that ship or that other orders wait for: they are needed independently of their product. */
export function* neededAnyway({ plan }: Search, deliveries: readonly Delivery[]): Steps<ReadonlySet<Order>> {
  const needed = new Set<Order>()
  for (const { shipments } of deliveries) {
    for (const { order } of shipments) if (order.operation.kind !== 'delivery') needed.add(order)
  }
  for (let index = 0; index < plan.orders.length; index += 1) {
    if (pauses(index)) yield
    const { before, owner } = plan.orders[index]!
    if (before.length === 0) continue
    for (const earlier of before) {
      if (earlier.owner === undefined || earlier.owner !== owner) needed.add(earlier)
    }
  }
  return needed
}

/** Returns the removable orders, by the first buffer that they produce into. */
function* worksByProduct(
  { plan }: Search,
  buffers: readonly Buffer[],
  needed: ReadonlySet<Order>,
): Steps<readonly (Work[] | undefined)[]> {
  const levels: number[] = []
  for (const [level, { id }] of buffers.entries()) levels[id] = level
  const works: (Work[] | undefined)[] = Array.from(buffers, () => undefined)
  const owned = new Map<Order, Order[]>()
  const add = (orders: Work): void => {
    let level = Infinity
    for (const order of orders) level = Math.min(level, levelOf(order, levels))
    if (level !== Infinity) (works[level] ??= []).push(orders)
  }
  const isOwner = new Set<Order>()
  for (const { owner } of plan.orders) if (owner !== undefined) isOwner.add(owner)
  for (let index = 0; index < plan.orders.length; index += 1) {
    if (pauses(index)) yield
    const order = plan.orders[index]!
    const { owner } = order
    if (owner === undefined && !isOwner.has(order)) {
      if (!isFixed(order, needed)) add([order])
      continue
    }
    const head = owner ?? order
    const known = owned.get(head)
    if (known === undefined) owned.set(head, [order])
    else known.push(order)
  }
  for (const [head, orders] of owned) {
    if (head.locked === undefined && !orders.some((order) => isFixed(order, needed))) add(orders)
  }
  return works
}

const isFixed = (order: Order, needed: ReadonlySet<Order>): boolean =>
  order.locked !== undefined || order.operation.kind === 'purchase' || needed.has(order) || changesOver(order)

/** Orders in a sequence of setups stay: later changeovers might not fit without them. */
export const changesOver = ({ uses }: Order): boolean =>
  uses.some(({ resource }) => resource.setups !== undefined)

function levelOf({ movements }: Order, levels: readonly number[]): number {
  let level = Infinity
  for (const { buffer, quantity } of movements) {
    if (quantity > 0) level = Math.min(level, levels[buffer.id] ?? 0)
  }
  return level
}

/** Returns whether the whole product stays in stock until the end of the plan. */
export const isUnneeded = (order: Order): boolean =>
  everySupply(order, ({ stock }, date, until) => stock.lowestFrom(date) >= until - epsilon)

/** Returns whether the whole product stays in stock until the end of the plan, besides the safety stock. */
const isUnneededForSafety = (order: Order): boolean =>
  everySupply(
    order,
    ({ stock, minimum }, date, until) =>
      firstShortage(stock, raised(minimum, until - 2 * epsilon), date) === never,
  )

const raised = (level: number | StepFunction, by: number): number | StepFunction =>
  typeof level === 'number' ? level + by : { ...level, values: level.values.map((value) => value + by) }

/**
 * Plans purchases of items that can only be bought again, in the sequence of the requirements.
 *
 * @param least number of purchases of an item from which all of them may be needed and still too much
 */
export function* renewPurchases(
  search: Search,
  isMeant: (buffer: Buffer) => boolean,
  least = 2,
): Steps<void> {
  const { plan, settings } = search
  const purchases = new Map<Buffer, Order[]>()
  for (let index = 0; index < plan.orders.length; index += 1) {
    if (pauses(index)) yield
    const order = plan.orders[index]!
    const movement = order.movements[0]
    if (order.locked !== undefined || order.operation.kind !== 'purchase' || movement === undefined) continue
    if (movement.buffer.methods?.every(({ operation }) => operation.kind === 'purchase') !== true) continue
    const known = purchases.get(movement.buffer)
    if (known === undefined) purchases.set(movement.buffer, [order])
    else known.push(order)
  }
  const gone = new Set<Order>()
  for (const [buffer, orders] of purchases) {
    if (!isMeant(buffer)) continue
    yield
    if (orders.length < least && !isUnneeded(orders[0]!)) continue
    // An existing shortage would hide a new one.
    if (buffer.stock.lowestFrom(settings.current) < -epsilon || orders.some(changesOver)) continue
    const lowest = Math.min(0, buffer.stock.lowestFrom(-never))
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) plan.takeBack(order)
    const mark = plan.mark()
    refill(search, buffer)
    const isShort = buffer.stock.lowestFrom(settings.current) < -epsilon
    if (isShort || buffer.stock.lowestFrom(-never) < lowest - epsilon) {
      // They do not fit on their resources again, or work that may start in the past needs them then: they stay unchanged.
      plan.rollback(mark)
      for (const [index, order] of orders.entries()) plan.putBack(order, loads[index]!)
    } else for (const order of orders) gone.add(order)
  }
  plan.forget(gone)
}
