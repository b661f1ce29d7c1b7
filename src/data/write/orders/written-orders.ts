/** Where the orders of a write are, after it and before it, for rules that change further orders of their routings. */
import type { Entity } from '../../../model/entity.ts'

export interface WrittenOrders {
  readonly orders: Entity
  /** The table of orders. */
  readonly table: string
  /** The staged orders before the write: `reference`, `startdate`, `enddate`, `quantity`. */
  readonly before: string
}
