/** Id of the panel of unsaved edits. A screen has at most one. */
export const trayId = 'unsaved-edits'
