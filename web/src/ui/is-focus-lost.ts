/** Checks the keyboard focus of the page, and moves it where it is lost. */

/** Returns whether no element has the focus, for instance because the panel with the focused button was closed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves the focus to the title, before the buttons, if the focused element has just been removed. */
export function focusTitleIfLost(): void {
  // The elements are removed after the answer.
  setTimeout(() => {
    if (isFocusLost()) document.getElementById('page-title')?.focus()
  })
}
