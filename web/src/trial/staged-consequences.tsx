/** Dialog with the effects of unsaved edits. The grid saves the edits. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../platform/api/first-hour.ts'
import { type PlanEdit, tryEdits } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { Consequences } from './consequences.tsx'
import { trialDialogWidth } from './dialog-width.ts'
import styles from './trial.module.css'
import { Dialog } from '../ui/dialog.tsx'

interface StagedConsequencesProps {
  readonly edits: readonly PlanEdit[]
  readonly onClose: () => void
}

export function StagedConsequences({ edits, onClose }: StagedConsequencesProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const { data, error, refetch } = useQuery({
    queryKey: ['trial', scenario.name, edits],
    queryFn: ({ signal }) => tryEdits(scenario.name, { edits, displace: true }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const isSafety = edits.some(({ entity }) => entity === 'input.buffer')
  useEffect(() => {
    if (data !== undefined && isSafety) noteDone('safety-stock')
  }, [data, isSafety])
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
        <Consequences trial={data} edits={edits} />
      )}
    </Dialog>
  )
}
