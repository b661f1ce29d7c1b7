/** Types and limits of proposals. A proposal is a change set that is not applied yet. */
import type { EditAction } from '../data/write/edits/apply-edits.ts'
import type { ProposalState, Take } from '../model/proposals.ts'

/** Source of a proposal. The edits of a proposal to undo a change set are determined by the change log. */
export type ProposalSource = {
  /** Name of the API key with which a program, such as an assistant, has created it. */
  readonly key?: string
  /** Number of the run of a task that applies it itself; if the run ends before that, the proposal is withdrawn. */
  readonly task?: number
  /** The proposal of which these edits were applied separately. */
  readonly partOf?: number
  /** Proposals with the edits of this one that were applied separately. */
  readonly parts?: readonly number[]
} & (
  | { readonly kind: 'edits' }
  | {
      readonly kind: 'merge'
      /** Scenario of the changes. */
      readonly scenario: string
      /** Position in the log of that scenario, and the line of the log here, if the proposal contains all its changes. */
      readonly brings?: {
        readonly line: string
        readonly until: number
        readonly seen: string
        readonly into: string
      }
    }
  | {
      readonly kind: 'undo'
      /** The change set to undo; the first one of several. */
      readonly changeset: number
      /** All change sets, if the proposal undoes several. */
      readonly changesets?: readonly number[]
      /** Resolutions of conflicts, by record and field. */
      readonly choices: readonly Choice[]
    }
)

/** Resolution of a conflicting value or record: the previous, the current or the proposed one. */
export interface Choice {
  readonly entity: string
  readonly key: string
  /** Field of the value; without it the choice applies to the whole record. */
  readonly field?: string | undefined
  readonly take: Take
}

export interface Proposal {
  readonly id: number
  readonly scenario: string
  readonly title: string
  readonly description: string
  /** Id of the user; null for the command line. */
  readonly author: number | null
  readonly state: ProposalState
  readonly source: ProposalSource
  /** `YYYY-MM-DDTHH:MM:SS.ffffff` */
  readonly created: string
  readonly lastmodified: string
  /** Number of records that the proposal changes. */
  readonly edits: number
  readonly summary: readonly EditSummary[]
  /** Groups whose approval was requested. */
  readonly reviewers: readonly string[]
  /** Increases with every change of the edits. */
  readonly revision: number
  /** Change set by which the proposal was applied. */
  readonly changeset: number | null
}

export interface EditSummary {
  readonly entity: string
  readonly action: EditAction
  readonly records: number
}

/** An edit of a proposal. */
export interface ProposedEdit {
  /** Index in the proposal, starting at 0. */
  readonly number: number
  readonly entity: string
  readonly action: EditAction
  /** Key as text; null for a record that gets its key when it is created. */
  readonly key: string | null
  readonly fields: Readonly<Record<string, unknown>>
  /** Values that the edit is based on, by field; null for a new record. */
  readonly base: Readonly<Record<string, unknown>> | null
}

/** Maximum number of pending proposals of one user: neither applied nor rejected nor withdrawn. */
export const maxPendingPerUser = 200
/** Number of records from which a proposal is applied by a task. */
export const largeProposal = 2_000
/** Number of edits that are read, checked and written at once. */
export const chunkSize = 2_500
/** Maximum number of conflicts listed; the count includes all of them. */
export const maxConflicts = 200
/** Maximum number of edits of an undo that are stored for reviews; applying restores all records. */
export const maxUndoEdits = 10_000
