/** What the plan of a scenario changes for the deliveries of production. */
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { productionScenario } from '../../../../src/model/production.ts'
import { changeCountsQuery } from '../../platform/api/plan-comparison.ts'
import { ChangeCounts } from '../../trial/change-counts.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import styles from './scenarios.module.css'

export function DeliveryChanges({ scenario }: { readonly scenario: string }) {
  const { t } = useTranslation('trial')
  const { data, error, isPending } = useQuery(changeCountsQuery(scenario, productionScenario))
  return (
    <>
      <h3 className={styles.part}>{t('demands.title')}</h3>
      {error !== null ? (
        <ErrorState inline error={error} />
      ) : isPending ? (
        <LoadingSkeleton rows={1} />
      ) : (
        <Group gap="xs">
          <ChangeCounts counts={data} />
        </Group>
      )}
    </>
  )
}
