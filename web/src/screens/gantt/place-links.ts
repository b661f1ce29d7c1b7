/** Computes the lines between the bars of orders that supply each other. */
import { laneHeight, type PlacedBar, type PlacedRow } from './lanes.ts'
import type { LinkKind, OrderLink, OrderPlace } from './order-links.ts'
import { timeOf } from '../../platform/calendar/days.ts'

/** A line from the end of a bar to the start of another one. */
export interface PlacedLink {
  readonly kind: LinkKind
  readonly from: LinkEnd
  readonly to: LinkEnd
}

export interface LinkEnd {
  /** Milliseconds. */
  readonly time: number
  /** Pixels from the top of the first row. */
  readonly height: number
}

/** Returns the lines between the bars of the chart. */
export function placeLinks(links: readonly OrderLink[], rows: readonly PlacedRow[]): readonly PlacedLink[] {
  if (links.length === 0) return []
  const wanted = new Set(links.flatMap(({ from, to }) => [from, to]))
  const bars = new Map<string, readonly [PlacedRow, PlacedBar]>()
  for (const row of rows)
    for (const bar of row.bars) if (wanted.has(bar.bar.reference)) bars.set(bar.bar.reference, [row, bar])
  /** Returns the end of a line at a bar, or where the bar would be outside the window. */
  const find = (reference: string, side: 'start' | 'end', place: OrderPlace | undefined) => {
    const bar = bars.get(reference)
    if (bar !== undefined) return endOf(bar, side)
    const row = place === undefined ? undefined : rowOf(place, rows)
    if (place === undefined || row === undefined) return undefined
    return { time: timeOf(place[side]), height: row.top + 4 + (laneHeight - 4) / 2 }
  }
  return links.flatMap(({ kind, from: first, to: second, places }): readonly PlacedLink[] => {
    const from = find(first, 'end', places?.[first])
    const to = find(second, 'start', places?.[second])
    return from === undefined || to === undefined ? [] : [{ kind, from, to }]
  })
}

/** Returns the row of the first resource of an order. Of names that begin alike, it is the longest. */
function rowOf({ resources }: OrderPlace, rows: readonly PlacedRow[]): PlacedRow | undefined {
  const names = `, ${resources}, `
  const found = rows.flatMap((row) => {
    const { resource } = row.row
    const at = row.heading === undefined ? names.indexOf(`, ${resource}, `) : -1
    return at < 0 ? [] : [{ row, at, length: resource.length }]
  })
  return found.toSorted((one, other) => one.at - other.at || other.length - one.length)[0]?.row
}

const endOf = ([{ top }, bar]: readonly [PlacedRow, PlacedBar], side: 'start' | 'end'): LinkEnd => ({
  time: bar[side],
  height: top + 4 + bar.lane * laneHeight + (laneHeight - 4) / 2,
})
