/** Finds the sources of the stock that orders consume: first in, first out, as in pegging. */
import type { Buffer } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { OrderIndex } from './order-index.ts'
import type { LiveState } from './state.ts'

interface Event {
  readonly order: Order
  readonly date: Seconds
  readonly quantity: number
}

/** The orders that supply other orders, directly or indirectly, in the current plan. */
export class Supplies {
  readonly #index: OrderIndex
  readonly #feeding = new Map<Buffer, ReadonlyMap<Order, readonly Order[]>>()
  /** Number of the last walk that has found an order, by its serial number. */
  readonly #foundBy: Int32Array
  #walks = 0

  constructor({ index }: LiveState) {
    this.#index = index
    this.#foundBy = new Int32Array(index.serials)
  }

  /** Returns the orders with all their suppliers. */
  upstreamOf(orders: Iterable<Order>): readonly Order[] {
    this.#walks += 1
    return this.#find(orders, this.#foundBy, this.#walks)
  }

  /** Returns a function that returns orders with all their suppliers, each order only the first time. */
  firstUpstream(): (orders: Iterable<Order>) => readonly Order[] {
    const isFound = new Uint8Array(this.#foundBy.length)
    return (orders) => this.#find(orders, isFound, 1)
  }

  /** Returns the orders and their suppliers that are not marked, by serial number, and marks them. */
  #find(orders: Iterable<Order>, marks: Int32Array | Uint8Array, mark: number): readonly Order[] {
    const found: Order[] = []
    const open = [...orders]
    // Orders that are not in the plan have no number, or a later one.
    const isNew = ({ serial }: Order): boolean =>
      serial >= 0 && serial < marks.length && marks[serial] !== mark
    const add = (order: Order): void => {
      if (isNew(order)) open.push(order)
    }
    for (let order = open.pop(); order !== undefined; order = open.pop()) {
      if (!isNew(order)) continue
      marks[order.serial] = mark
      found.push(order)
      const head = order.owner ?? order
      add(head)
      for (const step of this.#index.stepsOf(head)) add(step)
      for (const earlier of order.before) add(earlier)
      for (const { buffer, quantity } of order.movements)
        if (quantity < 0 && !buffer.infinite)
          for (const supplier of this.#of(buffer).get(order) ?? []) add(supplier)
    }
    return found
  }

  /** Returns the suppliers of each order that consumes from a buffer. */
  #of(buffer: Buffer): ReadonlyMap<Order, readonly Order[]> {
    let feeding = this.#feeding.get(buffer)
    if (feeding === undefined) this.#feeding.set(buffer, (feeding = this.#match(buffer)))
    return feeding
  }

  #match(buffer: Buffer): ReadonlyMap<Order, readonly Order[]> {
    const taken: Event[] = []
    const brought: Event[] = []
    for (const order of this.#index.moving(buffer)) {
      for (const { buffer: moved, date, quantity } of order.movements) {
        if (moved !== buffer) continue
        if (quantity < 0) taken.push({ order, date, quantity: -quantity })
        else brought.push({ order, date, quantity })
      }
    }
    taken.sort(byDate)
    brought.sort(byDate)
    const feeding = new Map<Order, Order[]>()
    let available = Math.max(0, buffer.onhand)
    let next = 0
    let producer: Order | undefined
    for (const { order, quantity } of taken) {
      let needed = quantity
      const list = feeding.get(order) ?? []
      feeding.set(order, list)
      while (needed > epsilon) {
        if (available <= epsilon) {
          const event = brought[next]
          if (event === undefined) break
          next += 1
          producer = event.order
          available += event.quantity
          continue
        }
        const part = Math.min(needed, available)
        needed -= part
        available -= part
        if (producer !== undefined && !list.includes(producer)) list.push(producer)
      }
    }
    return feeding
  }
}

const byDate = (a: Event, b: Event): number => a.date - b.date
