/** Moves the focus on the screen of a proposal. */

/** Id of the list of conflicts. */
export const conflictsId = 'proposal-conflicts'

/** Moves the focus to the first conflict without a decision. */
export function focusUndecided(): void {
  document.querySelector<HTMLElement>(`#${conflictsId} input:placeholder-shown`)?.focus()
}
