/** Opens the dialog that undoes a change set, from wherever a change set is shown or was just made. */
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { loadWords } from '../i18n/i18n.ts'
import { UndoBody } from './undo-body.tsx'

export interface UndoTarget {
  readonly scenario: string
  readonly changeset: number
  /** Called once something was undone: what is on the screen is outdated then. */
  readonly onUndone?: () => void
}

export async function openUndo(target: UndoTarget): Promise<void> {
  await Promise.all([loadWords('undo')(), loadWords('audit')(), loadWords('grid')()])
  const id = modals.open({
    title: i18next.t('undo:title', { changeset: target.changeset }),
    size: 'lg',
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <UndoBody {...target} onClose={() => modals.close(id)} />,
  })
}
