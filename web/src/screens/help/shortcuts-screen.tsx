/** Every key that does something. */
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function ShortcutsScreen() {
  const { t } = useTranslation('help')
  return <PageHeader title={t('shortcuts.title')} />
}
