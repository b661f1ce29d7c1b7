/**
 * Computes for which demands an order is made and its slack. Shares of demands flow from deliveries upstream along
 * the edges in proportion; so does the slack, the time by which an order may end later without making a demand late.
 */
import { epsilon } from '../timeline/profile.ts'
import { adjacencyOf, type Adjacency } from './adjacency.ts'
import type { Edges } from './edge-list.ts'
import { pauses, type Steps } from '../pauses.ts'

/** Demand numbers, and the units of the order for each. */
export interface Share {
  readonly demands: readonly number[]
  readonly quantities: readonly number[]
}

/** A delivery and its demand. */
export interface Root {
  readonly order: number
  readonly demand: number
  /** Units of the order. */
  readonly quantity: number
  /** Seconds between its end and the due date; negative if it is late. */
  readonly slack: number
}

/** A routing order has the shares of its last step and the lowest slack. */
export interface Parent {
  readonly order: number
  readonly steps: readonly number[]
  readonly last: number
  /** Units of it per unit of its last step. */
  readonly weight: number
}

export interface Pegging {
  readonly edges: Edges
  /** Edges to the successors of an order. */
  readonly downstream: Adjacency
  /** Edges from the predecessors of an order. */
  readonly upstream: Adjacency
  readonly shares: readonly (Share | undefined)[]
  /** Seconds; Infinity for orders that no demand requires. */
  readonly slacks: Float64Array
  /** Shares and slack that owners pass to their predecessors, by number: of their own successors only, not of their steps. */
  readonly handedOn: ReadonlyMap<number, { readonly share: Share | undefined; readonly slack: number }>
  /** Whether orders form a circle: their shares depend on where the computation starts. */
  readonly circular: boolean
}

export function* shareDemands(
  edges: Edges,
  count: number,
  deliveries: readonly Root[],
  demandCount: number,
  parents: readonly Parent[],
): Steps<Pegging> {
  const downstream = adjacencyOf(edges.producers, count)
  yield
  const upstream = adjacencyOf(edges.consumers, count)
  yield
  const shares: (Share | undefined)[] = Array.from({ length: count }, () => undefined)
  const slacks = new Float64Array(count).fill(Infinity)
  const own = Map.groupBy(deliveries, ({ order }) => order)
  const sums = new Float64Array(demandCount)
  let touched: number[] = []
  const add = (demand: number, quantity: number): void => {
    if (sums[demand] === 0) touched.push(demand)
    sums[demand]! += quantity
  }
  const { sequence, circular } = downstreamFirst(edges, downstream, upstream, count)
  for (let at = 0; at < count; at += 1) {
    if (pauses(at)) yield
    const order = sequence[at]!
    const from = downstream.begins[order]!
    const until = downstream.begins[order + 1]!
    const roots = own.get(order)
    if (roots === undefined && until === from + 1 && edges.weights[downstream.list[from]!] === 1) {
      // Most orders have exactly one successor and the same quantity: they share its demands.
      const edge = downstream.list[from]!
      const consumer = edges.consumers[edge]!
      slacks[order] = slacks[consumer]! + edges.gaps[edge]!
      shares[order] = shares[consumer]
      continue
    }
    let slack = Infinity
    for (const root of roots ?? []) {
      add(root.demand, root.quantity)
      slack = Math.min(slack, root.slack)
    }
    for (let place = from; place < until; place += 1) {
      const edge = downstream.list[place]!
      const consumer = edges.consumers[edge]!
      slack = Math.min(slack, slacks[consumer]! + edges.gaps[edge]!)
      const share = shares[consumer]
      const weight = edges.weights[edge]!
      if (share === undefined || weight === 0) continue
      for (let index = 0; index < share.demands.length; index += 1) {
        add(share.demands[index]!, share.quantities[index]! * weight)
      }
    }
    slacks[order] = slack
    if (touched.length === 0) continue
    shares[order] = takeSums(sums, touched)
    touched = []
  }
  const handedOn = new Map<number, { readonly share: Share | undefined; readonly slack: number }>()
  for (const { order, steps, last, weight } of parents) {
    handedOn.set(order, { share: shares[order], slack: slacks[order]! })
    const share = shares[last]
    if (share !== undefined) {
      shares[order] = { ...share, quantities: share.quantities.map((quantity) => quantity * weight) }
    }
    for (const step of steps) slacks[order] = Math.min(slacks[order]!, slacks[step]!)
  }
  return { edges, downstream, upstream, shares, slacks, handedOn, circular }
}

/** Returns the totals per demand, by number of the demand, and resets them to 0. */
function takeSums(sums: Float64Array, touched: number[]): Share | undefined {
  if (touched.length === 1) {
    const quantity = sums[touched[0]!]!
    sums[touched[0]!] = 0
    return quantity > epsilon ? { demands: touched, quantities: [quantity] } : undefined
  }
  touched.sort((a, b) => a - b)
  const demands: number[] = []
  const quantities: number[] = []
  for (const demand of touched) {
    if (sums[demand]! > epsilon) {
      demands.push(demand)
      quantities.push(sums[demand]!)
    }
    sums[demand] = 0
  }
  return demands.length === 0 ? undefined : { demands, quantities }
}

/** Sorts every order after its successors. Orders in a circle are sorted by number. */
function downstreamFirst(
  edges: Edges,
  downstream: Adjacency,
  upstream: Adjacency,
  count: number,
): { readonly sequence: Int32Array; readonly circular: boolean } {
  const sequence = new Int32Array(count)
  const waiting = new Int32Array(count)
  let length = 0
  for (let order = 0; order < count; order += 1) {
    waiting[order] = downstream.begins[order + 1]! - downstream.begins[order]!
    if (waiting[order] === 0) sequence[length++] = order
  }
  let circle = 0
  let circular = false
  for (let at = 0; at < count; at += 1) {
    if (at === length) {
      circular = true
      while (waiting[circle]! <= 0) circle += 1
      waiting[circle] = 0
      sequence[length++] = circle
    }
    const order = sequence[at]!
    for (let index = upstream.begins[order]!; index < upstream.begins[order + 1]!; index += 1) {
      const producer = edges.producers[upstream.list[index]!]!
      if (waiting[producer] === 0) continue
      waiting[producer]! -= 1
      if (waiting[producer] === 0) sequence[length++] = producer
    }
  }
  return { sequence, circular }
}
