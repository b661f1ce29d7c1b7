/** Asks for confirmation before uploads replace files, and lists them. */
import type { TFunction } from 'i18next'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ListedNames } from './listed-names.tsx'

/** Resolves with whether the files are replaced. */
export const confirmReplacement = (
  names: readonly string[],
  t: TFunction<'files'>,
  run: () => Promise<unknown>,
): Promise<boolean> =>
  confirm({
    title: t('upload.replaceTitle', { count: names.length }),
    children: (
      <>
        <p>{t('upload.replaceHint')}</p>
        <ListedNames names={names} />
      </>
    ),
    action: t('upload.replace', { count: names.length }),
    keep: t('upload.keep'),
    danger: true,
    run,
  })
