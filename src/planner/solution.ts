/** A finished plan and its comparison with the previous one. */

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
  /** The gain of the improvement; undefined if none was requested or the plan has no constraints. */
  readonly improvement: Improvement | undefined
  /** Comparison with the previous plan; undefined without a comparable one. */
  readonly comparison: Comparison | undefined
}

/** Comparison of the plan with the previous one. */
export interface Comparison {
  /** Whether the repaired previous plan was chosen. */
  readonly kept: boolean
  /** The plan that keeps the orders inside the frozen horizon, if it was made; `kept` = it was chosen. */
  readonly frozen: (Lateness & { readonly kept: boolean }) | undefined
  /** Orders inside the frozen horizon that the chosen plan changes, and those that the new plan would change. */
  readonly changes: { readonly chosen: number; readonly anew: number }
  /** Quantity-days of lateness of the previous plan as it was stored, and the demands that it delivered. */
  readonly former: number
  readonly delivered: Replay['delivered']
  /** Lateness of the repaired previous plan and of the new one. */
  readonly repaired: Lateness
  readonly anew: Lateness
  readonly moved: Replay['moved']
  readonly dropped: Replay['dropped']
  readonly examples: Replay['examples']
}
