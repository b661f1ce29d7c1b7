/** Entry points for undo that load its notice and its dialog on first use. */
import { hideToast, toastError } from '../ui/toasts.ts'
import { loadWords } from '../platform/i18n/i18n.ts'
import { loadCode } from '../platform/not-loaded.ts'
import type { SavedRecords } from './also-changed.tsx'
import type { UndoTarget } from './undo-target.ts'

/**
 * Shows a notice of stored changes; with a change set it has a button that undoes it. Closes the notice of discarded
 * changes, because Ctrl+Z no longer brings them back.
 * @param saved records that were saved: for orders, the notice says how many others have changed with them
 */
export function showUndoable(
  message: string,
  target: UndoTarget | undefined,
  title?: string,
  saved?: SavedRecords,
): void {
  hideToast('discarded')
  Promise.all([loadCode(import('./undo-notice.tsx')), loadWords('grid', 'undo')()])
    .then(([{ toastUndoable }]) => toastUndoable(message, target, title, { onUndo: startUndo, saved }))
    .catch(toastError)
}

export function startUndo(target: UndoTarget): void {
  loadCode(import('./open-undo.tsx'))
    .then(({ openUndo }) => openUndo(target))
    .catch(toastError)
}
