/** The pegging of orders in a plan, and its changes by a difference. */

import type { Share } from '../../result/shares.ts'
import type { Order } from '../../search/plan.ts'
import type { Feeds, PlanNode } from './feeds.ts'

export interface Repegged {
  /** Pegs of orders that are new or have changed. */
  readonly pegs: ReadonlyMap<PlanNode, Peg>
  /** Orders whose rows may differ. */
  readonly nodes: ReadonlySet<PlanNode>
  /** Orders that now violate a constraint and did not before, or the opposite; always includes new orders. */
  readonly infeasible: ReadonlyMap<Order, boolean>
  /** Feeds of the current plan, and of the plan as it was stored. */
  readonly feeds: Feeds
  readonly formerFeeds: Feeds
  /** Ranks of new orders. */
  readonly ranks: ReadonlyMap<Order, number>
}

/** The demands that an order is for, and its urgency. */
export interface Peg {
  readonly share: Share | undefined
  /** Slack in seconds; Infinity for orders that no demand needs. */
  readonly slack: number
  /** The peg that its suppliers receive; undefined if it is the same, which is the case for all orders without steps. */
  readonly handedOn: Omit<Peg, 'handedOn'> | undefined
}
