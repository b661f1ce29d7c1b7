/** Columns of the keys of a pivot table, and the sizes of its cells. */
import type { ReportDescription } from '../../platform/api/reports.ts'

/** Pixels. */
const lineHeight = 28
/** With two lines: further key parts below the first, or a long key. */
const tallHeight = 42
const plainWidth = 92
/** With the figure of another scenario. */
const comparedWidth = 168
const keyWidth = 190
/** Beside key columns: limits of the width, which follows from the longest label. */
const measureWidths = [130, 210] as const
/** Without key columns: limits of the width, which follows from the longest label. */
const onlyMeasureWidth = { wide: [200, 290], narrow: [130, 190] } as const
/** These leave space for the first bucket on a phone. */
const [narrowKeyedWidth, narrowTotalWidth] = [163, 88]
const totalWidth = 112
/** Height of a small chart below the key, if a key has a single line. */
const chartHeight = 22
/** Below this width of the table the column of totals is not fixed. */
const widthForTotals = 1000
/** Average width of a character, and the padding of a cell. */
const [characterWidth, padding] = [7.6, 20]

export interface PivotShape {
  /** Key parts with a column of their own. */
  readonly keys: ReportDescription['keys']
  /** Key parts below the first, without space for their columns. */
  readonly below: ReportDescription['keys']
  readonly narrow: boolean
  /** Whether rows have two lines. */
  readonly isTall: boolean
  /** Pixels. */
  readonly rowHeight: number
  readonly cellWidth: number
  /** Width of the column of measures beside key columns. */
  readonly measureWidth: number
  readonly totalWidth: number
  /** Whether the column of totals stays visible. */
  readonly isTotalPinned: boolean
  /** Whether small charts are below the text of the key, because the key has no second line. */
  readonly isChartBelow: boolean
  /** Width of the columns that stay visible. */
  readonly pinned: number
  /** Distance of the first bucket from the start of the table. */
  readonly lead: number
}

interface PivotShapeOptions {
  /** Whether the table has key columns. */
  readonly keyed: boolean
  /** Whether the figures of another scenario are shown beside. */
  readonly compared: boolean
  /** Width of the visible part of the table. */
  readonly width: number
  /** Whether each key has a small chart, and a single line. */
  readonly isSingleCharted: boolean
}

export function pivotShape(
  { keys: all, measures }: ReportDescription,
  { keyed: wanted, compared, width, isSingleCharted }: PivotShapeOptions,
): PivotShape {
  const narrow = width < 700
  const keys = !wanted ? [] : narrow ? all.slice(0, 1) : all
  const keyed = keys.length > 0
  const below = keyed ? all.slice(keys.length) : []
  const longest = Math.max(0, ...measures.map(({ label }) => label.length))
  const [least, most] = onlyMeasureWidth[narrow ? 'narrow' : 'wide']
  const within = (low: number, high: number): number =>
    Math.min(high, Math.max(low, longest * characterWidth + padding))
  const keyless = within(least, most)
  const measureWidth = within(...measureWidths)
  const isTall = keyed && narrow
  const wide = keys.length * keyWidth + measureWidth
  const fixed = !keyed ? keyless : narrow ? narrowKeyedWidth : wide
  const isTotalPinned = width >= widthForTotals
  const isChartBelow = keyed && isSingleCharted
  const total = compared ? comparedWidth : isTall ? narrowTotalWidth : totalWidth
  return {
    keys,
    below,
    narrow,
    isTall,
    rowHeight: (isTall ? tallHeight : lineHeight) + (isChartBelow ? chartHeight : 0),
    cellWidth: compared ? comparedWidth : plainWidth,
    measureWidth,
    totalWidth: total,
    isTotalPinned,
    isChartBelow,
    pinned: fixed + (isTotalPinned ? total : 0),
    lead: fixed + total,
  }
}
