/** Types of remedies: edits that deliver a late sales order earlier, and their consequences. */
import type { remedyKinds } from '../../../rules/remedy-kinds.ts'
import type { PlannerInput } from '../../input.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import type { Seconds } from '../../time.ts'
import type { AttemptOptions } from '../attempt.ts'
import type { LivePlan } from '../live-plan.ts'
import type { Touched } from '../touched.ts'

/** Value of a field: dates are seconds of planning time, durations are seconds. */
export type EditValue = string | number | boolean | null

/** An edit in the format of the data API. */
export interface DataEdit {
  readonly entity: string
  readonly action: 'create' | 'update' | 'delete'
  /** Fields that identify the record; for `create` they are also in `fields`. */
  readonly key: Readonly<Record<string, EditValue>>
  readonly fields: Readonly<Record<string, EditValue>>
}

export type RemedyKind = (typeof remedyKinds)[number]

export interface RemedySummary {
  /** Code of a message; `values` are its parameters. */
  readonly code: string
  readonly values: Readonly<Record<string, EditValue>>
  /** Parts of a combination. */
  readonly parts?: readonly RemedySummary[]
}

/** An additional cost in currency: the amount times the price. */
export interface CostPart {
  /** `time`: hours of a resource. `purchase`: quantity of an item that costs more at the supplier, per unit. */
  readonly code: 'time' | 'purchase'
  /** The resource, or the supplier. */
  readonly owner: string
  readonly amount: number
  readonly price: number
  readonly cost: number
}

/** Returns the sum of costs; null without any. */
export const totalCost = (costs: readonly CostPart[]): number | null =>
  costs.length === 0 ? null : costs.reduce((sum, { cost }) => sum + cost, 0)

/** An action that may help. */
export interface Candidate {
  readonly kind: RemedyKind
  readonly summary: RemedySummary
  readonly edits: readonly DataEdit[]
  /** Returns the data with the edits. */
  readonly apply: (input: PlannerInput) => PlannerInput
  readonly touched: Touched
  /** Whether the sales order displaces less urgent ones. */
  readonly displace: boolean
  /** Effort other than the delay of other sales orders, in days. */
  readonly effort: number
  /** What it costs, as far as the data contain costs. */
  readonly costs: readonly CostPart[]
  /** Mode of planning; `repair` by default. */
  readonly mode?: AttemptOptions['mode']
  /**
   * Returns the candidate without additional time of resources after the last work there; undefined if nothing is left.
   * Only candidates with additional time have it.
   */
  readonly before?: (ends: EndsOfUse) => Candidate | undefined
}

/** Returns the end of the last work for the sales order on a resource; -Infinity if it does not use the resource. */
export type EndsOfUse = (resource: string) => Seconds

/** The same action in ascending amounts: the smallest amount that helps as much as the largest is preferred. */
export type Family = readonly Candidate[]

/** The data from which actions are derived. */
export interface Situation {
  readonly live: LivePlan
  readonly delivery: Delivery
  /** Orders that supply the delivery, directly or indirectly, and the delivery itself. */
  readonly chain: readonly Order[]
  /** Seconds from the due date until the whole quantity is delivered; limited if part of it never is. */
  readonly lateness: Seconds
}

/** Returns actions of a kind; the most promising first. */
export type Action = (situation: Situation) => readonly Family[]

/** Delivery of the sales order: the date at which the whole quantity is delivered; null if part of it never is. */
export interface RemedyState {
  readonly date: Seconds | null
  readonly days_late: number | null
}

export interface Remedy extends Pick<
  Candidate,
  'kind' | 'summary' | 'edits' | 'costs' | 'touched' | 'displace'
> {
  /** Sum of the costs; null without any. */
  readonly cost: number | null
  /** Rank from 1, the best first; 0 while the search continues. */
  readonly rank: number
  readonly mode: AttemptOptions['mode']
  /** The edited data, for an attempt with `touched`, `displace` and `mode`. */
  readonly next: PlannerInput
  readonly before: RemedyState
  readonly after: RemedyState
  /** Quantity of the sales order that is delivered late times its days late: partial deliveries change it most. */
  readonly quantity_days: { readonly before: number; readonly after: number }
  /**
   * Consequences for other sales orders: the number that are later, how many of them were on time before, their days
   * in total, and the number that are on time again.
   */
  readonly others: {
    readonly later: number
    readonly late: number
    readonly days: number
    readonly recovered: number
    /** The sales orders that are later, the most delayed first; limited to a few. */
    readonly paying: readonly {
      readonly demand: string
      readonly days: number
      /** Whether it was on time before. */
      readonly late: boolean
    }[]
  }
}

/** A candidate that helps, and the figures by which it is ranked. */
export interface Tried {
  readonly candidate: Candidate
  readonly remedy: Remedy
  /** Share of the lateness, in quantity-days, that it removes. */
  readonly gain: number
  /** Lateness that it adds to other sales orders, as a share of the lateness; negative if it removes some. */
  readonly harm: number
  /** Cost as a share of the value of the sales order; 0 if the data contain no costs. */
  readonly price: number
}

const none: ReadonlySet<never> = new Set()

export const touchedBy = (touched: Partial<Touched>): Touched => ({
  demands: none,
  orders: none,
  tables: none,
  ...touched,
})
