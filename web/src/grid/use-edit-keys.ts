/** Keys that save and undo edits anywhere on a screen. */
import { useHotkeys } from '@mantine/hooks'

interface EditActions {
  /** Undefined on screens that save by their buttons only. */
  readonly save?: () => void
  readonly undo: () => void
  readonly redo: () => void
}

/**
 * Handles the keys except within dialogs, and while the screen is locked; fields for text undo what is typed in them.
 */
export function useEditKeys({ save, undo, redo }: EditActions): void {
  useHotkeys(save === undefined ? [] : [['mod+S', outsideDialogs(save)]], [])
  useHotkeys([
    ['mod+Z', outsideDialogs(undo)],
    ['mod+Y', outsideDialogs(redo)],
    ['mod+shift+Z', outsideDialogs(redo)],
  ])
}

const outsideDialogs =
  (act: () => void) =>
  ({ target }: KeyboardEvent): void => {
    const isInDialog = target instanceof Element && target.closest('[aria-modal="true"]') !== null
    const isLocked = document.getElementById('main')?.inert === true
    if (!isInDialog && !isLocked) act()
  }
