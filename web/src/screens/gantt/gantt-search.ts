/** Search parameters of the Gantt chart, and their values. The address is read before the chart itself is loaded. */

export const colorings = ['lateness', 'status', 'item', 'customer', 'setup'] as const
export type Coloring = (typeof colorings)[number]

/** `load`: the most used resources of the plan first. */
export const rowOrders = ['load', 'name'] as const
export type RowOrder = (typeof rowOrders)[number]

/** `pool`: the resource of which a resource is a member. `skill`: the skill with the highest priority. */
export const rowGroups = ['location', 'pool', 'category', 'skill'] as const
export type RowGrouping = (typeof rowGroups)[number]

/** Maximum number of displayed days. */
export const mostDays = 1_830

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
