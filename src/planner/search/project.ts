/**
 * Work in several steps: the steps of a routing, and operations that wait for others. They are planned backward from
 * the date of need; where that is not possible, forward from now, each step as soon as those before it are done.
 */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { draftOrder, type Order } from './plan.ts'
import { placeOrder } from './place.ts'
import type { Place, Purpose, Reason, Search } from './search.ts'
import { type Node, stepsOf } from './steps.ts'

/** Plans the project; answers its last order, or undefined, with nothing planned, when it cannot be by the limit. */
export function placeProject(
  search: Search,
  operation: Operation,
  quantity: number,
  end: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Order | undefined {
  const { sequence, last } = stepsOf(search, operation, quantity)
  const mark = search.plan.mark()
  const backward = end === -never ? undefined : planBackward(search, sequence, end, purpose)
  if (backward !== undefined) {
    search.reason = undefined
    return backward.last(last)
  }
  search.plan.rollback(mark)
  const forward = planForward(search, sequence, limit, purpose)
  if (forward === undefined) {
    search.plan.rollback(mark)
    return undefined
  }
  return forward.last(last)
}

/** The orders of the steps, and those of the routings that own them. */
export class Orders {
  readonly #steps = new Map<Node, Order>()
  readonly #owners = new Map<Operation, Order>()
  readonly #purpose: Purpose

  constructor(purpose: Purpose) {
    this.#purpose = purpose
  }

  get(node: Node): Order {
    return this.#steps.get(node)!
  }

  /** Of the orders of some steps the one that ends last. */
  last(nodes: readonly Node[]): Order {
    return nodes.map((node) => this.get(node)).reduce((a, b) => (b.end > a.end ? b : a))
  }

  /** When a step may begin for those that it waits for. */
  readyFor({ before }: Node): Seconds {
    return before.reduce((date, { from, hard }) => Math.max(date, this.get(from).end + hard), -never)
  }

  /** For whom a step is planned: as a part of the order of its routing. */
  purposeOf({ routing, quantity }: Node): Purpose {
    if (routing === undefined) return this.#purpose
    let owner = this.#owners.get(routing)
    if (owner === undefined) {
      owner = draftOrder(routing, quantity, { start: never, begin: never, end: -never }, this.#purpose)
      this.#owners.set(routing, owner)
    }
    return { ...this.#purpose, owner }
  }

  add(node: Node, order: Order): void {
    this.#steps.set(node, order)
    const owner = node.routing === undefined ? undefined : this.#owners.get(node.routing)
    if (owner === undefined) return
    owner.start = Math.min(owner.start, order.start)
    owner.begin = owner.start
    owner.end = Math.max(owner.end, order.end)
  }

  /** Adds the owners to the plan, once their steps are there. */
  close({ plan }: Search): this {
    for (const owner of this.#owners.values()) plan.add(owner)
    for (const [{ before }, order] of this.#steps) order.before = before.map(({ from }) => this.get(from))
    return this
  }
}

/** A step that is a choice of its own is left to whoever knows about choices. */
const placeNode = (
  search: Search,
  { operation, quantity }: Node,
  place: Place,
  purpose: Purpose,
): Order | undefined =>
  operation.steps.length === 0
    ? placeOrder(search, operation, quantity, place, purpose)
    : search.perform(operation, quantity, place, purpose)

function planBackward(
  search: Search,
  sequence: readonly Node[],
  end: Seconds,
  purpose: Purpose,
): Orders | undefined {
  const orders = new Orders(purpose)
  for (const node of sequence.toReversed()) {
    const must = node.after.reduce((date, { to, hard }) => Math.min(date, orders.get(to).start - hard), end)
    const should = node.after.reduce((date, { to, soft }) => Math.min(date, orders.get(to).start - soft), end)
    const place = { end: should, from: -never, limit: must }
    const order = placeNode(search, node, place, orders.purposeOf(node))
    if (order === undefined) return undefined
    orders.add(node, order)
  }
  return orders.close(search)
}

function planForward(
  search: Search,
  sequence: readonly Node[],
  limit: Seconds,
  purpose: Purpose,
): Orders | undefined {
  const orders = new Orders(purpose)
  let reason: Reason | undefined
  for (const node of sequence) {
    const from = orders.readyFor(node)
    const place = { end: -never, from, limit }
    const order = placeNode(search, node, place, orders.purposeOf(node))
    if (order === undefined) return undefined
    if (search.reason !== undefined) reason = search.reason
    orders.add(node, order)
  }
  search.reason = reason
  return orders.close(search)
}
