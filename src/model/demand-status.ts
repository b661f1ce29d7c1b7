/**
 * The statuses of sales orders that are planned. The planner, which imports nothing of the model, has the same
 * (`plannable`).
 */

export const plannedStatuses = ['open', 'quote'] as const

/** Returns whether sales orders with this status are planned; without a status they are open. */
export const isPlannedStatus = (status: string | null): boolean =>
  status === null || plannedStatuses.some((planned) => planned === status)
