/** Search parameters of the Gantt chart. */
import type { RowOrder } from './sort-rows.ts'

export interface GanttSearch {
  /** First displayed day and number of days. */
  readonly start?: string
  readonly days?: number
  /** Coloring of the bars: `lateness`, `status`, `item` or `setup`. */
  readonly color?: string
  readonly search?: string
  /** Sequence of the rows; the bottlenecks first by default. */
  readonly sort?: RowOrder
  readonly show?: 'table'
}

/** Changed parameters; undefined or empty removes one. */
export type GanttChanges = { readonly [Name in keyof GanttSearch]: GanttSearch[Name] | undefined }
