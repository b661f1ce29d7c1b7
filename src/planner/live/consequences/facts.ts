/** Facts of a plan for comparisons: from memory, or from the tables of a stored plan. */
import type { PreviousOrderRow } from '../../input.ts'
import type { Seconds } from '../../time.ts'

/** A reason why a sales order is late or short. */
export interface ReasonFacts {
  /** Name of the constraint in `output.constraint`, for instance `purchasing lead time` or `overload`. */
  readonly code: string
  /** Kind of the owner, as in `output.constraint`: `operation`, `capacity`, `material` or `demand`. */
  readonly entity: string
  /** Operation, resource, buffer or sales order that is the constraint. */
  readonly owner: string
  /** Days by which the sales order would be earlier without the constraint. */
  readonly days: number
}

export interface DemandFacts {
  readonly name: string
  readonly item: string
  readonly customer: string | null
  readonly quantity: number
  readonly due: Seconds
  /** Date of the last delivery; null without deliveries. */
  readonly date: Seconds | null
  /** Quantity that is delivered. */
  readonly planned: number
  /** Lateness in quantity-days: quantity delivered late times days late. */
  readonly quantityDaysLate: number
  readonly reasons: readonly ReasonFacts[]
}

/** An order, made by the planner or not. */
export type OrderFacts = PreviousOrderRow

export interface ResourceFacts {
  readonly name: string
  /** Hours including changeovers; the quantity for resources whose capacity is a quantity. */
  readonly load: number
  /** Number of days with an overload. */
  readonly overloadDays: number
}

/** Figures of a whole plan. */
export interface KeyFigures {
  /** Numbers of sales orders delivered in full by their due dates, in full but later, and not in full. */
  readonly ontime: number
  readonly late: number
  readonly short: number
  /** Lateness in quantity-days: quantity delivered late times days late. */
  readonly quantity_days_late: number
  /** Average value of the stock from the current date to the last movement. */
  readonly stock_value: number
  /** Hours of changeovers. */
  readonly setup_hours: number
  /** Load in percent of the available capacity from the current date to the last work, over all resources. */
  readonly utilization: number
}

/**
 * The facts by which two plans are compared. Facts that are the same in both plans may be left out; the figures are
 * those of the whole plan. Deliveries and stock are not among the orders: they are compared by sales order.
 */
export interface PlanFacts {
  readonly demands: readonly DemandFacts[]
  readonly orders: readonly OrderFacts[]
  readonly resources: readonly ResourceFacts[]
  readonly figures: KeyFigures
}
