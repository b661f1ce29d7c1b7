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
const narrowKeyedWidth = 206
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
  /** Width of the columns that stay visible. */
  readonly pinned: number
}

interface PivotShapeOptions {
  /** Whether the table has key columns. */
  readonly keyed: boolean
  /** Whether the figures of another scenario are shown beside. */
  readonly compared: boolean
  readonly narrow: boolean
}

export function pivotShape(
  { keys: all, measures }: ReportDescription,
  { keyed: wanted, compared, narrow }: PivotShapeOptions,
): PivotShape {
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
  return {
    keys,
    below,
    narrow,
    isTall,
    rowHeight: isTall ? tallHeight : lineHeight,
    cellWidth: compared ? comparedWidth : plainWidth,
    measureWidth,
    pinned: !keyed ? keyless : narrow ? narrowKeyedWidth : wide,
  }
}
