/** The edits of a remedy, and the sales orders that change with it, from a trial of the same edits. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PlanEdit, tryEdits } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { ChangedDemands } from './changed-demands.tsx'
import { EditList } from './edit-list.tsx'
import styles from './remedies.module.css'

interface RemedyDetailsProps {
  readonly edits: readonly PlanEdit[]
  readonly demand: string
}

export function RemedyDetails({ edits, demand }: RemedyDetailsProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const { data, error, refetch } = useQuery({
    queryKey: ['trial', scenario.name, edits],
    queryFn: ({ signal }) => tryEdits(scenario.name, { edits, displace: true }, signal),
  })
  return (
    <div className={styles.details}>
      <h3>{t('remedies.edits')}</h3>
      <EditList edits={edits} />
      <h3>{t('demands.title')}</h3>
      {error !== null ? (
        <ErrorState error={error} inline onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingSkeleton rows={2} />
      ) : (
        <ChangedDemands demands={data.demands} about={demand} />
      )}
    </div>
  )
}
