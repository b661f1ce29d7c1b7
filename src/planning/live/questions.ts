/** Requests to a live plan and their answers: plain data, because they are sent between processes. */
import type { EditAction } from '../../data/write/edits/apply-edits.ts'

/** An edit of a record of the data API. */
export interface PlanEdit {
  readonly entity: string
  readonly action: EditAction
  readonly key?: string | number | undefined
  readonly fields: Readonly<Record<string, unknown>>
  /** Restricts the user to records whose field has this value. */
  readonly scope?: { readonly field: string; readonly value: number | string } | undefined
}

export interface Trial {
  readonly edits: readonly PlanEdit[]
  /** Whether the plan is repaired around the edits or made again from scratch. */
  readonly mode: 'repair' | 'replan'
  /** Whether an edited sales order may displace less urgent ones. */
  readonly displace: boolean
  /** Sales orders that a repair plans again like edited ones, although no edit changes them. */
  readonly again?: readonly string[]
}

/** Outcome of a trial, used when it is accepted to check that the outcome is still the same. */
export interface TrialOutcome {
  /** Newest change set that the trial was based on. */
  readonly basis: number
  /** Hash of the consequences for sales orders. */
  readonly demands: string
}

export type LiveQuestion =
  | { readonly kind: 'trial'; readonly trial: Trial }
  /** Trial of one new sales order. */
  | { readonly kind: 'promise'; readonly trial: Trial }
  | { readonly kind: 'remedies'; readonly demand: string; readonly most: number }
  /** More time of a resource, as edits that are not tried. */
  | { readonly kind: 'overtime'; readonly resource: string }
  | { readonly kind: 'accept'; readonly trial: Trial; readonly outcome: TrialOutcome }

/** `shown` is sent to the client; `kept` is stored so that the trial can be accepted. */
export interface LiveAnswer {
  readonly shown: Readonly<Record<string, unknown>>
  readonly kept?: { readonly trial: Trial; readonly outcome: TrialOutcome }
}

/** The user and channel of a request. */
export interface Asker {
  readonly userId: number | null
  readonly channel: 'api' | 'ui' | 'command'
}
