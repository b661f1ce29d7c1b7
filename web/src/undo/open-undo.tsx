/**
 * Opens the dialog that undoes a change set, from any screen that shows one or has just made one. The code of the
 * dialog is loaded on first use.
 */
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { loadWords } from '../platform/i18n/i18n.ts'
import { loadCode } from '../platform/not-loaded.ts'
import { toastError } from '../ui/toasts.ts'
import type { UndoTarget } from './undo-target.ts'

export async function openUndo(target: UndoTarget): Promise<void> {
  const [{ UndoBody }] = await Promise.all([
    loadCode(import('./undo-body.tsx')),
    loadWords('undo', 'grid', 'trial')(),
  ])
  const id = modals.open({
    title:
      'criteria' in target
        ? i18next.t('undo:titleSeveral')
        : i18next.t(target.isRedo === true ? 'undo:titleRedo' : 'undo:title', {
            changeset: target.changeset,
          }),
    size: 'lg',
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: (
      <UndoBody
        {...target}
        onRedo={(next) => void openUndo(next).catch(toastError)}
        onClose={() => modals.close(id)}
      />
    ),
  })
}
