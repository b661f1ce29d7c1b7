/** Layout of bars: rows of resources, lanes for orders at the same time, and a strip with the capacity. */
import type { TimelineBar, TimelineRow } from '../../platform/api/timeline.ts'

export interface PlacedBar {
  readonly resource: string
  readonly bar: TimelineBar
  /** Milliseconds. */
  readonly start: number
  readonly end: number
  readonly setupEnd: number | undefined
  readonly lane: number
}

export interface PlacedRow {
  readonly row: TimelineRow
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

/** Planning time has no time zone. */
export const timeOf = (moment: string): number => Date.parse(`${moment}Z`)

/** Computes the layout of the rows, with the capacity strip if it exists. */
export function placeRows(rows: readonly TimelineRow[], withStrip: boolean): readonly PlacedRow[] {
  let top = 0
  return rows.map((row) => {
    const ends: number[] = []
    const bars = row.bars
      .toSorted((a, b) => (a.startdate < b.startdate ? -1 : 1))
      .map((bar): PlacedBar => {
        const [start, end] = [timeOf(bar.startdate), timeOf(bar.enddate)]
        const free = ends.findIndex((until) => until <= start)
        const lane = free >= 0 ? free : Math.min(ends.length, mostLanes - 1)
        ends[lane] = Math.max(end, ends[lane] ?? end)
        const setupEnd = bar.setupend === null ? undefined : timeOf(bar.setupend)
        return { resource: row.resource, bar, start, end, setupEnd, lane }
      })
    const lanes = Math.max(1, ends.length) * laneHeight + rowPadding
    const placed = { row, bars, top, height: lanes + (withStrip ? stripHeight : 0) }
    top += placed.height
    return placed
  })
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

/** Returns the latest data of an order on a resource. */
export const sameBar = (rows: readonly PlacedRow[], { resource, bar }: PlacedBar): PlacedBar | undefined =>
  rows
    .find(({ row }) => row.resource === resource)
    ?.bars.find((other) => other.bar.reference === bar.reference)
