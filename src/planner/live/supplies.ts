/** Finds the sources of the stock that orders consume: first in, first out, as in pegging. */
import type { Buffer } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { LiveState } from './state.ts'

interface Event {
  readonly order: Order
  readonly date: Seconds
  readonly quantity: number
}

/** The orders that supply other orders, directly or indirectly, in the current plan. */
export class Supplies {
  readonly #state: LiveState
  readonly #feeding = new Map<Buffer, ReadonlyMap<Order, readonly Order[]>>()

  constructor(state: LiveState) {
    this.#state = state
  }

  /** Returns the orders with all their suppliers, without known orders and suppliers of only these. */
  upstreamOf(orders: Iterable<Order>, known: ReadonlySet<Order> = none): ReadonlySet<Order> {
    const found = new Set<Order>()
    const open = [...orders]
    for (let order = open.pop(); order !== undefined; order = open.pop()) {
      if (found.has(order) || known.has(order)) continue
      found.add(order)
      open.push(...this.#state.index.workOf(order), ...order.before)
      for (const { buffer, quantity } of order.movements)
        if (quantity < 0 && !buffer.infinite) open.push(...(this.#of(buffer).get(order) ?? []))
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
    for (const order of this.#state.index.moving(buffer)) {
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

const none: ReadonlySet<Order> = new Set()

const byDate = (a: Event, b: Event): number => a.date - b.date
