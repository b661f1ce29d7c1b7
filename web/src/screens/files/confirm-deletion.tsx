/** Asks for confirmation before files are deleted, and lists them. */
import type { TFunction } from 'i18next'
import { confirm } from '../../ui/confirm-dialog.tsx'

/** Maximum number of listed names. */
const most = 10

export function confirmDeletion(
  names: readonly string[],
  t: TFunction<'files'>,
  run: () => Promise<unknown>,
): void {
  void confirm({
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
    action: t('delete.confirm', { count: names.length }),
    danger: true,
    run,
  })
}
