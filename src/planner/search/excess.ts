/**
 * Takes back what nobody needs. Demands are planned by priority, not by date: a lot that is made for a later one may no
 * longer be needed once an earlier one has brought a lot of its own. Such lots go, end items first, so that what they
 * are made of is free again; and purchases of what is only bought are made anew, each when it is needed and no sooner.
 */
import { byLevel } from '../network/levels.ts'
import type { Buffer } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { endOfTime } from '../time.ts'
import type { Delivery } from './deliver.ts'
import type { Order } from './plan.ts'
import { refill } from './restock.ts'
import type { Search } from './search.ts'
import { replenish } from './supply.ts'

export function removeExcess(search: Search, deliveries: readonly Delivery[]): void {
  dropUnneeded(search, deliveries)
  renewPurchases(search)
}

/** Orders that stand and fall together: one of a routing with its steps, or one alone. */
interface Work {
  readonly orders: Order[]
  /** Level of what it makes: smaller is nearer to what is sold. */
  level: number
}

function dropUnneeded(search: Search, deliveries: readonly Delivery[]): void {
  const levels = new Map(byLevel(search.network).map((buffer, index) => [buffer, index]))
  const kept = new Set<Order>(deliveries.flatMap(({ shipments }) => shipments.map(({ order }) => order)))
  const works = new Map<Order, Work>()
  for (const order of search.plan.orders) {
    // What others wait for is needed, whatever becomes of its product.
    for (const earlier of order.before) {
      if (earlier.owner === undefined || earlier.owner !== order.owner) kept.add(earlier)
    }
    const head = order.owner ?? order
    if (head.locked !== undefined || order.locked !== undefined || order.operation.kind === 'purchase') {
      kept.add(order)
    }
    const work = works.get(head)
    if (work === undefined) works.set(head, { orders: [order], level: levelOf(order, levels) })
    else {
      work.orders.push(order)
      work.level = Math.min(work.level, levelOf(order, levels))
    }
  }
  const candidates = [...works.values()]
    .filter(({ orders, level }) => level < Infinity && orders.every((order) => !kept.has(order)))
    .toSorted((a, b) => a.level - b.level || b.orders[0]!.end - a.orders[0]!.end)
  const gone = new Set<Order>()
  for (const { orders } of candidates) {
    if (!orders.every(isUnneeded)) continue
    for (const order of orders) {
      search.plan.takeBack(order)
      gone.add(order)
    }
  }
  search.plan.forget(gone)
}

const levelOf = ({ movements }: Order, levels: ReadonlyMap<Buffer, number>): number =>
  movements.reduce(
    (level, { buffer, quantity }) => (quantity > 0 ? Math.min(level, levels.get(buffer) ?? 0) : level),
    Infinity,
  )

/** Whether all that it makes stays in stock to the end. */
function isUnneeded({ movements }: Order): boolean {
  return movements.every(
    ({ buffer, date, quantity }) =>
      quantity <= 0 ||
      (buffer.stock.level(endOfTime) >= quantity - epsilon &&
        buffer.stock.lowestFrom(date) >= quantity - epsilon),
  )
}

/** Purchases of what can only be bought, made anew in the order of need. */
function renewPurchases(search: Search): void {
  const { plan, settings } = search
  const purchases = new Map<Buffer, Order[]>()
  for (const order of plan.orders) {
    const [movement] = order.movements
    if (order.locked !== undefined || order.operation.kind !== 'purchase' || movement === undefined) continue
    if (movement.buffer.methods?.every(({ operation }) => operation.kind === 'purchase') !== true) continue
    const known = purchases.get(movement.buffer)
    if (known === undefined) purchases.set(movement.buffer, [order])
    else known.push(order)
  }
  const gone = new Set<Order>()
  for (const [buffer, orders] of purchases) {
    if (orders.length === 1 && !isUnneeded(orders[0]!)) continue
    const enough = Math.min(0, buffer.stock.lowestFrom(settings.current))
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) plan.takeBack(order)
    const mark = plan.mark()
    refill(search, buffer, replenish)
    if (buffer.stock.lowestFrom(settings.current) < enough - epsilon) {
      // Resources of the purchases were in the way: then they stay as they were.
      plan.rollback(mark)
      for (const [index, order] of orders.entries()) plan.putBack(order, loads[index]!)
    } else for (const order of orders) gone.add(order)
  }
  plan.forget(gone)
}
