/** A plan as plain facts, which is what plans are compared by: from memory, or from the tables in which one is stored. */
import type { PreviousOrderRow } from '../../input.ts'
import type { Seconds } from '../../time.ts'

/** Why a sales order is late or short. */
export interface ReasonFacts {
  /** The name that the constraint has in `output.constraint`, for instance `purchasing lead time` or `overload`. */
  readonly code: string
  /** The operation, resource, buffer or sales order that binds. */
  readonly owner: string
  /** Days by which the sales order would be earlier without it. */
  readonly days: number
}

export interface DemandFacts {
  readonly name: string
  readonly item: string
  readonly customer: string | null
  readonly quantity: number
  readonly due: Seconds
  /** The last delivery; null when nothing is delivered. */
  readonly date: Seconds | null
  /** Quantity that is delivered. */
  readonly planned: number
  /** Quantity delivered late, each times the days. */
  readonly quantityDaysLate: number
  readonly reasons: readonly ReasonFacts[]
}

/** An order, whether the planner made it or not. */
export type OrderFacts = PreviousOrderRow

/**
 * The references of orders that are not stored yet begin with it, each with something of its own after it. Such an order is
 * recognised by what it is, as far as none has its reference.
 */
export const temporaryPrefix = '+'

export interface ResourceFacts {
  readonly name: string
  /** Hours, changeovers included; the quantity for resources that count quantities. */
  readonly load: number
  /** Days in which it has more work than it can do. */
  readonly overloadDays: number
}

/** Figures of a whole plan. */
export interface KeyFigures {
  /** Sales orders delivered in full by their due dates, in full but later, and not in full. */
  readonly ontime: number
  readonly late: number
  readonly short: number
  /** Quantity delivered late, each times the days. */
  readonly quantity_days_late: number
  /** Value of the stock, on average from now until the last movement. */
  readonly stock_value: number
  /** Hours of changeovers. */
  readonly setup_hours: number
  /** Load in percent of the capacity available from now until the last work, over all resources. */
  readonly utilization: number
}

/**
 * What two plans are compared by. The lists may leave out what is the same in both plans; the figures are those of the whole
 * plan. Deliveries and stock are no orders: sales orders tell what becomes of them.
 */
export interface PlanFacts {
  readonly demands: readonly DemandFacts[]
  readonly orders: readonly OrderFacts[]
  readonly resources: readonly ResourceFacts[]
  readonly figures: KeyFigures
}
