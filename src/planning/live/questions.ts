/** What is asked of a live plan, and what it answers: plain data, since it goes from one process to another. */
import type { EditAction } from '../../data/write/edits/apply-edits.ts'

/** An edit of a record of the data API. */
export interface PlanEdit {
  readonly entity: string
  readonly action: EditAction
  readonly key?: string | number | undefined
  readonly fields: Readonly<Record<string, unknown>>
  /** Whoever asks may touch only records whose field has this value. */
  readonly scope?: { readonly field: string; readonly value: number | string } | undefined
}

export interface Trial {
  readonly edits: readonly PlanEdit[]
  /** Whether the plan is repaired around the edits or made anew. */
  readonly mode: 'repair' | 'replan'
  /** Whether a sales order that is edited may take the place of less urgent ones. */
  readonly displace: boolean
}

/** What the answer to a trial said, by which accepting it finds out whether that still holds. */
export interface TrialOutcome {
  /** The newest change set that the trial was based on. */
  readonly basis: number
  /** Digest of the consequences for sales orders. */
  readonly demands: string
}

export type LiveQuestion =
  | { readonly kind: 'trial'; readonly trial: Trial }
  /** The trial of one new sales order. */
  | { readonly kind: 'promise'; readonly trial: Trial }
  | { readonly kind: 'remedies'; readonly demand: string; readonly most: number }
  /** More time of a resource, as edits that are not tried. */
  | { readonly kind: 'overtime'; readonly resource: string }
  | { readonly kind: 'accept'; readonly trial: Trial; readonly outcome: TrialOutcome }

/** What clients are told, and what is kept of a trial so that it can be accepted. */
export interface LiveAnswer {
  readonly shown: Readonly<Record<string, unknown>>
  readonly kept?: { readonly trial: Trial; readonly outcome: TrialOutcome }
}

/** Whoever asks. */
export interface Asker {
  readonly userId: number | null
  readonly channel: 'api' | 'ui' | 'command'
}
