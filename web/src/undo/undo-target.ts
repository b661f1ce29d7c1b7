/** A change set that can be undone, or several. */
import type { Undoable } from '../platform/api/undo.ts'

export type UndoTarget = Undoable & {
  readonly scenario: string
  /** Called after the undo; the data on the screen is then outdated. */
  readonly onUndone?: () => void
}
