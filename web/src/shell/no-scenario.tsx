/** Shown if the user may open no scenario, or not this one. */
import { IconLayersOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { homeScenario, useMe } from '../platform/api/me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ScreenLink } from '../ui/screen-link.tsx'

export function NoScenarioScreen({ name }: { readonly name: string }) {
  const { t } = useTranslation('common')
  const me = useMe()
  const home = homeScenario(me)
  const label = me.scenarios.find((one) => one.name === home)?.label ?? home
  return (
    <EmptyState
      page
      title={home === undefined ? t('noScenario.none') : t('noScenario.closed', { name })}
      icon={<IconLayersOff size={22} stroke={1.6} />}
      actions={
        home === undefined ? undefined : (
          <ScreenLink to={`/app/${encodeURIComponent(home)}/`}>
            {t('noScenario.open', { name: label })}
          </ScreenLink>
        )
      }
    >
      {home === undefined ? t('noScenario.noneHint', { name: me.username }) : t('noScenario.closedHint')}
    </EmptyState>
  )
}
