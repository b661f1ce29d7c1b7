/** The sequence of the resources by load. It stays while the window moves, so that rows keep their places. */
import type { CapacityRow } from '../../platform/api/timeline.ts'
import { openBuckets, percentOf, placeCapacity } from './capacity.ts'

/** Capacity and load that were read. */
interface ReadCapacity {
  /** Part of a resource name. */
  readonly search: string | undefined
  /** Window and buckets, as text. */
  readonly period: string
  /** Start of the window in milliseconds. */
  readonly from: number
  readonly rows: readonly CapacityRow[]
}

export interface BottleneckOrder {
  /** Names of the resources, the most used first. */
  readonly busiest: readonly string[]
  /** What was read last. */
  readonly read: ReadCapacity
}

/**
 * Returns the sequence after capacity and load were read: a new one for other resources and for another plan, which is
 * read for the same window; otherwise the known one.
 * @param now current date of the plan in milliseconds
 */
export function nextOrder(
  known: BottleneckOrder | undefined,
  read: ReadCapacity,
  now: number,
): BottleneckOrder {
  if (known !== undefined && known.read.search === read.search) {
    if (known.read.rows === read.rows) return known
    if (known.read.period !== read.period) return { busiest: known.busiest, read }
  }
  return { busiest: busiestOf(read, now), read }
}

const busiestOf = ({ rows, from }: ReadCapacity, now: number): readonly string[] =>
  [...placeCapacity(rows)]
    .map(([resource, columns]) => ({
      resource,
      percent: percentOf(openBuckets(columns, from, now)) ?? 0,
    }))
    .toSorted((a, b) => b.percent - a.percent)
    .map(({ resource }) => resource)
