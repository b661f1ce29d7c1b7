/** List of all keyboard shortcuts. */
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { ShortcutList } from '../../shell/shortcuts/shortcut-list.tsx'
import styles from './help.module.css'

export function ShortcutsScreen() {
  const { t } = useTranslation('help')
  return (
    <>
      <PageHeader title={t('shortcuts.title')} help="how-to/work-with-data" />
      <div className={styles.sheet}>
        <ShortcutList heading="h2" />
      </div>
    </>
  )
}
