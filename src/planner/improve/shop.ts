/**
 * A model of competing work as arrays of numbers: steps with predecessors and machines. It evaluates tens of
 * thousands of sequences per second, the plan some hundreds; results are then planned for real.
 */
import type { Combination, Operation } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'

/** Returns start and end of a step from a date on, considering calendars and capacity used by others. */
export type Fit = (from: Seconds) => { readonly begin: Seconds; readonly end: Seconds } | undefined

/** What the fit of a way depends on, besides the other work of its resources. */
export interface FitSource {
  readonly operation: Operation
  readonly quantity: number
  readonly combination: Combination
}

/** A resource that processes as many steps at a time as it has lanes. */
export interface Machine {
  readonly firstLane: number
  readonly lanes: number
  /** Number of the initial setup; -1 without changeovers. */
  readonly initial: number
  /** Changeover seconds from setup to setup, by rows; empty without changeovers. */
  readonly changeover: Float64Array
  readonly setups: number
}

/** Material that several steps take: the total that is there from each date on, ascending. */
export interface Supply {
  /** Place of its first date among those of all supplies. */
  readonly first: number
  readonly dates: Float64Array
  readonly totals: Float64Array
}

export interface ShopJob {
  readonly due: Seconds
  /** End of the job without competing jobs. */
  readonly alone: Seconds
  /** Weight of its lateness; higher for more urgent jobs. */
  readonly quantity: number
  /** Steps without a successor. */
  readonly last: readonly number[]
}

/** A sequence of the steps, and the number of the way in which each step is made. */
export interface Sequence {
  readonly steps: Int32Array
  readonly ways: Int32Array
}

export interface Shop {
  readonly size: number
  /** Average time to place a step, relative to one whose resources are always open and unused. */
  readonly effortOfStep: number
  /** Earliest start of each step, with its changeover. */
  readonly release: Float64Array
  /** Date from which its material is available: a changeover may be over before. */
  readonly material: Float64Array
  /** Ways of step `s`, each on other machines: `wayFrom[s]` to `wayFrom[s + 1] - 1`, the planned one first. */
  readonly wayFrom: Int32Array
  /** Duration of each way. */
  readonly seconds: Float64Array
  readonly fits: readonly (Fit | undefined)[]
  /** By way, as `fits`. */
  readonly fitSources: readonly (FitSource | undefined)[]
  /**
   * Predecessors of step `s`: `before[beforeFrom[s]]` to `before[beforeFrom[s + 1] - 1]`, with the delay after each
   * in seconds.
   */
  readonly beforeFrom: Int32Array
  readonly before: Int32Array
  readonly lag: Float64Array
  /** Machines of each way and the required setups, in the same format; setup -1 = any. */
  readonly useFrom: Int32Array
  readonly uses: Int32Array
  readonly setup: Int32Array
  readonly machines: readonly Machine[]
  readonly lanes: number
  readonly supplies: readonly Supply[]
  /** Number of dates of all supplies. */
  readonly supplyDates: number
  /** The supplies from which each step takes as it begins, and the quantities, in the same format. */
  readonly takeFrom: Int32Array
  readonly takes: Int32Array
  readonly taken: Float64Array
  readonly jobs: readonly ShopJob[]
}
