/** What a proposal is: a change set that is not applied yet. Types and limits. */
import type { EditAction } from '../data/write/edits/apply-edits.ts'

export const proposalStates = ['draft', 'open', 'approved', 'applied', 'rejected', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

/** States in which a proposal can still be applied. */
export const pendingStates: readonly ProposalState[] = ['draft', 'open', 'approved']

/** Where a proposal comes from. The edits of one that undoes a change set are those that the change log tells. */
export type ProposalSource = {
  /** Name of the API key with which a program, such as an assistant, has made it. */
  readonly key?: string
} & (
  | { readonly kind: 'edits' }
  | {
      readonly kind: 'merge'
      /** The scenario whose changes they are. */
      readonly scenario: string
      /** Where its log ended, and the run of the log here, where all of its changes are brought. */
      readonly brings?: {
        readonly line: string
        readonly until: number
        readonly seen: string
        readonly into: string
      }
    }
  | {
      readonly kind: 'undo'
      readonly changeset: number
      /** What becomes of conflicts, by record and field. */
      readonly choices: readonly Choice[]
    }
)

/** What becomes of a value or record that conflicts: the value of before, the present or the proposed one. */
export interface Choice {
  readonly entity: string
  readonly key: string
  /** Without it the choice is about the whole record. */
  readonly field?: string | undefined
  readonly take: Take
}

export const takes = ['base', 'present', 'proposed'] as const
export type Take = (typeof takes)[number]

export interface Proposal {
  readonly id: number
  readonly scenario: string
  readonly title: string
  readonly description: string
  /** Null for the command line. */
  readonly author: number | null
  readonly state: ProposalState
  readonly source: ProposalSource
  /** `YYYY-MM-DDTHH:MM:SS.ffffff` */
  readonly created: string
  readonly lastmodified: string
  /** Number of records that it changes. */
  readonly edits: number
  readonly summary: readonly EditSummary[]
  /** Groups that were asked for an approval. */
  readonly reviewers: readonly string[]
  /** Grows with every change of the edits. */
  readonly revision: number
  /** The change set by which it was applied. */
  readonly changeset: number | null
}

export interface EditSummary {
  readonly entity: string
  readonly action: EditAction
  readonly records: number
}

/** An edit of a proposal. */
export interface ProposedEdit {
  /** Place in the proposal, from 0 on. */
  readonly number: number
  readonly entity: string
  readonly action: EditAction
  /** Key as text; null for a record that gets its key when it is created. */
  readonly key: string | null
  readonly fields: Readonly<Record<string, unknown>>
  /** Values that the edit was made against, by field; null for a new record. */
  readonly base: Readonly<Record<string, unknown>> | null
}

/** Upper limit of edits that a request gives one by one; merges and undos are made of records in the database. */
export const maxEdits = 10_000
/** Upper limit of proposals of one user that are neither applied nor rejected nor withdrawn. */
export const maxPendingPerUser = 200
export const maxTitleLength = 200
export const maxTextLength = 10_000
/** Records from which on a proposal is applied by a task. */
export const largeProposal = 2_000
/** Edits that are read, checked and written at once. */
export const chunkSize = 10_000
/** Upper limit of conflicts that are listed; their count is of all. */
export const maxConflicts = 200
/** Edits of an undo that are kept for reviews; applying restores all records. */
export const maxUndoEdits = 10_000
