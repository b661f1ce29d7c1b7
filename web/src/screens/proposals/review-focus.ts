/** Moves the focus on the screen of a proposal. */
import { isFocusLost } from '../../ui/is-focus-lost.ts'

/** Id of the list of conflicts. */
export const conflictsId = 'proposal-conflicts'

/** Moves the focus to the first conflict without a decision. */
export function focusUndecided(): void {
  document.querySelector<HTMLElement>(`#${conflictsId} input:placeholder-shown`)?.focus()
}

/** Moves the focus to the title, before the buttons, if the focused element has just been removed. */
export function focusTitleIfLost(): void {
  // The elements are removed after the answer.
  setTimeout(() => {
    if (isFocusLost()) document.getElementById('page-title')?.focus()
  })
}
