/**
 * Work in several steps: the steps of a routing, and operations that wait for others. They are planned backward from
 * the date of need; where that is not possible, forward from now, each step as soon as those before it are done.
 */
import type { FlowGroup, Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { leavesOf } from '../network/leaves.ts'
import { busyBefore } from './busy.ts'
import { epsilon } from '../timeline/profile.ts'
import { holdFor } from './held.ts'
import { draftOrder, type Movement, type Order, type Reuse } from './plan.ts'
import { pullWork } from './move-approved.ts'
import { placeOrder } from './place.ts'
import { giveBack, reuse } from './reuse.ts'
import type { Place, Purpose, Reason, Search } from './search.ts'
import { type Node, stepsOf } from './steps.ts'

/** Plans the project; answers its last order, or undefined, with nothing planned, when it cannot be by the limit. */
export function placeProject(
  search: Search,
  operation: Operation,
  quantity: number,
  { end, from, limit }: Place,
  purpose: Purpose,
): Order | undefined {
  const steps = stepsOf(search, operation, quantity)
  const { sequence, last } = steps
  const reused = reuse(search.plan, steps)
  const mark = search.plan.mark()
  let held: Reason | undefined
  let wanted = end
  for (let attempt = 0; attempt < mostAttempts && wanted > -never; attempt += 1) {
    const backward = planBackward(search, sequence, reused, wanted, from, purpose)
    if (backward === undefined || backward.isEmpty) break
    const busy = backward.hold(search)
    if (busy === undefined) {
      search.reason = undefined
      return backward.last(last)
    }
    held = busy.reason
    // At least as much sooner as it is busy within.
    wanted = Math.min(wanted - 1, wanted - (busy.end - busy.before))
    search.plan.rollback(mark)
  }
  search.plan.rollback(mark)
  let start = from
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const forward = planForward(search, sequence, reused, start, limit, purpose)
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

/** Attempts to find time in which the resources of a routing itself are free. */
const mostAttempts = 500

/** The resource of a routing that is not free while its steps are done. */
interface BusyRouting {
  readonly start: Seconds
  readonly end: Seconds
  /** By when it would have to end, and from when on it could be done. */
  readonly before: Seconds
  readonly after: Seconds
  readonly reason: Reason
}

/** A step in the plan: its order, or of several the one that ends last, and from when to when it is done. */
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
  /** What stands for orders that were there and have been moved. */
  readonly #moved = new Map<Order, Order>()

  constructor(purpose: Purpose, reused: ReadonlyMap<Node, readonly Reuse[]> = new Map()) {
    this.#purpose = purpose
    this.#reused = reused
  }

  /** The order of a step that is planned. */
  get(node: Node): Order {
    return this.#steps.get(node)!.order
  }

  /** When a step is done; undefined for what nothing needs, because what waits for it is there already. */
  span(node: Node): Placed | undefined {
    return this.#steps.get(node)
  }

  /** Of the orders of some steps the one that ends last; of all steps where those are not planned. */
  last(nodes: readonly Node[]): Order {
    const given = nodes.flatMap((node) => this.span(node)?.order ?? [])
    const orders = given.length > 0 ? given : [...this.#steps.values()].map(({ order }) => order)
    return orders.reduce((a, b) => (b.end > a.end ? b : a))
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0
  }

  /** When a step may begin for those that it waits for. */
  readyFor({ before }: Node): Seconds {
    return before.reduce(
      (date, { from, hard }) => Math.max(date, (this.span(from)?.end ?? -never) + hard),
      -never,
    )
  }

  /** Whether what waits for a step starts as long after it as it must. */
  isInTime(node: Node): boolean {
    const end = this.span(node)?.end ?? -never
    return node.after.every(({ to, hard }) => end + hard <= (this.span(to)?.order.start ?? never))
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

  /** The orders that were there already for a step, moved where they may be and would be late. */
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

  /** Adds the order of a step, which begins before its order where several orders do it. */
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

  /** Adds the owners to the plan, once their steps are there. */
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
    // Taken back together with the project.
    if (last !== undefined && this.#reused.size > 0) last.reuses = [...this.#reused.values()].flat()
    return this
  }

  /** Takes the resources of the routings themselves; undefined where all of them are free. */
  hold({ plan, mode }: Search): BusyRouting | undefined {
    for (const owner of this.#owners.values()) {
      if (owner.operation.loads.length === 0) continue
      const { operation, start, end } = owner
      const held = holdFor(owner)
      if ('loads' in held) plan.occupy(owner, held.loads)
      else if (mode === 'constrained') {
        const { busy, before, after } = held
        const reason: Reason = {
          kind: 'capacity',
          owner: busy.resource.name,
          operation,
          from: start,
          to: after,
        }
        return { start, end, before, after, reason }
      } else
        plan.occupy(
          owner,
          operation.loads.flatMap(({ loads }) => loads.slice(0, 1)),
        )
    }
    return undefined
  }

  /** What steps have moved for the routing is what the order of the routing moves. */
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

/** The movements of an order for a group of flows: the last ones of that size, where it has others of the same kind. */
function movementsOf(order: Order, { consumes, flows }: FlowGroup): readonly Movement[] {
  for (const flow of flows) {
    const found: Movement[] = []
    let left = flow.per * order.quantity + flow.fixed
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

/** Plans one step. One that is a choice of its own is left to whoever knows about choices. */
function placeNode(search: Search, orders: Orders, node: Node, place: Place): boolean {
  const { operation, quantity } = node
  const done = orders.reuse(search, node, place)
  if (quantity === 0) {
    const [first] = done
    // What nothing needs any more, because what waits for it is there already.
    if (first === undefined) return true
    const order = done.reduce((a, b) => (b.end > a.end ? b : a), first)
    if (order.end > place.limit && search.mode === 'constrained') return false
    orders.add(node, order)
    return true
  }
  const purpose = orders.purposeOf(node)
  const { plan } = search
  const mark = plan.mark()
  const order =
    operation.steps.length === 0
      ? placeOrder(search, operation, quantity, place, purpose)
      : search.perform(operation, quantity, place, purpose)
  if (order === undefined) return false
  let begun = order.start
  if (operation.steps.length > 0) {
    const parts = leavesOf(operation)
    for (let at = mark; at < plan.orders.length; at += 1) {
      const part = plan.orders[at]!
      if (parts.includes(part.operation)) begun = Math.min(begun, part.start)
    }
  }
  orders.add(node, order, begun)
  return true
}

function planBackward(
  search: Search,
  sequence: readonly Node[],
  reused: ReadonlyMap<Node, readonly Reuse[]>,
  end: Seconds,
  earliest: Seconds,
  purpose: Purpose,
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
    // A changeover that has become longer for it may reach into the time that must lie in between.
    if (search.mode === 'constrained' && !orders.isInTime(node)) return undefined
  }
  return orders.close(search)
}

function planForward(
  search: Search,
  sequence: readonly Node[],
  reused: ReadonlyMap<Node, readonly Reuse[]>,
  earliest: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Orders | undefined {
  const orders = new Orders(purpose, reused)
  let reason: Reason | undefined
  for (const node of sequence) {
    const from = Math.max(earliest, orders.readyFor(node))
    if (!placeNode(search, orders, node, { end: -never, from, limit })) return undefined
    reason = reasonOf(search, orders.span(node)?.order, from) ?? reason ?? search.reason
  }
  search.reason = reason
  return orders.close(search)
}

/** What has kept a step from beginning as soon as those before it were done; undefined when nothing has. */
function reasonOf(search: Search, order: Order | undefined, from: Seconds): Reason | undefined {
  const { reason } = search
  // A lead time of no length only says that it was looked for from now on.
  if (reason !== undefined && (reason.kind !== 'lead time' || reason.to > reason.from)) return reason
  if (order === undefined || order.locked !== undefined || order.start <= from) return undefined
  const resource = busyBefore(search.calendars, order, Math.max(from, search.settings.current))
  if (resource === undefined) return undefined
  const { operation, start } = order
  return { kind: 'capacity', owner: resource.name, operation, from, to: start }
}
