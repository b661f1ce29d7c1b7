/**
 * Work in several steps: the steps of a routing, and operations that wait for others. They are planned backward from
 * the date of need; where that is not possible, forward from now, each step as soon as those before it are done.
 */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { draftOrder, type Order } from './plan.ts'
import { placeOrder } from './place.ts'
import type { Place, Purpose, Reason, Search } from './search.ts'

/** A step of the project, and what it waits for. */
interface Node {
  readonly operation: Operation
  quantity: number
  readonly before: Edge[]
  readonly after: Edge[]
  /** The routing of which it is a step. */
  readonly routing: Operation | undefined
}

interface Edge {
  readonly from: Node
  readonly to: Node
  /** Seconds that must, and that should, lie in between. */
  readonly hard: number
  readonly soft: number
}

interface Ends {
  readonly first: readonly Node[]
  readonly last: readonly Node[]
}

/** Whether an operation takes more than one order. */
export const isProject = (operation: Operation): boolean =>
  operation.kind === 'routing' || operation.dependencies.length > 0

/** Plans the project; answers its last order, or undefined, with nothing planned, when it cannot be by the limit. */
export function placeProject(
  search: Search,
  operation: Operation,
  quantity: number,
  end: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Order | undefined {
  const nodes: Node[] = []
  const ends = expand(search, operation, quantity, nodes, new Map(), undefined)
  const sequence = inSequence(nodes)
  const mark = search.plan.mark()
  const backward = end === -never ? undefined : planBackward(search, sequence, end, purpose)
  if (backward !== undefined) {
    search.reason = undefined
    return lastOf(backward, ends)
  }
  search.plan.rollback(mark)
  const forward = planForward(search, sequence, limit, purpose)
  if (forward === undefined) {
    search.plan.rollback(mark)
    return undefined
  }
  return lastOf(forward, ends)
}

const lastOf = (orders: Orders, { last }: Ends): Order =>
  last.map((node) => orders.get(node)).reduce((a, b) => (b.end > a.end ? b : a))

/** Adds the nodes of an operation and of all that it waits for. Each operation that is waited for comes once. */
function expand(
  search: Search,
  operation: Operation,
  quantity: number,
  nodes: Node[],
  known: Map<Operation, Ends>,
  routing: Operation | undefined,
): Ends {
  const seen = known.get(operation)
  if (seen !== undefined) {
    for (const node of [...seen.first, ...seen.last]) node.quantity = Math.max(node.quantity, quantity)
    return seen
  }
  const ends =
    operation.kind === 'routing'
      ? expandSteps(search, operation, quantity, nodes, known)
      : addNode(operation, quantity, nodes, routing)
  known.set(operation, ends)
  for (const { on, quantity: per, hardLead: hard, softLead: soft } of operation.dependencies) {
    const waited = expand(search, on, quantity * per, nodes, known, known.get(on)?.first[0]?.routing)
    link(waited, ends, hard, soft)
  }
  return ends
}

function addNode(
  operation: Operation,
  quantity: number,
  nodes: Node[],
  routing: Operation | undefined,
): Ends {
  const node: Node = { operation, quantity, before: [], after: [], routing }
  nodes.push(node)
  return { first: [node], last: [node] }
}

/** Steps that wait for each other run in that order, others one after the other. */
function expandSteps(
  search: Search,
  routing: Operation,
  quantity: number,
  nodes: Node[],
  known: Map<Operation, Ends>,
): Ends {
  const steps = routing.steps.filter(
    ({ effectiveStart, effectiveEnd }) =>
      effectiveStart <= search.settings.current && effectiveEnd > search.settings.current,
  )
  const inside = new Set(steps.map((step) => step.operation))
  const related = steps.some((step) => step.operation.dependencies.some(({ on }) => inside.has(on)))
  const all = steps.map((step) => expand(search, step.operation, quantity, nodes, known, routing))
  if (related) {
    const within = all.flatMap(({ first }) => first)
    return {
      first: within.filter(({ before }) => !before.some(({ from }) => from.routing === routing)),
      last: all
        .flatMap(({ last }) => last)
        .filter(({ after }) => !after.some(({ to }) => to.routing === routing)),
    }
  }
  for (let index = 1; index < all.length; index += 1) link(all[index - 1]!, all[index]!, 0, 0)
  return { first: all[0]?.first ?? [], last: all.at(-1)?.last ?? [] }
}

function link(from: Ends, to: Ends, hard: number, soft: number): void {
  for (const earlier of from.last) {
    for (const later of to.first) {
      const edge = { from: earlier, to: later, hard, soft: Math.max(hard, soft) }
      earlier.after.push(edge)
      later.before.push(edge)
    }
  }
}

/** Every node after those it waits for. Nodes that wait for each other in a circle are left out. */
function inSequence(nodes: readonly Node[]): readonly Node[] {
  const waiting = new Map(nodes.map((node) => [node, node.before.length]))
  const ready = nodes.filter((node) => node.before.length === 0)
  for (const node of ready) {
    for (const { to } of node.after) {
      const left = waiting.get(to)! - 1
      waiting.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
  return ready
}

/** The orders of the steps, and those of the routings that own them. */
class Orders {
  readonly #steps = new Map<Node, Order>()
  readonly #owners = new Map<Operation, Order>()
  readonly #purpose: Purpose

  constructor(purpose: Purpose) {
    this.#purpose = purpose
  }

  get(node: Node): Order {
    return this.#steps.get(node)!
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
    const from = node.before.reduce(
      (date, { from: earlier, hard }) => Math.max(date, orders.get(earlier).end + hard),
      -never,
    )
    const place = { end: -never, from, limit }
    const order = placeNode(search, node, place, orders.purposeOf(node))
    if (order === undefined) return undefined
    if (search.reason !== undefined) reason = search.reason
    orders.add(node, order)
  }
  search.reason = reason
  return orders.close(search)
}
