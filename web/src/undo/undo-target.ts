/** A change set that can be undone, or several. */
import type { Undoable } from '../platform/api/undo.ts'

export type UndoTarget = Undoable & {
  readonly scenario: string
  /** Whether this undoes an undo, which is called redo. */
  readonly isRedo?: boolean
  /**
   * Called after the undo with its change set, null if there was nothing to change; the data on the screen is then
   * outdated.
   */
  readonly onUndone?: (changeset: number | null) => void
  /** Returns what undoes the undo, from its change set; without it that is not offered. */
  readonly redoOf?: (changeset: number) => UndoTarget
}
