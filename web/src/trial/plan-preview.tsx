/** What a new plan of the present data would change, before it is stored. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { planAgeQuery, planHistoryQuery } from '../platform/api/plan-history.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useMayViewPlan } from '../ui/use-may-view-plan.ts'
import { trialPanelWidth } from './dialog-width.ts'
import { TrialResult } from './trial-result.tsx'
import { useReplanTrial } from './use-edit-trial.ts'

export function PlanPreview({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const found = useReplanTrial(scenario.name)
  const enabled = useMayViewPlan()
  const age = useQuery({ ...planAgeQuery(scenario.name), enabled })
  const plans = useQuery({ ...planHistoryQuery(scenario.name), enabled })
  // The plan before the trial includes the changed data already, unlike the figures on other screens.
  const stored = plans.data?.find(({ changeset }) => changeset === age.data?.changeset)?.figures
  return (
    <Dialog size={trialPanelWidth} title={t('preview.title')} onClose={onClose}>
      <p>{t('preview.about')}</p>
      <QueryView query={found} inline rows={6}>
        {(data) =>
          age.isLoading || plans.isLoading ? (
            <LoadingSkeleton rows={6} />
          ) : (
            <TrialResult
              trial={data}
              stored={stored}
              onRetry={() => void found.refetch()}
              onAccepted={onClose}
            />
          )
        }
      </QueryView>
    </Dialog>
  )
}
