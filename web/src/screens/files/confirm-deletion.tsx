/** Asks before files are deleted, and names them. */
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'

/** Names that are told one by one. */
const most = 10

export function confirmDeletion(
  names: readonly string[],
  t: TFunction<'files'>,
  onConfirm: () => void,
): void {
  modals.openConfirmModal({
    title: t('delete.title', { count: names.length }),
    children: (
      <>
        <p>{t('delete.hint')}</p>
        <ul>
          {names.slice(0, most).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {names.length > most ? <p>{t('delete.more', { count: names.length - most })}</p> : null}
      </>
    ),
    labels: { confirm: t('delete.confirm', { count: names.length }), cancel: t('common:cancel') },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}
