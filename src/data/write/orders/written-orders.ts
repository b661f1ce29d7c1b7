/** Where the orders of a write are, after it and before it, for rules that change further orders of their routings. */
import type { Entity } from '../../../model/entity.ts'
import { stage } from '../intake/staging.ts'

export interface WrittenOrders {
  readonly orders: Entity
  /** The table of orders. */
  readonly table: string
  /** The staged orders before the write: `reference`, `startdate`, `enddate`, `quantity`. */
  readonly before: string
}

/** SQL condition that the write itself has an order, of which its rules change nothing. */
export const isStaged = (order: string): string =>
  `${order}."reference" IN (SELECT "reference" FROM ${stage})`

/** SQL condition that an order is not finished. */
export const isOpen = (order: string): string => `${order}."status" NOT IN ('completed', 'closed')`
