/** Message that a screen of the plan shows nothing: because there is no plan, or else why. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { planAgeQuery } from '../platform/api/plan-history.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { EmptyState } from './empty-state.tsx'
import { ScreenLink } from './screen-link.tsx'
import { useMayViewPlan } from './use-may-view-plan.ts'

interface NothingPlannedProps {
  /** Title if there is a plan. */
  readonly title: string
  readonly children: ReactNode
}

export function NothingPlanned({ title, children }: NothingPlannedProps) {
  const { t } = useTranslation('common')
  const scenario = useScenario()
  const { data: age } = useQuery({ ...planAgeQuery(scenario.name), enabled: useMayViewPlan() })
  if (age?.stored !== null) return <EmptyState title={title}>{children}</EmptyState>
  const run = `/app/${encodeURIComponent(scenario.name)}/execute?task=runplan`
  return (
    <EmptyState
      title={t('unplanned.title')}
      actions={
        scenario.may('execute.run_runplan') ? (
          <Button component={ScreenLink} to={run}>
            {t('plan.run')}
          </Button>
        ) : undefined
      }
    >
      {t('unplanned.hint')}
    </EmptyState>
  )
}
