/** Opens the dialog that saves edits as a proposal. The dialog is loaded when it is first wanted. */
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import type { EditWithBase } from '../api/proposals.ts'
import { loadWords } from '../i18n/i18n.ts'

export interface ProposeTarget {
  readonly scenario: string
  readonly edits: readonly EditWithBase[]
  /** Called once they are stored: what is on the screen is not needed any more. */
  readonly onSaved: () => void
}

export async function openPropose(target: ProposeTarget): Promise<void> {
  const [{ ProposeForm }] = await Promise.all([import('./propose-form.tsx'), loadWords('proposals')()])
  const id = modals.open({
    title: i18next.t('proposals:save.title'),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <ProposeForm {...target} onClose={() => modals.close(id)} />,
  })
}
