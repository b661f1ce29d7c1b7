/**
 * Plans work in several steps: the steps of a routing, and operations that depend on others. The steps are planned
 * backward from the requirement date; if that is not possible, forward from the current date, each as soon as its
 * predecessors are finished.
 */
import type { FlowGroup, Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { leavesOf } from '../network/leaves.ts'
import { earliestStarts } from './early.ts'
import { busyBefore } from './busy.ts'
import { epsilon } from '../timeline/profile.ts'
import { holdFor } from './held.ts'
import { isNeededAt } from '../network/combinations.ts'
import { draftOrder, type Movement, type Order, type Reuse } from './plan.ts'
import { pullWork } from './move-approved.ts'
import { placeOrder } from './place.ts'
import { giveBack, reuse } from './reuse.ts'
import type { Reason } from './reason.ts'
import type { Place, Purpose, Search } from './search.ts'
import { effectiveSteps, isDated, type Node, type Steps, stepsOf } from './steps.ts'
import { movedBy } from './flows.ts'

/** Plans the project. Returns its last order; undefined, with nothing planned, if it is not possible by the limit. */
export function placeProject(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const mark = search.plan.mark()
  const order = placeSteps(search, stepsOf(search, operation, quantity, place.end), place, purpose)
  if (order === undefined || !isDated(operation)) return order
  const { end } = order
  const [asked, right] = [place.end, end].map((date) => effectiveSteps(search, operation, date))
  if (right!.every((step) => asked!.includes(step)) && asked!.length === right!.length) return order
  // It ends when other steps are effective.
  search.plan.rollback(mark)
  return placeSteps(search, stepsOf(search, operation, quantity, end), { ...place, end }, purpose)
}

function placeSteps(
  search: Search,
  steps: Steps,
  { end, from, limit }: Place,
  purpose: Purpose,
): Order | undefined {
  const { sequence, last } = steps
  const reused = reuse(search.plan, steps)
  const project: Project = { search, sequence, reused, purpose }
  const mark = search.plan.mark()
  let held: Reason | undefined
  let wanted = end
  for (let attempt = 0; attempt < mostAttempts && wanted > -never; attempt += 1) {
    const backward = planBackward(project, wanted, from)
    if (backward === undefined || backward.isEmpty) break
    const busy = backward.hold(search)
    if (busy === undefined) {
      search.reason = undefined
      return backward.last(last)
    }
    held = busy.reason
    // Moves at least as far as the resource is busy.
    wanted = Math.min(wanted - 1, wanted - (busy.end - busy.before))
    search.plan.rollback(mark)
  }
  search.plan.rollback(mark)
  let start = from
  const starts = earliestStarts(search, sequence, end)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const forward = planForward(project, start, limit, starts, end)
    if (forward === undefined || forward.isEmpty) break
    const busy = forward.hold(search)
    if (busy === undefined) {
      search.reason = held ?? search.reason
      return forward.last(last)
    }
    held = busy.reason
    search.plan.rollback(mark)
    if (busy.after === never) break
    start = Math.max(start, busy.start, search.settings.current) + Math.max(1, busy.after - busy.start)
  }
  search.plan.rollback(mark)
  giveBack(reused)
  return undefined
}

/** Maximum number of attempts to find time in which the resources of the routing itself are free. */
const mostAttempts = 500

/** The resource of a routing that is busy during its steps. */
interface BusyRouting {
  readonly start: Seconds
  readonly end: Seconds
  /** The date by which the routing would have to end, and the date from which it is possible. */
  readonly before: Seconds
  readonly after: Seconds
  readonly reason: Reason
}

/** A planned step: its order, or the last of several, with start and end. */
interface Placed {
  readonly order: Order
  readonly start: Seconds
  readonly end: Seconds
}

/** The orders of the steps, and those of the routings that own them. */
export class Orders {
  readonly #steps = new Map<Node, Placed>()
  readonly #owners = new Map<Operation, Order>()
  readonly #purpose: Purpose
  readonly #reused: ReadonlyMap<Node, readonly Reuse[]>
  /** Existing orders that were moved, with their replacements. */
  readonly #moved = new Map<Order, Order>()

  constructor(purpose: Purpose, reused: ReadonlyMap<Node, readonly Reuse[]> = new Map()) {
    this.#purpose = purpose
    this.#reused = reused
  }

  /** Returns the order of a planned step. */
  get(node: Node): Order {
    return this.#steps.get(node)!.order
  }

  /** Returns start and end of a step; undefined for a step that is not needed because its successor exists already. */
  span(node: Node): Placed | undefined {
    return this.#steps.get(node)
  }

