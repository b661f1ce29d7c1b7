/** A change set that can be undone, or several. */
import type { Undoable } from '../platform/api/undo.ts'

export type UndoTarget = Undoable & {
  readonly scenario: string
  /** Called after the undo; the data on the screen is then outdated. */
  readonly onUndone?: () => void
  /** Returns what undoes the undo, from its change set; without it that is not offered. */
  readonly redoOf?: (changeset: number) => UndoTarget
}
