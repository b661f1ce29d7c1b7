/** Where bars lie: rows of resources, within them lanes for orders that run at the same time. */
import type { TimelineBar, TimelineRow } from '../../api/timeline.ts'

export interface PlacedBar {
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
const rowPadding = 8
const mostLanes = 8

/** Planning time has no zone. */
export const timeOf = (moment: string): number => Date.parse(`${moment}Z`)

export function placeRows(rows: readonly TimelineRow[]): readonly PlacedRow[] {
  let top = 0
  return rows.map((row) => {
    const ends: number[] = []
    const bars = row.bars
      .toSorted((a, b) => (a.startdate < b.startdate ? -1 : 1))
      .map((bar): PlacedBar => {
        const [start, end] = [timeOf(bar.startdate), timeOf(bar.enddate)]
        const free = ends.findIndex((until) => until <= start)
        const lane = free >= 0 ? free : Math.min(ends.length, mostLanes - 1)
        ends[lane] = end
        return { bar, start, end, setupEnd: bar.setupend === null ? undefined : timeOf(bar.setupend), lane }
      })
    const placed = { row, bars, top, height: Math.max(1, ends.length) * laneHeight + rowPadding }
    top += placed.height
    return placed
  })
}
