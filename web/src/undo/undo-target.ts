/** A change set that can be undone. */
export interface UndoTarget {
  readonly scenario: string
  readonly changeset: number
  /** Called after the undo; the data on the screen is then outdated. */
  readonly onUndone?: () => void
}
