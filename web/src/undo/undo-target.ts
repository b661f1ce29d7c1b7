/** A change set that may be undone. */
export interface UndoTarget {
  readonly scenario: string
  readonly changeset: number
  /** Called once something was undone: what is on the screen is outdated then. */
  readonly onUndone?: () => void
}
