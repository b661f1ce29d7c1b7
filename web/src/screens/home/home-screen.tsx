/** Where a scenario begins. */
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function HomeScreen() {
  const { t } = useTranslation('home')
  return <PageHeader title={t('title')} />
}
