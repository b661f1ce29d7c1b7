/** Converts resolutions of conflicts to the choices of undoing a change set. */
import type { UndoChoice } from '../data/write/undo/choices.ts'
import type { Choice } from './proposal.ts'

/** Converts the choices. The undo leaves the record unchanged for both the previous and the current value. */
export const undoChoices = (choices: readonly Choice[]): readonly UndoChoice[] =>
  choices.map(({ take, ...choice }) => ({ ...choice, take: take === 'proposed' ? 'proposed' : 'present' }))
