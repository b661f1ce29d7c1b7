/** What a new plan of the present data would change, before it is stored. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tryEdits } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { Dialog } from '../ui/dialog.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { trialPanelWidth } from './dialog-width.ts'
import { TrialResult } from './trial-result.tsx'

export function PlanPreview({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const found = useQuery({
    // The key does not contain the plain name of the scenario: what is read is what Accept stores, whatever changes
    // meanwhile, and an accepted plan is not tried again.
    queryKey: ['trial', `${scenario.name} preview`],
    queryFn: ({ signal }) => tryEdits(scenario.name, { edits: [], mode: 'replan' }, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog size={trialPanelWidth} title={t('preview.title')} onClose={onClose}>
      <p>{t('preview.about')}</p>
      <QueryView query={found} inline rows={6}>
        {(data) => <TrialResult trial={data} onRetry={() => void found.refetch()} onAccepted={onClose} />}
      </QueryView>
    </Dialog>
  )
}
