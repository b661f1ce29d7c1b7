/** What edits of the input of a plan touch. */
import type { PlannerInput } from '../input.ts'

/** Names of the records that edits touch. */
export interface Touched {
  /** Sales orders that are added, changed or deleted. */
  readonly demands: ReadonlySet<string>
  /** References of orders that are added, changed or deleted. */
  readonly orders: ReadonlySet<string>
  /** Other tables of the input, or its settings, with added, changed or deleted rows. */
  readonly tables: ReadonlySet<Exclude<keyof PlannerInput, 'demands' | 'orders' | 'previous'>>
}
