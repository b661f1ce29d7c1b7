/** What a plan changes against another one: the one document for trials, plan runs and comparisons of scenarios. */
import type { Seconds } from '../../time.ts'
import type { KeyFigures, ReasonFacts } from './facts.ts'

export interface DemandState {
  /** The last delivery; null when nothing is delivered. */
  readonly date: Seconds | null
  /** Days after the due date; negative when it is early, null when nothing is delivered. */
  readonly days_late: number | null
  /** Quantity that is not delivered. */
  readonly short: number
}

/**
 * `late`: it was in time and in full, and is not any more. `recovered`: the other way round. `later` and `earlier`: it
 * stays late or in time. `new` and `gone`: only one of the plans has it.
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
  /** Why it is late or short after the change; empty for one that did not get worse. */
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
  /** Hours, changeovers included; the quantity for resources that count quantities. */
  readonly load_before: number
  readonly load_after: number
  /** Days in which it has more work than it can do, after the change. */
  readonly overload_days: number
}

export interface Consequences {
  readonly keyfigures: { readonly before: KeyFigures; readonly after: KeyFigures }
  /** In order of weight: the largest change of quantity-days first. */
  readonly demands: readonly DemandConsequence[]
  readonly orders: {
    readonly added: number
    readonly moved: number
    readonly resized: number
    readonly dropped: number
    /** Of all these, the ones that start before the end of the frozen horizon, before or after the change. */
    readonly frozen: number
    /** By start; no more than the upper limit. */
    readonly list: readonly OrderConsequence[]
  }
  /** Those whose load changes. */
  readonly resources: readonly ResourceConsequence[]
}
