/**
 * Finds the orders of a plan that are stored differently after edits: orders that the edits touch, orders with other
 * suppliers or consumers, and orders that are therefore for other demands or have another urgency.
 */
import type { Peg, Repegged } from './peg.ts'
import type { Buffer, Resource } from '../../network/nodes.ts'
import { pauses, type Steps } from '../../pauses.ts'
import { overloads, type Shortage, stockShortages } from '../../result/levels.ts'
import { orderProblems } from '../../result/problems.ts'
import type { Share } from '../../result/shares.ts'
import type { Order } from '../../search/plan.ts'
import { epsilon } from '../../timeline/profile.ts'
import type { LiveState } from '../state.ts'
import { type Feed, Feeds, isOrder, type PlanNode } from './feeds.ts'
import type { PlanDifference } from './plan-difference.ts'
import type { StoredNodes } from './stored-facts.ts'

/** Maximum number of changes of the peg of an order; more indicate a cycle. */
const mostVisits = 64

/** Returns the changed pegs; undefined if orders may supply each other in a cycle. */
export function* repeg(
  state: LiveState,
  stored: StoredNodes,
  difference: PlanDifference,
): Steps<Repegged | undefined> {
  const ranks = rankNew(state, stored)
  const rank = (order: Order): number => stored.facts.get(order)?.rank ?? ranks.get(order)!
  const linked = (order: Order): readonly Order[] => linkedWith(state, order)
  const feeds = new Feeds({ moving: (buffer) => state.index.moving(buffer), rank, linked })
  const formerFeeds = new Feeds({ moving: formerMoving(state, difference), rank, linked })
  const nodes = new Set<PlanNode>([...difference.added, ...difference.moved.keys()])
  for (const name of difference.demands)
    for (const { order } of state.deliveries.get(name)?.shipments ?? []) nodes.add(order)
  for (const order of [...difference.added, ...difference.gone, ...difference.moved.keys()])
    for (const other of linked(order)) nodes.add(other)
  for (const [index, buffer] of [...difference.buffers].entries()) {
    for (const node of changedIn(buffer, formerFeeds, feeds)) nodes.add(node)
    if (pauses(index)) yield
  }
  for (const order of difference.gone) nodes.delete(order)
  yield
  const pegs = yield* pegAgain(state, stored, feeds, nodes)
  if (pegs === undefined) return undefined
  for (const node of pegs.keys()) nodes.add(node)
  const infeasible = infeasibleNow(state, stored, difference)
  for (const order of infeasible.keys()) nodes.add(order)
  // The row of an order contains the resources of its steps.
  for (const node of [...nodes, ...difference.gone]) {
    if (!isOrder(node) || node.owner === undefined || difference.gone.has(node.owner)) continue
    nodes.add(node.owner)
  }
  return { pegs, nodes, infeasible, feeds, formerFeeds, ranks }
}

/** Ranks new orders after all others, in the order of the plan. */
function rankNew({ plan: { orders } }: LiveState, { facts, nextRank }: StoredNodes): Map<Order, number> {
  let first = orders.length
  while (first > 0 && !facts.has(orders[first - 1]!)) first -= 1
  return new Map(orders.slice(first).map((order, place) => [order, nextRank + place]))
}

/** Returns an order with all orders whose links may depend on it; empty if it is not linked with other orders. */
function linkedWith({ index }: LiveState, order: Order): readonly Order[] {
  const found = new Set<Order>([...index.workOf(order), ...index.waitingFor(order)])
  for (const earlier of order.before) {
    found.add(earlier)
    for (const waiting of index.waitingFor(earlier)) found.add(waiting)
  }
  return found.size === 1 ? [] : [...found]
}

function formerMoving(
  { index }: LiveState,
  { added, gone }: PlanDifference,
): (buffer: Buffer) => readonly Order[] {
  const were = new Map<Buffer, Set<Order>>()
  for (const order of gone) {
    for (const { buffer } of order.movements) {
      const orders = were.get(buffer)
      if (orders === undefined) were.set(buffer, new Set([order]))
      else orders.add(order)
    }
  }
  return (buffer) => [
    ...[...index.moving(buffer)].filter((order) => !added.has(order)),
    ...(were.get(buffer) ?? []),
  ]
}

