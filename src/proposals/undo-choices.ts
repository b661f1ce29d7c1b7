/** Choices about conflicts as undoing a change set takes them. */
import type { UndoChoice } from '../data/write/undo/choices.ts'
import type { Choice } from './proposal.ts'

/** What is to stay as it was before the undo stays as it is now: both leave it alone. */
export const undoChoices = (choices: readonly Choice[]): readonly UndoChoice[] =>
  choices.map(({ take, ...choice }) => ({ ...choice, take: take === 'proposed' ? 'proposed' : 'present' }))