  /** Returns the last order of some steps, or of all steps if none of these is planned. */
  last(nodes: readonly Node[]): Order {
    const given = nodes.flatMap((node) => this.span(node)?.order ?? [])
    const orders = given.length > 0 ? given : [...this.#steps.values()].map(({ order }) => order)
    return orders.reduce((a, b) => (b.end > a.end ? b : a))
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0
  }

  /** Returns the earliest start of a step after its predecessors. */
  readyFor({ before }: Node): Seconds {
    return before.reduce(
      (date, { from, hard }) => Math.max(date, (this.span(from)?.end ?? -never) + hard),
      -never,
    )
  }

  /** Returns whether the successors of a step start with the required delay after it. */
  isInTime(node: Node): boolean {
    const end = this.span(node)?.end ?? -never
    return node.after.every(({ to, hard }) => end + hard <= (this.span(to)?.order.start ?? never))
  }

  /** Returns the purpose of a step: a part of the order of its routing. */
  purposeOf({ routing, quantity }: Node): Purpose {
    if (routing === undefined) return this.#purpose
    let owner = this.#owners.get(routing)
    if (owner === undefined) {
      owner = draftOrder(routing, quantity, { start: never, begin: never, end: -never }, this.#purpose)
      this.#owners.set(routing, owner)
    }
    return { ...this.#purpose, owner }
  }

  /** Returns the existing orders for a step, moved if that is allowed and they would be late. */
  reuse(search: Search, node: Node, place: Place): readonly Order[] {
    const found = this.#reused.get(node) ?? []
    for (const { order } of found) {
      const moved = pullWork(search, order, place)
      if (moved !== undefined) this.#moved.set(order, moved)
    }
    return this.#done(node)
  }

  #done(node: Node): readonly Order[] {
    return (this.#reused.get(node) ?? []).map(({ order }) => this.#moved.get(order) ?? order)
  }

  /** Adds the order of a step; `begun` is the earliest start if several orders perform the step. */
  add(node: Node, order: Order, begun: Seconds = order.start): void {
    let start = Math.min(begun, order.start)
    let { end } = order
    for (const done of this.#done(node)) {
      start = Math.min(start, done.start)
      end = Math.max(end, done.end)
    }
    this.#steps.set(node, { order, start, end })
    for (const { to, hard } of node.after) {
      const later = this.span(to)?.order
      if (later !== undefined) later.notBefore = Math.max(later.notBefore, end + hard)
    }
    const owner = node.routing === undefined ? undefined : this.#owners.get(node.routing)
    if (owner === undefined || order.owner !== owner) return
    owner.start = Math.min(owner.start, begun)
    owner.begin = owner.start
    owner.end = Math.max(owner.end, order.end)
  }

  /** Adds the owners to the plan after their steps. */
  close({ plan }: Search): this {
    for (const owner of this.#owners.values()) {
      plan.add(owner)
      this.#handOver(owner)
    }
    let last: Order | undefined
    for (const [node, { order }] of this.#steps) {
      if (order.locked !== undefined) continue
      order.before = node.before.flatMap(({ from, byStock }) =>
        byStock === true ? [] : this.#ordersOf(from),
      )
      last = order
    }
    // They are released together with the project.
    if (last !== undefined && this.#reused.size > 0) last.reuses = [...this.#reused.values()].flat()
    return this
  }

  /** Uses the resources of the routings themselves; returns undefined if all of them are free. */
  hold({ plan, mode }: Search): BusyRouting | undefined {
    for (const owner of this.#owners.values()) {
      if (owner.operation.loads.length === 0) continue
      const { operation, start, end } = owner
      const held = holdFor(owner)
      if ('loads' in held) plan.occupy(owner, held.loads)
      else if (mode === 'constrained') {
        const { refusal, before, after } = held
        const reason: Reason = { ...refusal, operation, from: start, to: after }
        return { start, end, before, after, reason }
      } else
        plan.occupy(
          owner,
          operation.loads.flatMap(({ loads }) => (loads.some(isNeededAt(start)) ? loads.slice(0, 1) : [])),
        )
    }
    return undefined
  }

  /** Moves the stock movements of the steps that belong to the routing to the order of the routing. */
  #handOver(owner: Order): void {
    for (const group of owner.operation.headerFlows) {
      for (const { order } of this.#steps.values()) {
        if (order.owner !== owner || !order.operation.flows.includes(group)) continue
        const moved = movementsOf(order, group)
        if (moved.length === 0) continue
        owner.movements = [...owner.movements, ...moved]
        order.movements = order.movements.filter((movement) => !moved.includes(movement))
      }
    }
  }

  #ordersOf(node: Node): readonly Order[] {
    const own = this.span(node)
    const reused = this.#done(node)
    return own === undefined || reused.includes(own.order) ? reused : [own.order, ...reused]
  }
}

/** Returns the movements of an order for a group of flows: the last ones, if it has others of the same kind. */
function movementsOf(order: Order, { consumes, flows }: FlowGroup): readonly Movement[] {
  for (const flow of flows) {
    const found: Movement[] = []
    let left = movedBy(flow, order.quantity)
    for (const movement of order.movements.toReversed()) {
      const { buffer, quantity } = movement
      if (buffer.item !== flow.item || buffer.location !== flow.location || quantity < 0 !== consumes)
        continue
      if (left <= epsilon) break
      left -= Math.abs(quantity)
      found.unshift(movement)
    }
    if (found.length > 0) return found
  }
  return []
}

/** Plans a step beside its predecessors. Returns its order, the last of several, and the earliest start of all of them. */
export function performNode(
  search: Search,
  { operation, quantity }: Pick<Node, 'operation' | 'quantity'>,
  place: Place,
  purpose: Purpose,
): { readonly order: Order; readonly begun: Seconds } | undefined {
  const { plan } = search
  if (operation.steps.length === 0) {
    const order = placeOrder(search, operation, quantity, place, purpose)
    return order && { order, begun: order.start }
  }
  const mark = plan.mark()
  const order = search.performStep(operation, quantity, place, purpose)
  if (order === undefined) return undefined
  let begun = order.start
  const parts = leavesOf(operation)
  for (let at = mark; at < plan.orders.length; at += 1) {
    const part = plan.orders[at]!
    if (parts.includes(part.operation)) begun = Math.min(begun, part.start)
  }
  return { order, begun }
}

/** Plans one step, unless existing orders are enough. */
function placeNode(search: Search, orders: Orders, node: Node, place: Place): boolean {
  const done = orders.reuse(search, node, place)
  if (node.quantity === 0) {
    const [first] = done
    // A step that is not needed, because its successor exists already.
    if (first === undefined) return true
    const order = done.reduce((a, b) => (b.end > a.end ? b : a), first)
    if (order.end > place.limit && search.mode === 'constrained') return false
    orders.add(node, order)
    return true
  }
  const placed = performNode(search, node, place, orders.purposeOf(node))
  if (placed === undefined) return false
  orders.add(node, placed.order, placed.begun)
  return true
}

/** The steps to plan. */
interface Project {
  readonly search: Search
  /** Every step after its predecessors. */
  readonly sequence: readonly Node[]
  /** Existing orders of the steps. */
  readonly reused: ReadonlyMap<Node, readonly Reuse[]>
  readonly purpose: Purpose
}

/** Plans each step as late as possible by an end. */
function planBackward(
  { search, sequence, reused, purpose }: Project,
  end: Seconds,
  earliest: Seconds,
): Orders | undefined {
  const orders = new Orders(purpose, reused)
  for (const node of sequence.toReversed()) {
    let must = end
    let should = node.after.length === 0 && node.routing !== undefined ? end - node.operation.softPost : end
    for (const { to, hard, soft } of node.after) {
      const start = orders.span(to)?.start ?? never
      must = Math.min(must, start - hard)
      should = Math.min(should, start - soft)
    }
    const from = node.before.length === 0 ? earliest : -never
    if (!placeNode(search, orders, node, { end: should, from, limit: must })) return undefined
    // A longer changeover may reach into the required delay between the steps.
    if (search.mode === 'constrained' && !orders.isInTime(node)) return undefined
  }
  return orders.close(search)
}

/** Plans each step as early as possible from a date on, but not before its own earliest start. */
function planForward(
  { search, sequence, reused, purpose }: Project,
  earliest: Seconds,
  limit: Seconds,
  starts: ReadonlyMap<Node, Seconds>,
  wantedBy: Seconds,
): Orders | undefined {
  const orders = new Orders(purpose, reused)
  let reason: Reason | undefined
  for (const node of sequence) {
    const from = Math.max(earliest, orders.readyFor(node), starts.get(node)!)
    if (!placeNode(search, orders, node, { end: -never, from, limit, wantedBy })) return undefined
    reason = reasonOf(search, orders.span(node)?.order, from) ?? reason ?? search.reason
  }
  search.reason = reason
  return orders.close(search)
}

/** Returns what keeps a step from starting as soon as its predecessors are finished; undefined if nothing does. */
function reasonOf(search: Search, order: Order | undefined, from: Seconds): Reason | undefined {
  const { reason } = search
  // A lead time without length only says that the search started at the current date.
  if (reason !== undefined && (reason.kind !== 'lead time' || reason.to > reason.from)) return reason
  if (order === undefined || order.locked !== undefined || order.start <= from) return undefined
  const resource = busyBefore(search.calendars, order, Math.max(from, search.settings.current))
  if (resource === undefined) return undefined
  const { operation, start } = order
  return { kind: 'capacity', owner: resource.name, operation, from, to: start }
}
