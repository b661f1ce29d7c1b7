/** The statuses of sales orders that are planned: declared once for the planner, the load of a scenario and the screens. */

export const plannedStatuses = ['open', 'quote'] as const

/** Returns whether sales orders with this status are planned; without a status they are open. */
export const isPlannedStatus = (status: string | null): boolean =>
  status === null || plannedStatuses.some((planned) => planned === status)

/** Value of the parameter `filter` of the data API for sales orders that are planned. */
export const plannedFilter: string = JSON.stringify({
  or: [
    { field: 'status', lookup: 'in', value: plannedStatuses },
    { field: 'status', lookup: 'isnull', value: true },
  ],
})
