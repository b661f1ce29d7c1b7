/** The sales orders that change with a remedy, from the trial that would be accepted, and the edits of its records. */
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
      <h3>{t('demands.title')}</h3>
      <QueryView query={found} inline rows={2}>
        {(data) => <ChangedDemands demands={data.demands} about={demand} />}
      </QueryView>
      {/* The card has said it in a sentence; these are records and fields. */}
      <details>
        <summary>{t('remedies.edits')}</summary>
        <EditList edits={edits} />
      </details>
    </div>
  )
}
