/** Finds the orders of a plan: by demand, stock, resource and routing order, and what waits for an order. */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { Order, Work } from '../search/plan.ts'

const none: ReadonlySet<Order> = new Set()

export class OrderIndex {
  readonly #ofDemand = new Map<Demand, Set<Order>>()
  readonly #moving = new Map<Buffer, Set<Order>>()
  readonly #using = new Map<Resource, Set<Order>>()
  readonly #steps = new Map<Order, Set<Order>>()
  readonly #waiting = new Map<Order, Set<Order>>()

  /** Proposals that were made for a demand. */
  ofDemand(demand: Demand): ReadonlySet<Order> {
    return this.#ofDemand.get(demand) ?? none
  }

  /** Orders that take from a buffer or bring into it. */
  moving(buffer: Buffer): ReadonlySet<Order> {
    return this.#moving.get(buffer) ?? none
  }

  using(resource: Resource): ReadonlySet<Order> {
    return this.#using.get(resource) ?? none
  }

  /** Orders that may begin only after the order has ended. */
  waitingFor(order: Order): ReadonlySet<Order> {
    return this.#waiting.get(order) ?? none
  }

  /** Orders that are planned and taken out together: the order of a routing with its steps, or one order alone. */
  workOf(order: Order): Work {
    const head = order.owner ?? order
    return [head, ...(this.#steps.get(head) ?? none)]
  }

  /** Adds an order while it is in the plan. */
  add(order: Order): void {
    const { demand, movements, uses, owner, before, locked } = order
    if (demand !== undefined && locked === undefined) addTo(this.#ofDemand, demand, order)
    for (const { buffer } of movements) addTo(this.#moving, buffer, order)
    for (const { resource } of uses) addTo(this.#using, resource, order)
    if (owner !== undefined) addTo(this.#steps, owner, order)
    for (const earlier of before) addTo(this.#waiting, earlier, order)
  }

  /** Removes an order, before it is taken out of the plan. */
  remove(order: Order): void {
    const { demand, movements, uses, owner, before } = order
    if (demand !== undefined) removeFrom(this.#ofDemand, demand, order)
    for (const { buffer } of movements) removeFrom(this.#moving, buffer, order)
    for (const { resource } of uses) removeFrom(this.#using, resource, order)
    if (owner !== undefined) removeFrom(this.#steps, owner, order)
    for (const earlier of before) removeFrom(this.#waiting, earlier, order)
  }
}

function addTo<Key>(sets: Map<Key, Set<Order>>, key: Key, order: Order): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([order]))
  else set.add(order)
}

function removeFrom<Key>(sets: Map<Key, Set<Order>>, key: Key, order: Order): void {
  const set = sets.get(key)
  if (set === undefined) return
  set.delete(order)
  if (set.size === 0) sets.delete(key)
}
