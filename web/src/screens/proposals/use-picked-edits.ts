/** Which edits of a proposal are applied: all but those that the user has deselected. */
import { useState } from 'react'
import { maxEdits, pendingStates } from '../../../../src/model/proposals.ts'
import type { CheckedProposal, ProposedEdit } from '../../platform/api/proposals.ts'

export interface PickedEdits {
  /** Whether the user may choose edits. */
  readonly isOffered: boolean
  /** Numbers of the deselected edits. */
  readonly left: ReadonlySet<number>
  readonly leave: (left: ReadonlySet<number>) => void
}

type Dependent = Pick<ProposedEdit, 'number' | 'needs'>

/** Returns the edit and, transitively, all edits that it needs. */
export function withNeeds(edits: readonly Dependent[], number: number): ReadonlySet<number> {
  const byNumber = new Map(edits.map((edit) => [edit.number, edit]))
  return closure(number, (one) => byNumber.get(one)?.needs ?? [])
}

/** Returns the edit and, transitively, all edits that need it. */
export function withDependents(edits: readonly Dependent[], number: number): ReadonlySet<number> {
  return closure(number, (one) => edits.filter(({ needs }) => needs.includes(one)).map((edit) => edit.number))
}

function closure(start: number, next: (number: number) => readonly number[]): ReadonlySet<number> {
  const found = new Set([start])
  // A set also iterates over members that are added meanwhile.
  for (const number of found) for (const other of next(number)) found.add(other)
  return found
}

const none: ReadonlySet<number> = new Set()

/** Keeps the selection until the proposal is applied, in parts or as a whole. */
export function usePickedEdits(proposal: CheckedProposal | undefined): PickedEdits {
  const at = proposal && `${proposal.id} ${proposal.state} ${proposal.parts.length}`
  const [made, setMade] = useState({ at, left: none })
  const isOffered =
    proposal !== undefined &&
    proposal.allowed.includes('apply') &&
    pendingStates.includes(proposal.state) &&
    proposal.source.kind !== 'undo' &&
    proposal.edits > 1 &&
    proposal.edits <= maxEdits
  const left = isOffered && made.at === at ? made.left : none
  return { isOffered, left, leave: (next) => setMade({ at, left: next }) }
}
