/** Whom an order serves in a plan, and what changes of that. */

import type { Share } from '../../result/shares.ts'
import type { Order } from '../../search/plan.ts'
import type { Feeds, PlanNode } from './feeds.ts'

export interface Repegged {
  /** Pegs of orders that are new or have changed. */
  readonly pegs: ReadonlyMap<PlanNode, Peg>
  /** Orders whose rows may differ. */
  readonly nodes: ReadonlySet<PlanNode>
  /** Orders that break a constraint now and did not before, or the other way round; new ones in any case. */
  readonly infeasible: ReadonlyMap<Order, boolean>
  /** Of the plan as it is, and as it was stored. */
  readonly feeds: Feeds
  readonly formerFeeds: Feeds
  /** Ranks of new orders. */
  readonly ranks: ReadonlyMap<Order, number>
}

/** For whom an order is, and how urgent. */
export interface Peg {
  readonly share: Share | undefined
  /** Seconds; Infinity for orders that no demand needs. */
  readonly slack: number
  /** What those that feed it get from it; itself but for orders that have steps. */
  readonly handedOn: Omit<Peg, 'handedOn'> | undefined
}
