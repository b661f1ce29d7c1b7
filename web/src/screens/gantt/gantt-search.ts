/** Search parameters of the Gantt chart. */
import type { Coloring } from './bar-looks.ts'
import type { RowGrouping, RowOrder } from './sort-rows.ts'

export interface GanttSearch {
  /** First displayed day and number of days. */
  readonly start?: string
  readonly days?: number
  readonly color?: Coloring
  /** Part of a resource name. */
  readonly search?: string
  /** Part of the reference, operation, item, sales order or customer of an order. */
  readonly order?: string
  /** Sequence of the rows; the bottlenecks first by default. */
  readonly sort?: RowOrder
  readonly group?: RowGrouping
  readonly show?: 'table'
  /** Whether the list of late orders, and the stock of materials, are shown. */
  readonly late?: true
  readonly stock?: true
}

/** Changed parameters; undefined or empty removes one. */
export type GanttChanges = { readonly [Name in keyof GanttSearch]: GanttSearch[Name] | undefined }
