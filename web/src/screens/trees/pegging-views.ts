/** Views of the plan of a sales order. */

/** The supply, the remedies, or the trial of another date. */
export const peggingViews = ['plan', 'remedies', 'try'] as const

export interface PeggingSearch {
  readonly show?: (typeof peggingViews)[number]
}
