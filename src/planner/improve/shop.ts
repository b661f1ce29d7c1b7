/**
 * Work of several demands that compete for resources, as arrays of numbers: steps that wait for each other, and what
 * they run on. Small enough to look at some ten thousand sequences per second, where the plan manages some hundreds;
 * what is found here is then planned in earnest.
 */
import type { Seconds } from '../time.ts'

/** When a step that begins at a date or later runs: calendars and what others have taken are minded. */
export type Fit = (from: Seconds) => { readonly begin: Seconds; readonly end: Seconds } | undefined

/** A resource that does one thing after the other, or as many at a time as it has lanes. */
export interface Machine {
  readonly firstLane: number
  readonly lanes: number
  /** Number of the setup that is there at first; -1 where setups do not count. */
  readonly initial: number
  /** Seconds from setup to setup, by rows; empty where setups do not count. */
  readonly changeover: Float64Array
  readonly setups: number
}

export interface ShopJob {
  readonly due: Seconds
  /** When it would end if it had everything for itself. */
  readonly alone: Seconds
  /** How much it counts: more urgent ones more. */
  readonly quantity: number
  /** Steps that nothing waits for. */
  readonly last: readonly number[]
}

export interface Shop {
  readonly size: number
  /** Nothing begins before. */
  readonly release: Float64Array
  readonly seconds: Float64Array
  readonly fits: readonly (Fit | undefined)[]
  /** What step `s` waits for: `before[beforeFrom[s]]` to `before[beforeFrom[s + 1] - 1]`, and seconds after it. */
  readonly beforeFrom: Int32Array
  readonly before: Int32Array
  readonly lag: Float64Array
  /** The machines it runs on, and the setups that it needs there, in the same way; setup -1 is any. */
  readonly useFrom: Int32Array
  readonly uses: Int32Array
  readonly setup: Int32Array
  readonly machines: readonly Machine[]
  readonly lanes: number
  readonly jobs: readonly ShopJob[]
}
