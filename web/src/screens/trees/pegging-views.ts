/** What the screen of a sales order can show. */

/** What is shown of a sales order: its orders, what would bring it in time, or what another date would change. */
export const peggingViews = ['plan', 'remedies', 'try'] as const

export interface PeggingSearch {
  readonly show?: (typeof peggingViews)[number]
}
