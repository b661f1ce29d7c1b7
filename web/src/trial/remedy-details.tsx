/** The edits of a remedy, and the sales orders that change with it, from the trial that would be accepted. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Remedy, tryAgain } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { QueryView } from '../ui/query-view.tsx'
import { ChangedDemands } from './changed-demands.tsx'
import { EditList } from './edit-list.tsx'
import styles from './remedies.module.css'

interface RemedyDetailsProps {
  readonly remedy: Pick<Remedy, 'token' | 'edits'>
  readonly demand: string
}

export function RemedyDetails({ remedy: { token, edits }, demand }: RemedyDetailsProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const found = useQuery({
    // As for other trials, refreshing the scenario does not repeat one that may have been accepted.
    queryKey: ['trial', `${scenario.name} remedy`, token],
    queryFn: ({ signal }) => tryAgain(scenario.name, token, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <div className={styles.details}>
      <h3>{t('remedies.edits')}</h3>
      <EditList edits={edits} />
      <h3>{t('demands.title')}</h3>
      <QueryView query={found} inline rows={2}>
        {(data) => <ChangedDemands demands={data.demands} about={demand} />}
      </QueryView>
    </div>
  )
}
