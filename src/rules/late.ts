/**
 * When a sales order counts as late: declared once for the planner, the stored plan, its SQL, the data API's filters
 * and the screens.
 */

/** A delivery counts as late if it is more seconds after its due date than this. */
export const lateAfterSeconds = 0

/** Returns whether a delay, in seconds after the due date, counts as late; null and undefined do not. */
export const isLateBy = (delaySeconds: number | null | undefined): boolean =>
  (delaySeconds ?? 0) > lateAfterSeconds

/** Returns whether a delivery at `end` counts as late; both dates in seconds. */
export const isLate = (due: number, end: number): boolean => isLateBy(end - due)

/** Returns SQL of whether an interval counts as late; null for null. */
export const isLateSql = (delay: string): string => `(${delay} > interval '${lateAfterSeconds} seconds')`

/** Parameters of the data API for late records of any entity with a `delay`. */
export const lateParameters = { delay__gt: lateAfterSeconds } as const

/** Parameters of the data API for records with a `delay` that are in time. */
export const onTimeParameters = { delay__lte: lateAfterSeconds } as const
