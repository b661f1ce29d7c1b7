/**
 * Connects orders with their suppliers. Material is matched first in, first out per buffer: the n-th unit consumed is
 * the n-th unit produced, regardless of the demand it was planned for. Steps and dependencies are edges too.
 */
import { epsilon } from '../timeline/profile.ts'
import type { Order } from '../search/plan.ts'
import { EdgeList, type Edges } from './edge-list.ts'
import type { Numbering } from './numbering.ts'
import { pauses, type Steps } from '../pauses.ts'
import type { BufferEvents, StockEvents } from './stock-events.ts'

export function* findEdges({ orders }: Numbering, stocks: StockEvents): Steps<Edges> {
  // Every edge consumes a movement or the rest of one.
  const edges = new EdgeList(stocks.orders.length + stocks.buffers.length)
  yield* matchStock(edges, orders, stocks)
  yield* linkSteps(edges, orders)
  return edges.edges()
}

/** Adds the edges between orders through the buffers of the movements. */
export function* matchStock(edges: EdgeList, orders: readonly Order[], stocks: StockEvents): Steps<void> {
  const brought = new Float64Array(orders.length)
  let matched = 0
  for (const list of stocks.buffers) {
    const { buffer, from, until } = list
    if (buffer.infinite || from === until) continue
    for (let event = from; event < until; event += 1)
      brought[stocks.orders[event]!]! += Math.max(0, stocks.quantities[event]!)
    matchBuffer(edges, orders, stocks, list, brought)
    for (let event = from; event < until; event += 1) brought[stocks.orders[event]!] = 0
    for (const end = matched + until - from; matched < end; matched += 1) if (pauses(matched)) yield
  }
}

/** `brought` is the total quantity that each order produces into the buffer. */
function matchBuffer(
  edges: EdgeList,
  orders: readonly Order[],
  { orders: numbers, dates, quantities }: StockEvents,
  { buffer, stock, from, until }: BufferEvents,
  brought: Float64Array,
): void {
  let produced = from
  let available = 0
  let producer = -1
  // The initial stock is consumed first.
  if (stock !== undefined && buffer.onhand > 0) [producer, available] = [stock, buffer.onhand]
  let madeAt = -Infinity
  for (let event = from; event < until; event += 1) {
    const consumer = numbers[event]!
    let needed = -quantities[event]!
    while (needed > epsilon) {
      for (; available <= epsilon && produced < until; produced += 1) {
        if (quantities[produced]! <= 0) continue
        producer = numbers[produced]!
        available += quantities[produced]!
        madeAt = dates[produced]!
      }
      if (available <= epsilon) return
      const taken = Math.min(needed, available)
      const size = orders[consumer]!.quantity
      const made = producer === stock ? 1 : orders[producer]!.quantity / brought[producer]!
      const gap = madeAt === -Infinity ? 0 : dates[event]! - madeAt
      edges.add(producer, consumer, taken, gap, size > 0 ? (taken * made) / size : 0)
      needed -= taken
      available -= taken
    }
  }
}

/**
 * Adds edges between the steps of a routing order, in sequence unless dependencies are known, and along other
 * dependencies.
 */
export function* linkSteps(edges: EdgeList, orders: readonly Order[]): Steps<void> {
  const numbers = new Map<Order, number>()
  const siblings = new Map<Order, number[]>()
  for (let index = 0; index < orders.length; index += 1) {
    if (pauses(index)) yield
    const { owner, before } = orders[index]!
    if (owner === undefined && before.length === 0) continue
    numbers.set(orders[index]!, index)
    for (const earlier of before) if (earlier.owner === undefined) numbers.set(earlier, -1)
    if (owner === undefined) continue
    const known = siblings.get(owner)
    if (known === undefined) siblings.set(owner, [index])
    else known.push(index)
  }
  if (numbers.size === 0) return
  for (let index = 0; index < orders.length; index += 1) {
    if (pauses(index)) yield
    if (numbers.get(orders[index]!) === -1) numbers.set(orders[index]!, index)
  }
  for (const steps of siblings.values()) {
    if (steps.some((step) => orders[step]!.before.length > 0)) continue
    steps.sort((a, b) => orders[a]!.start - orders[b]!.start || orders[a]!.end - orders[b]!.end || a - b)
    for (let step = 1; step < steps.length; step += 1) link(edges, orders, steps[step - 1]!, steps[step]!)
  }
  linkOwners(edges, orders, siblings)
  // If several orders depend on the same one, the first passes on its demand: they are parts of one project.
  const linked = new Set<Order>()
  for (const [later, at] of numbers) {
    if (pauses(at)) yield
    for (const earlier of later.before) {
      const from = numbers.get(earlier)
      if (from === undefined) continue
      link(edges, orders, from, at, linked.has(earlier) ? 0 : undefined)
      linked.add(earlier)
    }
  }
}

/** Adds an edge from the last step to a routing order with a product of its own. */
function linkOwners(
  edges: EdgeList,
  orders: readonly Order[],
  siblings: ReadonlyMap<Order, readonly number[]>,
): void {
  const bringing = new Map<Order, number>()
  for (const owner of siblings.keys()) {
    if (owner.movements.some(({ quantity }) => quantity > 0)) bringing.set(owner, -1)
  }
  if (bringing.size === 0) return
  for (const [index, order] of orders.entries()) if (bringing.has(order)) bringing.set(order, index)
  for (const [owner, index] of bringing) {
    if (index < 0) continue
    const last = siblings.get(owner)!.reduce((a, b) => (orders[b]!.end > orders[a]!.end ? b : a))
    const weight = owner.quantity > 0 ? orders[last]!.quantity / owner.quantity : 0
    edges.add(last, index, orders[last]!.quantity, Math.max(0, owner.end - orders[last]!.end), weight)
  }
}

function link(
  edges: EdgeList,
  orders: readonly Order[],
  from: number,
  to: number,
  weight = orders[to]!.quantity > 0 ? orders[from]!.quantity / orders[to]!.quantity : 0,
): void {
  edges.add(from, to, orders[from]!.quantity, orders[to]!.start - orders[from]!.end, weight)
}
