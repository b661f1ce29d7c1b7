/** Effects of a trial, with the buttons that store it or save its edits as a proposal. */
import { useTranslation } from 'react-i18next'
import type { KeyFigures, PlanEdit, Trial } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ProposeButton } from '../propose/propose-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { AcceptButton } from './accept-button.tsx'
import { AcceptProblem } from './accept-problem.tsx'
import { Consequences } from './consequences.tsx'
import { useAccept } from './use-accept.ts'

interface TrialResultProps {
  readonly trial: Trial
  /** Name of the sales order that the trial concerns. */
  readonly about?: string
  /** The edits, which may also be saved as a proposal; none if the trial is a new plan of the stored data. */
  readonly edits?: readonly PlanEdit[]
  /** Key figures of the stored plan, with which those of the trial are compared. */
  readonly stored?: KeyFigures | undefined
  /** Tries the same edits again. */
  readonly onRetry: () => void
  readonly onAccepted: () => void
}

export function TrialResult({ trial, about, edits, stored, onRetry, onAccepted }: TrialResultProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const { busy, error, accept, forget } = useAccept(scenario.name)
  const store = async (): Promise<void> => {
    if (await accept(trial.token)) onAccepted()
  }
  return (
    <Panel
      title={t('try.result')}
      actions={
        <>
          <StatusBadge tone="info">{t('try.note')}</StatusBadge>
          <AcceptButton loading={busy} onClick={() => void store()}>
            {t('accept.accept')}
          </AcceptButton>
          {edits === undefined ? null : <ProposeButton editsOf={() => edits} />}
        </>
      }
    >
      {error === undefined ? null : (
        <AcceptProblem
          error={error}
          onRetry={() => {
            forget()
            onRetry()
          }}
        />
      )}
      <Consequences trial={trial} about={about} stored={stored} isAccepted />
    </Panel>
  )
}
