/** Computes the rows of a stored plan that a difference changes, with the same functions as for a whole plan. */
import { append } from '../../append.ts'
import type { Buffer, Resource } from '../../network/nodes.ts'
import { finish } from '../../pauses.ts'
import type { Adjacency } from '../../result/adjacency.ts'
import { constraintRows, type DemandPaths } from '../../result/constraint-rows.ts'
import { demandRows } from '../../result/demand-rows.ts'
import { EdgeList } from '../../result/edge-list.ts'
import { overloads, stockShortages } from '../../result/levels.ts'
import type { Numbering } from '../../result/numbering.ts'
import { orderRowsOf } from '../../result/order-rows.ts'
import { stepsOf } from '../../result/plan-result.ts'
import {
  demandProblems,
  invalidData,
  invalidDataName,
  orderProblems,
  overloadProblems,
  shortageProblems,
} from '../../result/problems.ts'
import { bucketBounds, bucketsOf } from '../../result/resource-buckets.ts'
import type { WorkSpan } from '../../result/work-span.ts'
import { poolsOf } from '../../result/resource-capacity.ts'
import type {
  ConstraintResult,
  DemandResult,
  ItemResult,
  MovementResult,
  OrderResult,
  ProblemResult,
  ResourceBucketResult,
  UseResult,
} from '../../result/result.ts'
import type { Pegging } from '../../result/shares.ts'
import { bufferName, eventsByBuffer } from '../../result/stock-events.ts'
import { itemRows, movementRows } from '../../result/stock-rows.ts'
import { useRows } from '../../result/use-rows.ts'
import type { Delivery, Shipment } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import type { Solution } from '../../solution.ts'
import type { Seconds } from '../../time.ts'
import type { LiveState } from '../state.ts'
import { type Feed, isOrder, type PlanNode } from './feeds.ts'
import type { PlanDifference } from './plan-difference.ts'
import type { Peg, Repegged } from './peg.ts'
import type { StoredFacts, StoredNodes } from './stored-facts.ts'

/** Input for the rows of a difference. */
export interface DifferenceContext {
  readonly state: LiveState
  /** The plan including the difference. */
  readonly solution: Solution
  readonly stored: StoredNodes
  readonly difference: PlanDifference
  readonly repegged: Repegged
}

/** Rows that replace all rows of some owners. */
export interface ScopedRows<Row> {
  readonly owners: readonly string[]
  readonly rows: readonly Row[]
}

export interface DifferenceRows {
  /** Orders whose rows may differ, including new ones. */
  readonly orders: readonly OrderResult[]
  readonly movements: {
    readonly former: readonly MovementResult[]
    readonly now: readonly MovementResult[]
  }
  /** Resource usage of new orders. */
  readonly uses: readonly UseResult[]
  readonly demands: readonly DemandResult[]
  readonly items: readonly ItemResult[]
  /** Problems by the name of their owner; `invalid data` is always complete. */
  readonly problems: ScopedRows<ProblemResult>
  /** Constraints by demand. */
  readonly constraints: ScopedRows<ConstraintResult> & {
    /** The new {@link DemandPaths} of these demands. */
    readonly paths: ReadonlyMap<string, readonly Order[] | undefined>
  }
  /** Rows by resource. */
  readonly resourceBuckets: ScopedRows<ResourceBucketResult>
  /** Starts of the time buckets of capacity, and the end of the last one. */
  readonly bounds: readonly Seconds[] | undefined
}

export interface RowOptions {
  /** Starts of the finest time buckets. */
  readonly bucketStarts: readonly Seconds[]
  /** Span of the work after the difference. */
  readonly span: WorkSpan
  /** Time buckets of the stored plan. */
  readonly formerBounds: readonly Seconds[] | undefined
  readonly referenceOf: (node: PlanNode) => string
  /** Names of further items to write: those of sales orders that differ. */
  readonly items: ReadonlySet<string>
}

export function differenceRows(context: DifferenceContext, options: RowOptions): DifferenceRows {
  const { state, solution, stored, difference, repegged } = context
  const { referenceOf } = options
  const deliveries = deliveriesToWrite(context)
  const part = partOf(context, deliveries, referenceOf)
  const bounds = bucketBounds(options.span, options.bucketStarts)
  const isSameTime = isDeepEqual(bounds, options.formerBounds)
  const formerReference = (node: PlanNode): string => stored.facts.get(node)!.reference
  const movementsOf = (feeds: Repegged['feeds'], named: (node: PlanNode) => string): MovementResult[] =>
    [...difference.buffers].flatMap((buffer) => {
      const { numbering, stocks } = feeds.ofBuffer(buffer)
      const nodes: readonly PlanNode[] = numbering.orders
      const references = nodes.concat(numbering.stocks).map(named)
      return Array.from(movementRows(numbering, references, stocks, () => true))
    })
  const added = [...difference.added].filter((order) => !difference.gone.has(order))
  const addedNumbering: Numbering = { orders: added, stocks: [], count: added.length }
  return {
    orders: part.rows,
    movements: {
      former: movementsOf(repegged.formerFeeds, formerReference),
      now: movementsOf(repegged.feeds, referenceOf),
    },
    uses: [...useRows(addedNumbering, added.map(referenceOf), () => true)],
    demands: part.demands,
    items: itemsOf(state, solution, difference.buffers, options.items),
    problems: problemsOf(context),
    constraints: constraintsOf(context),
    resourceBuckets: resourceBucketsOf(context, bounds, isSameTime),
    bounds,
  }
}

