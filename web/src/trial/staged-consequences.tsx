/** Dialog with the effects of unsaved edits. The grid saves the edits. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { type EditFault, faultsOf, type PlanEdit, tryEdits } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { causesOf } from './causes.ts'
import { Consequences } from './consequences.tsx'
import { trialDialogWidth } from './dialog-width.ts'
import styles from './trial.module.css'
import { Dialog } from '../ui/dialog.tsx'

interface StagedConsequencesProps {
  readonly edits: readonly PlanEdit[]
  readonly onClose: () => void
  /** Called instead of showing consequences if edits are invalid. */
  readonly onFaults: (faults: readonly EditFault[]) => void
}

export function StagedConsequences({ edits, onClose, onFaults }: StagedConsequencesProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const { data, error, refetch } = useQuery({
    queryKey: ['trial', scenario.name, edits],
    queryFn: ({ signal }) => tryEdits(scenario.name, { edits, displace: true }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // The grid marks the cells; a list of messages would not say which rows they are about.
  const showFaults = useEffectEvent(onFaults)
  useEffect(() => {
    const faults = error === null ? [] : faultsOf(asApiError(error))
    if (faults.length > 0) showFaults(faults)
  }, [error])
  return (
    <Dialog
      size={trialDialogWidth}
      title={t('stage.title', { count: edits.length })}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {error !== null ? (
        <ErrorState error={error} inline onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status">
          <p className={styles.soft}>{t('try.running')}</p>
          <LoadingSkeleton rows={4} />
        </div>
      ) : (
        <Consequences trial={data} causes={causesOf(edits)} />
      )}
    </Dialog>
  )
}
