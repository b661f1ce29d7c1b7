/** What a remedy is: edits that bring a late sales order sooner, and what they change. */
import type { PlannerInput } from '../../input.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import type { Seconds } from '../../time.ts'
import type { AttemptOptions, LivePlan, Touched } from '../live-plan.ts'

/** A value of a field: dates are seconds of planning time, durations are seconds. */
export type EditValue = string | number | boolean | null

/** An edit as the data API takes it. */
export interface DataEdit {
  readonly entity: string
  readonly action: 'create' | 'update' | 'delete'
  /** The fields that identify the record; for `create` they are among `fields` as well. */
  readonly key: Readonly<Record<string, EditValue>>
  readonly fields: Readonly<Record<string, EditValue>>
}

export type RemedyKind =
  | 'overtime'
  | 'alternate'
  | 'expedite'
  | 'priority'
  | 'split'
  | 'transfer'
  | 'lot'
  | 'combination'

export interface RemedySummary {
  /** Names a sentence; `values` are its parameters. */
  readonly code: string
  readonly values: Readonly<Record<string, EditValue>>
  /** Of a combination: what it consists of. */
  readonly parts?: readonly RemedySummary[]
}

/** Something that could help. */
export interface Candidate {
  readonly kind: RemedyKind
  readonly summary: RemedySummary
  readonly edits: readonly DataEdit[]
  /** The data with the edits. */
  readonly apply: (input: PlannerInput) => PlannerInput
  readonly touched: Touched
  /** Whether the sales order takes the place of less urgent ones. */
  readonly displace: boolean
  /** What it takes besides the delay of others, in days. */
  readonly effort: number
  /** Money, where the data has costs. */
  readonly cost: number | null
  /** How it is planned; `repair` where it does not say. */
  readonly mode?: AttemptOptions['mode']
}

/** The same action in ascending amounts: the smallest is wanted that helps as much as the largest. */
export type Family = readonly Candidate[]

/** What actions are derived from. */
export interface Situation {
  readonly live: LivePlan
  readonly delivery: Delivery
  /** Orders that feed the delivery, directly or through others; with the delivery itself. */
  readonly chain: readonly Order[]
  /** Seconds from the due date until all is there; the upper limit of lateness where some of it never is. */
  readonly lateness: Seconds
}

/** Derives actions of a kind; the most promising first. */
export type Action = (situation: Situation) => readonly Family[]

/** What becomes of the sales order: when all of it is there; null where some of it never is. */
export interface RemedyState {
  readonly date: Seconds | null
  readonly days_late: number | null
}

export interface Remedy extends Pick<
  Candidate,
  'kind' | 'summary' | 'edits' | 'cost' | 'touched' | 'displace'
> {
  /** From 1, the best first; 0 as long as not all are found. */
  readonly rank: number
  readonly mode: AttemptOptions['mode']
  /** The edited data, for an attempt with `touched`, `displace` and `mode`. */
  readonly next: PlannerInput
  readonly before: RemedyState
  readonly after: RemedyState
  /** Other sales orders: those that come later with the days in all, and those that are in time again. */
  readonly others: {
    readonly later: number
    readonly days: number
    readonly recovered: number
    /** Those that come later, the most first; no more than a few. */
    readonly paying: readonly { readonly demand: string; readonly days: number }[]
  }
}

const none: ReadonlySet<never> = new Set()

export const touchedBy = (touched: Partial<Touched>): Touched => ({
  demands: none,
  orders: none,
  tables: none,
  ...touched,
})