const isDeepEqual = (one: readonly number[] | undefined, other: readonly number[] | undefined): boolean =>
  one?.length === other?.length && (one ?? []).every((value, place) => value === other?.[place])

/** Returns the deliveries that differ, or whose supplying orders do. */
function deliveriesToWrite({ state, difference, repegged }: DifferenceContext): readonly Delivery[] {
  const names = new Set(difference.demands)
  for (const node of repegged.nodes) {
    const demand = isOrder(node) ? state.shipped.get(node) : undefined
    if (demand !== undefined) names.add(demand.name)
  }
  return [...names].flatMap((name) => state.deliveries.get(name) ?? [])
}

/**
 * Returns the rows of orders and demands. They are computed as a separate plan of these orders and the orders
 * adjacent to them.
 */
function partOf(
  { state, solution, stored, repegged }: DifferenceContext,
  deliveries: readonly Delivery[],
  referenceOf: (node: PlanNode) => string,
): { readonly rows: readonly OrderResult[]; readonly demands: readonly DemandResult[] } {
  const { feeds, pegs, infeasible } = repegged
  const shipments = deliveries.flatMap((delivery) => delivery.shipments)
  const wanted = new Set<PlanNode>([...repegged.nodes, ...shipments.map(({ order }) => order)])
  const members = new Set<PlanNode>(wanted)
  for (const node of wanted) {
    const { upstream, downstream } = feeds.of(node)
    for (const { producer } of upstream) members.add(producer)
    for (const { consumer } of downstream) members.add(consumer)
    if (isOrder(node) && node.owner !== undefined) members.add(node.owner)
  }
  const orders = [...members].filter(isOrder)
  const stocks = [...members].filter((node): node is Buffer => !isOrder(node))
  const numbering: Numbering = { orders, stocks, count: orders.length + stocks.length }
  const nodes: readonly PlanNode[] = [...orders, ...stocks]
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const factsOf = (node: PlanNode): Peg | StoredFacts | undefined => pegs.get(node) ?? stored.facts.get(node)
  const pegging: Pegging = {
    ...adjacencyOf(nodes, numbers, (node) => (wanted.has(node) ? feeds.of(node) : undefined)),
    shares: nodes.map((node) => factsOf(node)?.share),
    slacks: Float64Array.from(nodes, (node) => factsOf(node)?.slack ?? Infinity),
    handedOn: new Map(),
    circular: false,
  }
  const references = nodes.map(referenceOf)
  const rows = orderRowsOf({
    solution,
    numbering,
    references,
    pegging,
    demands: stored.demands,
    infeasible: Uint8Array.from(orders, (order) =>
      (infeasible.get(order) ?? stored.facts.get(order)?.infeasible) === true ? 1 : 0,
    ),
    delivered: new Map(
      orders.flatMap((order, number) => {
        const demand = state.shipped.get(order)
        return demand === undefined ? [] : [[number, demand]]
      }),
    ),
    owners: new Map(
      orders.flatMap(({ owner }) => (owner === undefined ? [] : [[owner, numbers.get(owner)!]])),
    ),
    steps: stepsOf(orders.flatMap((order) => (order.owner === undefined ? state.index.workOf(order) : []))),
  })
  const shipped = new Map<Shipment, number>(
    shipments.map((shipment) => [shipment, numbers.get(shipment.order)!]),
  )
  return {
    rows: [...repegged.nodes].map((node) => rows.at(numbers.get(node)!)),
    demands: [...demandRows({ ...solution, deliveries }, references, pegging, shipped)],
  }
}

/** Returns the edges of some orders in both directions. */
function adjacencyOf(
  nodes: readonly PlanNode[],
  numbers: ReadonlyMap<PlanNode, number>,
  feedsOf: (
    node: PlanNode,
  ) => { readonly upstream: readonly Feed[]; readonly downstream: readonly Feed[] } | undefined,
): Pick<Pegging, 'edges' | 'upstream' | 'downstream'> {
  const edges = new EdgeList(4 * nodes.length)
  let count = 0
  const side = (name: 'upstream' | 'downstream'): Adjacency => {
    const begins = new Int32Array(nodes.length + 1)
    const list: number[] = []
    for (const [number, node] of nodes.entries()) {
      for (const { producer, consumer, quantity, gap, weight } of feedsOf(node)?.[name] ?? []) {
        edges.add(numbers.get(producer)!, numbers.get(consumer)!, quantity, gap, weight)
        list.push(count)
        count += 1
      }
      begins[number + 1] = list.length
    }
    return { begins, list: Int32Array.from(list) }
  }
  const [upstream, downstream] = [side('upstream'), side('downstream')]
  return { edges: edges.edges(), upstream, downstream }
}

