/** Keyboard navigation in a Gantt chart: between bars and over time. */
import type { PlacedBar, PlacedRow } from './lanes.ts'
import type { OrderLink } from './order-links.ts'

const moves = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'] as const
export type Move = (typeof moves)[number]

export const moveOf = (key: string): Move | undefined => moves.find((move) => move === key)

/** Returns the bar that a key moves to; undefined if there is none in this direction. */
export function barBeside(
  rows: readonly PlacedRow[],
  chosen: PlacedBar | undefined,
  move: Move,
  /** Time near which the first bar is searched, in milliseconds. */
  from: number,
): PlacedBar | undefined {
  const at = chosen === undefined ? -1 : rows.findIndex(({ bars }) => bars.includes(chosen))
  const row = rows[at]
  const time = chosen?.start ?? from
  if (chosen === undefined || row === undefined) return nearest(rows.find(hasBars), time)
  const index = row.bars.indexOf(chosen)
  const beside: Readonly<Record<Move, () => PlacedBar | undefined>> = {
    ArrowRight: () => row.bars[index + 1],
    ArrowLeft: () => row.bars[index - 1],
    Home: () => row.bars[0],
    End: () => row.bars.at(-1),
    ArrowDown: () => nearest(rows.slice(at + 1).find(hasBars), time),
    ArrowUp: () => nearest(rows.slice(0, at).findLast(hasBars), time),
  }
  return beside[move]()
}

/** Returns the first order that supplies the selected order, or that it supplies. */
export function linkedBar(
  rows: readonly PlacedRow[],
  links: readonly OrderLink[],
  { bar: { reference } }: PlacedBar,
  direction: 'upstream' | 'downstream',
): PlacedBar | undefined {
  const linked = new Set(
    links
      .filter(({ from, to }) => (direction === 'upstream' ? to : from) === reference)
      .map(({ from, to }) => (direction === 'upstream' ? from : to)),
  )
  return rows.flatMap(({ bars }) => bars.filter(({ bar }) => linked.has(bar.reference))).at(0)
}

const hasBars = ({ bars }: PlacedRow): boolean => bars.length > 0

const nearest = (row: PlacedRow | undefined, time: number): PlacedBar | undefined =>
  row?.bars.reduce((best, bar) => (Math.abs(bar.start - time) < Math.abs(best.start - time) ? bar : best))

/** Zoom levels in days. */
export const spans = [1, 3, 7, 14, 28, 91, 182, 364] as const

/** Returns the next longer or shorter zoom level; undefined at the limits. */
export const nextSpan = (days: number, by: 'in' | 'out'): number | undefined =>
  by === 'in' ? spans.findLast((span) => span < days) : spans.find((span) => span > days)
