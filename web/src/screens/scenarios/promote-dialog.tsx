/** Promotes a scenario to production: shows the differences, then requires typing the name. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productionScenario } from '../../../../src/model/production.ts'
import { comparisonOf, copyScenario, type ScenarioState } from '../../platform/api/scenarios.ts'
import { hasEnded, launchTask, runQuery } from '../../platform/api/tasks.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { isTyped, TypedWord } from '../../ui/typed-word.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ComparisonView } from './comparison-view.tsx'
import { OverwrittenEdits } from './overwritten-edits.tsx'
import styles from './scenarios.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'

interface PromoteDialogProps {
  readonly scenario: ScenarioState
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

export function PromoteDialog({ scenario, onClose, onStarted }: PromoteDialogProps) {
  const { t } = useTranslation('scenarios')
  const [typed, setTyped] = useState('')
  // Promotion is enabled after the differences and the edits that it overwrites are shown.
  const [known, setKnown] = useState(false)
  const [counted, setCounted] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      copyScenario(scenario.name, { promote: true, destination: productionScenario, force: true }),
    onSuccess: onStarted,
  })
  const { close, question } = useAskingClose(typed !== '' && !isPending, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog onClose={close} size="lg" title={t('promote.title', { label: scenario.label })}>
      <form className={styles.form} onSubmit={submit}>
        <p>
          {t('promote.hint')} {t('promote.kept')}
        </p>
        {question}
        <OverwrittenEdits by={scenario.name} onKnown={setCounted} />
        <Differences scenario={scenario.name} onKnown={() => setKnown(true)} />
        <TypedWord word={scenario.name} value={typed} onChange={setTyped} />
        <ErrorAlert error={error} />
        <FormButtons
          submit={t('promote.action')}
          busy={isPending}
          disabled={!known || !counted || !isTyped(typed, scenario.name)}
          danger
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Counts of different records between production and the scenario, for superusers of both. */
function Differences({ scenario, onKnown }: { readonly scenario: string; readonly onKnown: () => void }) {
  const { t } = useTranslation('scenarios')
  const launched = useQuery({
    queryKey: ['comparison', scenario],
    queryFn: () =>
      launchTask(scenario, 'scenario_compare', {
        a: productionScenario,
        b: scenario,
        samples: 0,
        format: 'json',
      }),
    // Computed once: reloading after each task would compare again and again.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const id = launched.data
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...runQuery(scenario, id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : 700),
  })
  const known = launched.error !== null || error !== null || (run !== undefined && hasEnded(run))
  const tell = useEffectEvent(onKnown)
  useEffect(() => {
    if (known) tell()
  }, [known])
  if (launched.error !== null) return <p className={styles.soft}>{t('promote.noCompare')}</p>
  if (error !== null) return <ErrorState inline error={error} onRetry={() => void refetch()} />
  if (run === undefined || !hasEnded(run)) return <LoadingSkeleton rows={3} />
  if (run.status !== 'Done' || run.message === null)
    return <ErrorState inline error={new Error(run.detail ?? run.status)} />
  return <ComparisonView scenario={scenario} comparison={comparisonOf(run.message)} />
}