/** Returns the periods of cover of items with changed movements. */
function itemsOf(
  { index }: LiveState,
  { network }: Solution,
  changed: ReadonlySet<Buffer>,
  names: ReadonlySet<string>,
): readonly ItemResult[] {
  const items = new Set([...[...changed].map(({ item }) => item.name), ...names])
  const buffers = network.buffers.filter(({ item }) => items.has(item.name))
  const orders = [...new Set(buffers.flatMap((buffer) => [...index.moving(buffer)]))]
  const numbering: Numbering = { orders, stocks: [], count: orders.length }
  const events = finish(eventsByBuffer(buffers, numbering))
  return [...itemRows(numbering, events, network.input.settings.current)]
}

function problemsOf({
  state,
  solution,
  stored,
  difference,
  repegged,
}: DifferenceContext): ScopedRows<ProblemResult> {
  const { horizon, input } = solution.network
  const { current } = input.settings
  const rows: ProblemResult[] = [...invalidData(solution)]
  const owners: string[] = []
  for (const name of difference.demands) {
    owners.push(name)
    const delivery = state.deliveries.get(name)
    if (delivery !== undefined) rows.push(...demandProblems(delivery, horizon))
  }
  for (const buffer of difference.buffers) {
    owners.push(bufferName(buffer))
    const { stocks } = repegged.feeds.ofBuffer(buffer)
    append(rows, shortageProblems(buffer, stockShortages(stocks, stocks.buffers[0]!, current), horizon))
  }
  for (const resource of difference.resources) {
    owners.push(resource.name)
    append(rows, overloadProblems(resource, overloads(resource, current), horizon))
  }
  const flawed = new Set([...stored.flawed].filter((order) => !difference.gone.has(order)))
  const operations = new Set<string>()
  const note = (order: Order): void => {
    const isFlawed = orderProblems(order, input.settings).length > 0
    if (isFlawed || stored.flawed.has(order)) operations.add(order.operation.name)
    if (isFlawed && !difference.gone.has(order)) flawed.add(order)
  }
  for (const node of repegged.nodes) if (isOrder(node)) note(node)
  for (const order of difference.gone) note(order)
  for (const order of flawed)
    if (operations.has(order.operation.name)) rows.push(...orderProblems(order, input.settings))
  return {
    owners: [...owners, ...operations],
    rows: withoutForeign(rows, new Set([...owners, ...operations])),
  }
}

/** Removes rows outside the scope, because owners of several kinds may have the same name. */
const withoutForeign = (
  rows: readonly ProblemResult[],
  owners: ReadonlySet<string>,
): readonly ProblemResult[] => rows.filter(({ name, owner }) => name === invalidDataName || owners.has(owner))

function constraintsOf({
  state,
  solution,
  stored,
  difference,
  repegged,
}: DifferenceContext): DifferenceRows['constraints'] {
  const names = new Set(difference.demands)
  const isTouched = (order: Order): boolean =>
    repegged.nodes.has(order) ||
    difference.gone.has(order) ||
    order.uses.some(({ resource }) => difference.resources.has(resource))
  for (const [name, path] of stored.paths) if (path.some(isTouched)) names.add(name)
  const deliveries = [...names].flatMap((name) => state.deliveries.get(name) ?? [])
  const lastSource = (order: Order): Order | undefined => {
    let last: Order | undefined
    let smallest = Infinity
    for (const { producer, gap } of repegged.feeds.of(order).upstream)
      if (isOrder(producer) && gap < smallest) [last, smallest] = [producer, gap]
    return last
  }
  const found: DemandPaths = new Map()
  const rows = [...constraintRows({ ...solution, deliveries }, lastSource, found)]
  return { owners: [...names], rows, paths: new Map([...names].map((name) => [name, found.get(name)])) }
}

function resourceBucketsOf(
  { state, solution: { network }, difference }: DifferenceContext,
  bounds: readonly Seconds[] | undefined,
  isSameTime: boolean,
): ScopedRows<ResourceBucketResult> {
  const all = network.resources.all
  const wanted = isSameTime
    ? withPools(network.input.resources, difference.resources)
    : new Set(all.map(({ name }) => name))
  const resources = all.filter(({ name }) => wanted.has(name))
  if (bounds === undefined) return { owners: [...wanted], rows: [] }
  const orders = [...new Set(resources.flatMap((resource) => [...state.index.using(resource)]))]
  return {
    owners: [...wanted],
    rows: [...finish(bucketsOf(network, resources, orders, bounds))()],
  }
}

/** Returns the names of the resources, of the pools that own them, and of all members of these pools. */
function withPools(rows: Parameters<typeof poolsOf>[0], changed: ReadonlySet<Resource>): ReadonlySet<string> {
  const found = new Set([...changed].map(({ name }) => name))
  const { pools, members } = poolsOf(rows)
  const above = new Set([...found].filter((name) => pools.has(name)))
  for (const [member, pool] of members) if (found.has(member)) above.add(pool)
  for (const pool of above) found.add(pool)
  for (const [member, pool] of members) if (above.has(pool)) found.add(member)
  return found
}
