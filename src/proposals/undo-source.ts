/** Converts the source of a proposal to undo change sets to the request that undoes them. */
import type { UndoRequest } from '../data/write/undo/undo-change-set.ts'
import type { ProposalSource } from './proposal.ts'

/**
 * Returns the change sets, and the resolutions of conflicts. The undo leaves a record unchanged for both the previous
 * and the current value.
 */
export const undoOf = ({
  changeset,
  changesets = [changeset],
  choices,
}: Extract<ProposalSource, { kind: 'undo' }>): Pick<
  UndoRequest,
  'changesets' | 'choices' | 'isSelected'
> => ({
  changesets,
  // When the data is replaced, the proposal is withdrawn.
  isSelected: true,
  choices: choices.map(({ take, ...choice }) => ({
    ...choice,
    take: take === 'proposed' ? 'proposed' : 'present',
  })),
})
