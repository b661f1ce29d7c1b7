/** Which version this is, and whether the service is well. */
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function AboutScreen() {
  const { t } = useTranslation('help')
  return <PageHeader title={t('about.title')} />
}
