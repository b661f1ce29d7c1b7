/** A plan as it was made, and how it stands against the one before. */

import type { Improvement } from './improve/improve.ts'
import type { Network } from './network/compile.ts'
import type { Delivery } from './search/delivery.ts'
import type { Plan } from './search/plan.ts'
import type { Lateness } from './lateness.ts'
import type { Replay } from './previous/replay.ts'

export interface Solution {
  readonly network: Network
  readonly plan: Plan
  readonly deliveries: readonly Delivery[]
  /** What was gained after planning; undefined where that was not asked for, or there are no constraints. */
  readonly improvement: Improvement | undefined
  /** How it stands against the previous plan; undefined without one that can be compared. */
  readonly comparison: Comparison | undefined
}

/** How the plan stands against the previous one. */
export interface Comparison {
  /** Whether the previous plan, repaired, is the plan. */
  readonly kept: boolean
  /** The plan that keeps what was to begin inside the frozen horizon, where it has been made; whether it is the plan. */
  readonly frozen: (Lateness & { readonly kept: boolean }) | undefined
  /** Orders inside the frozen horizon that the plan changes, and those that one made anew would change. */
  readonly changes: { readonly chosen: number; readonly anew: number }
  /** Quantity times days late of the previous plan as it was, and the demands that it delivered. */
  readonly former: number
  readonly delivered: Replay['delivered']
  /** How late it is repaired, and how late the plan is that was made anew. */
  readonly repaired: Lateness
  readonly anew: Lateness
  readonly moved: Replay['moved']
  readonly dropped: Replay['dropped']
  readonly examples: Replay['examples']
}
