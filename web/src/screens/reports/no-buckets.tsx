/** Empty state of a report without time buckets, with its reason and remedy. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { granularitiesQuery } from '../../platform/api/granularities.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

export function NoBuckets() {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const { data, isPending } = useQuery(granularitiesQuery(scenario.name))
  if (isPending) return null
  // Either there are no buckets at all, or none in the displayed horizon.
  const why = data?.length === 0 ? 'never' : 'window'
  return (
    <EmptyState
      title={t(`noBuckets.${why}`)}
      actions={
        scenario.may('execute.run_createbuckets') ? (
          <Button
            component={ScreenLink}
            variant={why === 'never' ? 'filled' : 'default'}
            to={`/app/${encodeURIComponent(scenario.name)}/execute?task=createbuckets`}
          >
            {t('noBuckets.generate')}
          </Button>
        ) : null
      }
    >
      {t(`noBuckets.${why}Hint`)}
    </EmptyState>
  )
}
