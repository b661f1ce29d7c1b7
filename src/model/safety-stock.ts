/** Parameters of safety stock proposals, with their ranges and defaults, and the reasons why there is none. */

export const stockParameters = {
  service_level: {
    description: 'Probability in percent that no shortage occurs until the next receipt.',
    least: 50,
    most: 99.99,
    otherwise: 95,
  },
  history: {
    description: 'Weeks of demand before the date of the plan.',
    least: 0,
    most: 260,
    otherwise: 26,
  },
  outlook: { description: 'Weeks of demand from the date of the plan.', least: 0, most: 104, otherwise: 13 },
  lead_time_variation: {
    description: 'Assumed deviation of a lead time that was not observed, in percent of it.',
    least: 0,
    most: 200,
    otherwise: 20,
  },
  // One trial has at most as many edits.
  limit: { description: 'Maximum number of buffers.', least: 1, most: 1_000, otherwise: 500 },
} as const

export type StockParameter = keyof typeof stockParameters

export const stockObstacles = [
  /** Stock is unlimited. */
  'unlimited',
  /** Made to order: there is no stock beyond the orders. */
  'batch',
  /** A calendar sets the safety stock, and `minimum` has no effect. */
  'calendar',
  /** Demand of too few weeks is known. */
  'short_history',
  /** There is demand in too few weeks. */
  'rare_demand',
  /** No supplier, transport or operation has a lead time. */
  'no_lead_time',
] as const

/** Reason why no safety stock is proposed for a buffer. */
export type StockObstacle = (typeof stockObstacles)[number]

/** Whether a lead time is that of completed orders, or that of the data with an assumed deviation. */
export const leadTimeSources = ['observed', 'standard'] as const
