/** Index of the orders of a plan: by demand, buffer, resource and routing order, and by predecessor. */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { Order, Work } from '../search/plan.ts'

const none: ReadonlySet<Order> = new Set()

/**
 * Lists orders in the sequence in which they were first added, even if they were taken out and added again since,
 * because repeated attempts must give the same result.
 */
export class OrderIndex {
  #next = 0
  /** Sets to which orders have been added again. */
  readonly #mixed = new WeakSet<ReadonlySet<Order>>()
  readonly #ofDemand = new Map<Demand, Set<Order>>()
  readonly #moving = new Map<Buffer, Set<Order>>()
  readonly #using = new Map<Resource, Set<Order>>()
  readonly #steps = new Map<Order, Set<Order>>()
  readonly #waiting = new Map<Order, Set<Order>>()

  /** Returns the proposals that were made for a demand. */
  ofDemand(demand: Demand): ReadonlySet<Order> {
    return this.#sorted(this.#ofDemand, demand)
  }

  /** Returns the orders that consume from or supply to a buffer. */
  moving(buffer: Buffer): ReadonlySet<Order> {
    return this.#sorted(this.#moving, buffer)
  }

  using(resource: Resource): ReadonlySet<Order> {
    return this.#sorted(this.#using, resource)
  }

  /** Returns the orders that may only start after the order has ended. */
  waitingFor(order: Order): ReadonlySet<Order> {
    return this.#sorted(this.#waiting, order)
  }

  /** Returns the orders that are planned and taken out together: the order of a routing with its steps, or a single order. */
  workOf(order: Order): Work {
    const head = order.owner ?? order
    return [head, ...this.stepsOf(head)]
  }

  /** Returns the steps of the order of a routing. */
  stepsOf(order: Order): ReadonlySet<Order> {
    return this.#sorted(this.#steps, order)
  }

  /** Number of serial numbers given to orders so far; the first is 0. */
  get serials(): number {
    return this.#next
  }

  /** Adds an order while it is in the plan. */
  add(order: Order): void {
    const { demand, movements, uses, owner, before, locked } = order
    const isBack = order.serial >= 0
    if (!isBack) {
      order.serial = this.#next
      this.#next += 1
    }
    if (demand !== undefined && locked === undefined) this.#addTo(this.#ofDemand, demand, order, isBack)
    for (const { buffer } of movements) this.#addTo(this.#moving, buffer, order, isBack)
    for (const { resource } of uses) this.#addTo(this.#using, resource, order, isBack)
    if (owner !== undefined) this.#addTo(this.#steps, owner, order, isBack)
    for (const earlier of before) this.#addTo(this.#waiting, earlier, order, isBack)
  }

  #addTo<Key>(sets: Map<Key, Set<Order>>, key: Key, order: Order, isBack: boolean): void {
    let set = sets.get(key)
    if (set === undefined) sets.set(key, (set = new Set()))
    set.add(order)
    if (isBack) this.#mixed.add(set)
  }

  #sorted<Key>(sets: Map<Key, Set<Order>>, key: Key): ReadonlySet<Order> {
    const set = sets.get(key)
    if (set === undefined) return none
    if (!this.#mixed.has(set)) return set
    // A new set, because callers may be iterating over the existing one.
    const sorted = new Set([...set].sort((a, b) => a.serial - b.serial))
    sets.set(key, sorted)
    return sorted
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

function removeFrom<Key>(sets: Map<Key, Set<Order>>, key: Key, order: Order): void {
  const set = sets.get(key)
  if (set === undefined) return
  set.delete(order)
  if (set.size === 0) sets.delete(key)
}
