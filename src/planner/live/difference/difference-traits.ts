/**
 * Computes the traits by which the orders of a difference are matched: orders that were removed or added, or that
 * start at another time.
 */
import { finish } from '../../pauses.ts'
import type { Demand } from '../../network/nodes.ts'
import type { Adjacency } from '../../result/adjacency.ts'
import { EdgeList } from '../../result/edge-list.ts'
import type { Numbering } from '../../result/numbering.ts'
import { type OrderTraits, orderTraits } from '../../result/order-traits.ts'
import type { Pegging, Share } from '../../result/shares.ts'
import type { Order } from '../../search/plan.ts'
import type { DifferenceContext } from './difference-rows.ts'
import type { Peg } from './peg.ts'

/** Orders with the traits by which references are assigned. */
export interface DifferenceTraits {
  readonly orders: readonly Order[]
  readonly traits: OrderTraits
}

/** Returns the traits of removed orders, of new orders, and of orders that start at another time. */
export function differenceTraits({ state, stored, difference, repegged }: DifferenceContext): {
  readonly former: DifferenceTraits
  readonly now: DifferenceTraits
  readonly moved: DifferenceTraits
} {
  const pegOf = (order: Order): Pick<Peg, 'share'> | undefined =>
    repegged.pegs.get(order) ?? stored.facts.get(order)
  const rank = (order: Order): number => stored.facts.get(order)?.rank ?? repegged.ranks.get(order) ?? 0
  const traitsOf = (
    orders: readonly Order[],
    deliveredOf: (order: Order) => Demand | undefined,
  ): DifferenceTraits => {
    const sorted = orders.toSorted((a, b) => rank(a) - rank(b))
    const owned = new Map(sorted.map((order, number) => [order, number]))
    // Owners that are not in the list count as none.
    const owners = new Map(
      sorted.flatMap(({ owner }) => (owner === undefined ? [] : [[owner, owned.get(owner) ?? -1]])),
    )
    const numbering: Numbering = { orders: sorted, stocks: [], count: sorted.length }
    const delivered = new Map(
      sorted.flatMap((order, number) => {
        const demand = deliveredOf(order)
        return demand === undefined ? [] : [[number, demand]]
      }),
    )
    const shares: readonly (Share | undefined)[] = sorted.map((order) => pegOf(order)?.share)
    const pegging = { ...noPegging, shares }
    return {
      orders: sorted,
      traits: finish(orderTraits({ numbering, pegging, demands: stored.demands, delivered, owners })),
    }
  }
  return {
    former: traitsOf(
      [...difference.gone].filter((order) => stored.facts.has(order)),
      (order) => stored.facts.get(order)?.delivered,
    ),
    now: traitsOf([...difference.added], (order) => state.shipped.get(order)),
    moved: traitsOf([...difference.moved.keys()], (order) => state.shipped.get(order)),
  }
}

const noAdjacency: Adjacency = { begins: new Int32Array(1), list: new Int32Array(0) }

const noPegging: Pegging = {
  edges: new EdgeList(0).edges(),
  downstream: noAdjacency,
  upstream: noAdjacency,
  shares: [],
  slacks: new Float64Array(0),
  handedOn: new Map(),
  circular: false,
}