/** Yields the orders of a buffer whose suppliers or consumers have changed. */
function* changedIn(buffer: Buffer, formerFeeds: Feeds, feeds: Feeds): Generator<PlanNode> {
  const former = formerFeeds.ofBuffer(buffer).feeds
  const now = feeds.ofBuffer(buffer).feeds
  for (const [node, { upstream, downstream }] of now) {
    const was = former.get(node)
    if (was === undefined || !areSame(was.upstream, upstream) || !areSame(was.downstream, downstream))
      yield node
  }
  for (const node of former.keys()) if (!now.has(node)) yield node
}

const areSame = (one: readonly Feed[], other: readonly Feed[]): boolean =>
  one.length === other.length &&
  one.every((feed, place) => {
    const { producer, consumer, quantity, gap, weight } = other[place]!
    return (
      feed.producer === producer &&
      feed.consumer === consumer &&
      feed.quantity === quantity &&
      feed.gap === gap &&
      feed.weight === weight
    )
  })

/** Computes the pegs that change, starting at the given orders and continuing upstream. */
function* pegAgain(
  state: LiveState,
  stored: StoredNodes,
  feeds: Feeds,
  nodes: ReadonlySet<PlanNode>,
): Steps<Map<PlanNode, Peg> | undefined> {
  const pegs = new Map<PlanNode, Peg>()
  const visits = new Map<PlanNode, number>()
  const flowOf = (node: PlanNode): Pick<Peg, 'share' | 'slack'> | undefined => {
    const peg = pegs.get(node) ?? stored.facts.get(node)
    return peg?.handedOn ?? peg
  }
  let count = 0
  for (let open = new Set(nodes); open.size > 0;) {
    const next = new Set<PlanNode>()
    // Later orders are mostly farther downstream.
    const sorted = [...open].sort((a, b) => endOf(b) - endOf(a))
    for (const node of sorted) {
      if (pauses((count += 1))) yield
      open.delete(node)
      const visited = (visits.get(node) ?? 0) + 1
      if (visited > mostVisits) return undefined
      visits.set(node, visited)
      const was = flowOf(node)
      const is = flowTo(state, stored, feeds, node, flowOf)
      if (was !== undefined && was.slack === is.slack && isSameShare(was.share, is.share)) continue
      pegs.set(node, { ...is, handedOn: undefined })
      for (const { producer } of feeds.of(node).upstream) if (!open.has(producer)) next.add(producer)
    }
    open = next
  }
  addOwners(state, stored, pegs, nodes, flowOf)
  return pegs
}

const endOf = (node: PlanNode): number => (isOrder(node) ? node.end : -Infinity)

function isSameShare(one: Share | undefined, other: Share | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined || one.demands.length !== other.demands.length) return false
  return one.demands.every(
    (demand, place) =>
      other.demands[place] === demand && Math.abs(one.quantities[place]! - other.quantities[place]!) < slight,
  )
}

/** Tolerance for quantities, which depend on the sequence of additions. */
const slight = 1e-9

/** Returns the demands that an order is for by its consumers, in the same way as {@link shareDemands}. */
function flowTo(
  { shipped }: LiveState,
  stored: StoredNodes,
  feeds: Feeds,
  node: PlanNode,
  flowOf: (node: PlanNode) => Pick<Peg, 'share' | 'slack'> | undefined,
): Pick<Peg, 'share' | 'slack'> {
  const { downstream } = feeds.of(node)
  const demand = isOrder(node) ? shipped.get(node) : undefined
  const [only] = downstream
  if (demand === undefined && downstream.length === 1 && only?.weight === 1) {
    const flow = flowOf(only.consumer)
    return { share: flow?.share, slack: (flow?.slack ?? Infinity) + only.gap }
  }
  const sums = new Map<number, number>()
  let slack = Infinity
  if (demand !== undefined && isOrder(node)) {
    sums.set(stored.numberOf(demand), node.quantity)
    slack = demand.due - node.end
  }
  for (const { consumer, gap, weight } of downstream) {
    const flow = flowOf(consumer)
    slack = Math.min(slack, (flow?.slack ?? Infinity) + gap)
    const { demands = [], quantities = [] } = flow?.share ?? {}
    if (weight === 0) continue
    for (const [place, number] of demands.entries())
      sums.set(number, (sums.get(number) ?? 0) + quantities[place]! * weight)
  }
  const kept = [...sums].filter(([, quantity]) => quantity > epsilon).sort(([a], [b]) => a - b)
  const share =
    kept.length === 0
      ? undefined
      : { demands: kept.map(([number]) => number), quantities: kept.map(([, quantity]) => quantity) }
  return { share, slack }
}

