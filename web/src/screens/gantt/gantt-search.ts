/** Search parameters of the Gantt chart. */

export interface GanttSearch {
  /** First displayed day and number of days. */
  readonly start?: string
  readonly days?: number
  /** Coloring of the bars: `lateness`, `status` or `item`. */
  readonly color?: string
  readonly search?: string
  readonly show?: 'table'
}

/** Changed parameters; undefined or empty removes one. */
export type GanttChanges = { readonly [Name in keyof GanttSearch]: GanttSearch[Name] | undefined }
