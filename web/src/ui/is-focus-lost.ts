/** Tells whether the focused element has disappeared, for instance a button with the panel that it closed. */

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
