/** What the screen of a sales order can show. */

/** What is shown of a sales order: its orders, or what another priority, date or quantity would change. */
export const peggingViews = ['plan', 'try'] as const

export interface PeggingSearch {
  readonly show?: (typeof peggingViews)[number]
}
