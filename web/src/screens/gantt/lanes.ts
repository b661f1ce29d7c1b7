/**
 * Layout of bars: headings of groups, rows of resources, lanes for orders at the same time, and a strip with the
 * capacity.
 */
import type { TimelineBar, TimelineRow } from '../../platform/api/timeline.ts'
import type { Production } from '../../platform/api/unplanned.ts'
import type { PlacedCapacity } from './capacity.ts'
import { timeOf } from '../../platform/calendar/days.ts'

export interface PlacedBar {
  readonly resource: string
  readonly bar: TimelineBar
  /** Milliseconds. */
  readonly start: number
  readonly end: number
  readonly setupEnd: number | undefined
  readonly lane: number
  /** How the order is made, if it does not exist yet. */
  readonly production?: Production | undefined
}

/** Heading of a group of resources. */
export interface RowHeading {
  readonly name: string
  /** Number of resources. */
  readonly count: number
  readonly isClosed: boolean
  /** Capacity of the group. */
  readonly buckets: readonly PlacedCapacity[]
}

/** A row before its layout: a resource, or the heading of a group. */
export interface RowEntry {
  readonly row: TimelineRow
  readonly heading?: RowHeading
}

export interface PlacedRow extends RowEntry {
  readonly bars: readonly PlacedBar[]
  /** Pixels from the top of the first row. */
  readonly top: number
  readonly height: number
}

/** Pixels. */
export const laneHeight = 22
export const stripHeight = 18
const rowPadding = 8
const mostLanes = 8
const headingHeight = 28

/** A heading has no resource. */
export const noResource: TimelineRow = { resource: '', location: null, owner: null, category: null, bars: [] }

/** Computes the layout of the rows, with the capacity strip if it exists. */
export function placeRows(entries: readonly RowEntry[], withStrip: boolean): readonly PlacedRow[] {
  let top = 0
  return entries.map((entry) => {
    const { row, heading } = entry
    if (heading !== undefined) {
      const height = headingHeight + (withStrip && heading.isClosed ? stripHeight : 0)
      const placed = { ...entry, bars: [], top, height }
      top += height
      return placed
    }
    const ends: number[] = []
    const bars = row.bars
      .toSorted((a, b) => (a.startdate < b.startdate ? -1 : 1))
      .map((bar): PlacedBar => {
        const [start, end] = [timeOf(bar.startdate), timeOf(bar.enddate)]
        const free = ends.findIndex((until) => until <= start)
        const lane = free >= 0 ? free : Math.min(ends.length, mostLanes - 1)
        ends[lane] = Math.max(end, ends[lane] ?? end)
        return placeBar(row.resource, bar, lane)
      })
    const lanes = Math.max(1, ends.length) * laneHeight + rowPadding
    const placed = { ...entry, bars, top, height: lanes + (withStrip ? stripHeight : 0) }
    top += placed.height
    return placed
  })
}

export function placeBar(resource: string, bar: TimelineBar, lane: number): PlacedBar {
  const setupEnd = bar.setupend === null ? undefined : timeOf(bar.setupend)
  return { resource, bar, start: timeOf(bar.startdate), end: timeOf(bar.enddate), setupEnd, lane }
}

export const heightOf = (rows: readonly PlacedRow[]): number => {
  const last = rows.at(-1)
  return last === undefined ? 0 : last.top + last.height
}

/** Returns the index of the first row that ends below a height; the number of rows if there is none. */
export function rowBelow(rows: readonly PlacedRow[], height: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { top, height: tall } = rows[middle]!
    if (top + tall > height) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the latest data of an order on a resource; on another one if it is no longer there, such as after an undo. */
export function sameBar(rows: readonly PlacedRow[], { resource, bar }: PlacedBar): PlacedBar | undefined {
  const found = rows.flatMap(({ bars }) => bars.filter((other) => other.bar.reference === bar.reference))
  return found.find((other) => other.resource === resource) ?? found[0]
}
