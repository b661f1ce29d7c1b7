/** Checks the keyboard focus of the page. */

/** Returns whether no element has the focus, for instance because the panel with the focused button was closed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
