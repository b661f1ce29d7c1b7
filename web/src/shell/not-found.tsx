/** Shown for an unknown address. */
import { useTranslation } from 'react-i18next'
import { IconSearch } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { ScreenLink } from '../ui/screen-link.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      page
      title={t('notFound.title')}
      icon={<IconSearch size={22} stroke={1.6} />}
      actions={<ScreenLink to="/app/">{t('notFound.home')}</ScreenLink>}
    >
      {t('notFound.hint')}
    </EmptyState>
  )
}
