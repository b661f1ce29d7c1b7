/**
 * The consequences of a plan compared with another one: the same document for trials, plan runs and comparisons of
 * scenarios.
 */
import type { Seconds } from '../../time.ts'
import type { KeyFigures, ReasonFacts } from './facts.ts'

export interface DemandState {
  /** Date of the last delivery; null without deliveries. */
  readonly date: Seconds | null
  /** Days after the due date; negative if it is early, null without deliveries. */
  readonly days_late: number | null
  /** Quantity that is not delivered. */
  readonly short: number
}

/**
 * `late`: it was on time and in full, and no longer is. `recovered`: the opposite. `later` and `earlier`: it stays
 * late or on time. `new` and `gone`: only one of the plans contains it.
 */
export type DemandChange = 'late' | 'recovered' | 'later' | 'earlier' | 'new' | 'gone'

export interface DemandConsequence {
  readonly name: string
  readonly item: string
  readonly customer: string | null
  readonly quantity: number
  readonly due: Seconds
  readonly change: DemandChange
  readonly before: DemandState | null
  readonly after: DemandState | null
  /** Reasons why it is late or short after the change; empty if it did not get worse. */
  readonly reasons: readonly ReasonFacts[]
}

export type OrderChange = 'added' | 'moved' | 'resized' | 'dropped'

export interface OrderState {
  readonly start: Seconds
  readonly end: Seconds
  readonly quantity: number
  readonly resources: readonly string[]
}

export interface OrderConsequence {
  /** Null for an order that is not stored yet. */
  readonly reference: string | null
  readonly type: string
  readonly operation: string | null
  readonly item: string | null
  readonly change: OrderChange
  readonly before: OrderState | null
  readonly after: OrderState | null
}

export interface ResourceConsequence {
  readonly name: string
  /** Hours including changeovers; the quantity for resources whose capacity is a quantity. */
  readonly load_before: number
  readonly load_after: number
  /** Number of days with an overload after the change. */
  readonly overload_days: number
}

export interface Consequences {
  readonly keyfigures: { readonly before: KeyFigures; readonly after: KeyFigures }
  /** Sorted by weight: the largest change of quantity-days first. */
  readonly demands: readonly DemandConsequence[]
  readonly orders: {
    readonly added: number
    readonly moved: number
    readonly resized: number
    readonly dropped: number
    /** Number of all these changes that start before the end of the frozen horizon, before or after the change. */
    readonly frozen: number
    /** Sorted by start; limited to the maximum number. */
    readonly list: readonly OrderConsequence[]
  }
  /** Resources whose load changes. */
  readonly resources: readonly ResourceConsequence[]
}