/** Orders with steps have the share of their last step and the slack of their most urgent one. */
function addOwners(
  { index }: LiveState,
  stored: StoredNodes,
  pegs: Map<PlanNode, Peg>,
  nodes: ReadonlySet<PlanNode>,
  flowOf: (node: PlanNode) => Pick<Peg, 'share' | 'slack'> | undefined,
): void {
  const owners = new Set<Order>()
  for (const node of [...pegs.keys(), ...nodes]) {
    if (!isOrder(node)) continue
    if (node.owner !== undefined) owners.add(node.owner)
    else if (index.workOf(node).length > 1) owners.add(node)
  }
  for (const owner of owners) {
    const steps = index.workOf(owner).slice(1)
    const own = flowOf(owner) ?? { share: undefined, slack: Infinity }
    const last = steps.reduce((a, b) => (b.end > a.end ? b : a))
    const weight = last.quantity > 0 ? owner.quantity / last.quantity : 0
    const share = flowOf(last)?.share
    const peg: Peg = {
      share:
        share === undefined
          ? own.share
          : { ...share, quantities: share.quantities.map((quantity) => quantity * weight) },
      slack: steps.reduce((least, step) => Math.min(least, flowOf(step)?.slack ?? Infinity), own.slack),
      handedOn: own,
    }
    const was = pegs.has(owner) ? undefined : stored.facts.get(owner)
    if (was === undefined || was.slack !== peg.slack || !isSameShare(was.share, peg.share))
      pegs.set(owner, peg)
  }
}

/** Returns the orders that now violate a constraint and did not before, or the opposite. */
function infeasibleNow(
  state: LiveState,
  stored: StoredNodes,
  { added, moved, buffers, resources, gone }: PlanDifference,
): ReadonlyMap<Order, boolean> {
  const { index } = state
  const { current } = state.input.settings
  const negative = memo((buffer: Buffer): readonly Shortage[] => {
    const orders = [...index.moving(buffer)]
    return shortagesOf(buffer, orders, current).filter((shortage) => shortage.negative)
  })
  const overloaded = memo((resource: Resource) => overloads(resource, current))
  const isInfeasible = (order: Order): boolean => {
    const { movements, uses, start, end } = order
    return (
      orderProblems(order, state.input.settings).length > 0 ||
      movements.some(
        ({ buffer, date, quantity }) =>
          quantity < 0 && negative(buffer).some(({ from, to }) => date >= from && date < to),
      ) ||
      uses.some(({ resource }) => overloaded(resource).some(({ from, to }) => start < to && end > from))
    )
  }
  const candidates = new Set<Order>([...added, ...moved.keys()])
  for (const order of [...candidates, ...gone]) {
    for (const waiting of index.waitingFor(order)) candidates.add(waiting)
    for (const other of index.workOf(order)) candidates.add(other)
  }
  const addFrom = (orders: Iterable<Order>, isAny: boolean): void => {
    for (const order of orders)
      if (isAny || stored.facts.get(order)?.infeasible === true) candidates.add(order)
  }
  for (const buffer of buffers) addFrom(index.moving(buffer), negative(buffer).length > 0)
  for (const resource of resources) addFrom(index.using(resource), overloaded(resource).length > 0)
  const changed = new Map<Order, boolean>()
  for (const order of candidates) {
    if (gone.has(order)) continue
    const is = isInfeasible(order)
    if (stored.facts.get(order)?.infeasible !== is) changed.set(order, is)
  }
  return changed
}

/** Returns the periods in which a buffer is below its minimum, given the orders that move it. */
export function shortagesOf(buffer: Buffer, orders: readonly Order[], current: number): readonly Shortage[] {
  if (buffer.infinite) return []
  const events: { readonly date: number; readonly quantity: number }[] = []
  for (const { movements } of orders)
    for (const movement of movements)
      if (movement.buffer === buffer && movement.quantity !== 0) events.push(movement)
  events.sort((a, b) => a.date - b.date || b.quantity - a.quantity)
  const stocks = {
    orders: new Int32Array(events.length),
    dates: Float64Array.from(events, ({ date }) => date),
    quantities: Float64Array.from(events, ({ quantity }) => quantity),
    buffers: [],
  }
  return stockShortages(stocks, { buffer, stock: undefined, from: 0, until: events.length }, current)
}

function memo<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>()
  return (key) => {
    let found = known.get(key)
    if (found === undefined) known.set(key, (found = { value: find(key) }))
    return found.value
  }
}
