/** When an order counts as a proposal: declared once for the planner, the reports, the release and the undo. */

/**
 * Returns the SQL condition that an order with this status is a proposal, which the planner replaces. An order without
 * a status is one.
 */
export const isProposedSql = (status: string): string => `(coalesce(${status}, 'proposed') = 'proposed')`

/** Returns the value of the parameter `filter` of the data API for orders that are proposals. */
export const proposedFilter = (status: string): string =>
  JSON.stringify({
    or: [
      { field: status, lookup: 'exact', value: 'proposed' },
      { field: status, lookup: 'isnull', value: true },
    ],
  })
