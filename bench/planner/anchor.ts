/**
 * What the leading open-source planning engine (C++, one pass per demand in order of priority) needs for the same models,
 * measured once on another machine with 2 cores: processor time of solving only. To compare orders of magnitude, since
 * machines differ; what is measured in this run stands beside it.
 */
import type { Kind } from './model.ts'

export interface AnchorFigures {
  /** Milliseconds. */
  readonly solve: number
  readonly orders?: number
  /** Quantity times days. */
  readonly lateness?: number
}

export const anchorSource = 'C++ engine, on another 2-core machine'

export const anchor: Readonly<Record<Kind, Readonly<Record<number, AnchorFigures>>>> = {
  usual: {
    10_000: { solve: 1_340, orders: 46_000, lateness: 360_545 },
    100_000: { solve: 48_000, orders: 470_000 },
  },
  // Between 6.2 and 7.5 seconds.
  scarce: { 10_000: { solve: 6_850, lateness: 2_407_000 } },
  unconstrained: { 10_000: { solve: 210 } },
}

export interface Limits {
  /** Milliseconds of processor time. */
  readonly solve: number
  /** Bytes at the peak. */
  readonly memory?: number
}

/** What we mean to keep within. */
export const limits: Readonly<Record<Kind, Readonly<Record<number, Limits>>>> = {
  usual: { 10_000: { solve: 1_300 }, 100_000: { solve: 20_000, memory: 2 ** 30 } },
  scarce: { 10_000: { solve: 3_000 } },
  unconstrained: { 10_000: { solve: 300 } },
}

/** Of the lateness of the anchor. */
export const latenessLimits: Readonly<Record<Kind, number>> = { usual: 0.85, scarce: 0.9, unconstrained: 1 }
/** Of the orders of the anchor: lateness is not to be bought with many small ones. */
export const ordersLimit = 1.2
/** Of solving, from 10,000 to 100,000 demands. */
export const growthLimit = 14
/** Telling a plan as rows, of solving. */
export const resultsLimit = 0.3
/** Loading and storing together, of solving: where there is no plan, and where one sales order in a hundred has changed. */
export const databaseLimit = 1.5
export const changedLimit = 0.5
