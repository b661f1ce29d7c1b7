/** Opens the dialog that saves edits as a proposal. The code of the dialog is loaded on first use. */
import type { ProposeTarget } from './propose-form.tsx'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { loadWords } from '../platform/i18n/i18n.ts'
import { loadCode } from '../platform/not-loaded.ts'

export async function openPropose(target: ProposeTarget): Promise<void> {
  const [{ ProposeForm }] = await Promise.all([
    loadCode(import('./propose-form.tsx')),
    loadWords('proposals')(),
  ])
  const id = modals.open({
    title: i18next.t('proposals:save.title'),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <ProposeForm {...target} onClose={() => modals.close(id)} />,
  })
}
