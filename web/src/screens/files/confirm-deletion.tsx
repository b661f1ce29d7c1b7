/** Asks for confirmation before files are deleted, and lists them. */
import type { TFunction } from 'i18next'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ListedNames } from './listed-names.tsx'

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
        <ListedNames names={names} />
      </>
    ),
    action: t('delete.confirm', { count: names.length }),
    danger: true,
    run,
  })
}
