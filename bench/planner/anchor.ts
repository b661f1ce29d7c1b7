/**
 * Figures of the leading open-source planning engine (C++, one pass per demand by priority) for the same models,
 * measured once on another machine with 2 cores: processor time of solving only. They show orders of magnitude only,
 * because the machines differ; the figures of this run are shown next to them.
 */
import type { Kind } from './model.ts'

export interface AnchorFigures {
  /** Duration in milliseconds. */
  readonly solve: number
  readonly orders?: number
  /** Lateness as quantity times days. */
  readonly lateness?: number
}

export const anchorSource = 'C++ engine, on another 2-core machine'

export const anchor: Readonly<Record<Kind, Readonly<Record<number, AnchorFigures>>>> = {
  usual: {
    10_000: { solve: 1_340, orders: 46_000, lateness: 360_545 },
    100_000: { solve: 48_000, orders: 470_000 },
  },
  // Measured between 6.2 and 7.5 seconds.
  scarce: { 10_000: { solve: 6_850, lateness: 2_407_000 } },
  unconstrained: { 10_000: { solve: 210 } },
}

export interface Limits {
  /** Processor time in milliseconds. */
  readonly solve: number
  /** Peak memory in bytes. */
  readonly memory?: number
}

/** Limits that our planner should meet. */
export const limits: Readonly<Record<Kind, Readonly<Record<number, Limits>>>> = {
  usual: { 10_000: { solve: 1_300 }, 100_000: { solve: 20_000, memory: 2 ** 30 } },
  scarce: { 10_000: { solve: 3_000 } },
  unconstrained: { 10_000: { solve: 300 } },
}

/** Maximum lateness in relation to the anchor. */
export const latenessLimits: Readonly<Record<Kind, number>> = { usual: 0.85, scarce: 0.9, unconstrained: 1 }
/** Maximum number of orders in relation to the anchor: lateness should not be reduced by many small orders. */
export const ordersLimit = 1.2
/** Maximum growth of the solving time from 10,000 to 100,000 demands. */
export const growthLimit = 14
/** Maximum time of converting a plan to rows, in relation to solving. */
export const resultsLimit = 0.3
/**
 * Maximum time of loading and storing, in relation to solving: without a plan, and after changes of one sales order
 * in a hundred.
 */
export const databaseLimit = 1.5
export const changedLimit = 0.5
