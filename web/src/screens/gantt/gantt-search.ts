/** What the address of the Gantt chart says. */

export interface GanttSearch {
  /** First day and number of days that are read and shown. */
  readonly start?: string
  readonly days?: number
  /** What bars are coloured by: `lateness`, `status` or `item`. */
  readonly color?: string
  readonly search?: string
  readonly show?: 'table'
}

/** Parts that are set anew; undefined or empty takes one out. */
export type GanttChanges = { readonly [Name in keyof GanttSearch]: GanttSearch[Name] | undefined }
