/**
 * Dialog "Add overtime": options for more time of a resource that sales orders wait for. Each option is tried; the
 * one with the largest gain is first. Options that change no delivery date are last, folded.
 */
import { Button, Loader } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../platform/api/first-hour.ts'
import type { Trial } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { ProposeButton } from '../propose/propose-button.tsx'
import { AcceptButton } from '../trial/accept-button.tsx'
import { AcceptProblem } from '../trial/accept-problem.tsx'
import { changesDelivery } from '../trial/change-counts.tsx'
import { Consequences } from '../trial/consequences.tsx'
import { RemedyCost } from '../trial/remedy-cost.tsx'
import { useRemedyWords } from '../trial/remedy-words.ts'
import { roundedFigure } from '../trial/figure-text.ts'
import { TrialSummary } from '../trial/trial-summary.tsx'
import { trialDialogWidth } from '../trial/dialog-width.ts'
import { useAccept } from '../trial/use-accept.ts'
import { Ranking } from '../trial/ranking.tsx'
import { useBestFocus } from '../trial/use-best-focus.ts'
import { useSteadyOrder } from '../trial/use-steady-order.ts'
import { PendingChanges } from '../trial/pending-changes.tsx'
import { type TriedOption, useOvertime } from './use-overtime.ts'
import styles from './capacity.module.css'
import { Dialog } from '../ui/dialog.tsx'

interface OvertimeDialogProps {
  readonly resource: string
  readonly onClose: () => void
}

export function OvertimeDialog({ resource, onClose }: OvertimeDialogProps) {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const formats = useFormats()
  const { demand, plain, tried, count, busy, error, again } = useOvertime(scenario.name, resource)
  const { shown, handlers, isRanked, rank } = useSteadyOrder(tried, keyOf)
  const list = useBestFocus<HTMLOListElement>(!busy && isRanked)
  const [first] = tried
  const best = !busy && first !== undefined && first.gain > 0 ? first : undefined
  const helpful = shown.filter(({ trial }) => changesDelivery(trial))
  const idle = shown.filter(({ trial }) => !changesDelivery(trial))
  const card = (one: TriedOption) => (
    <li key={keyOf(one)}>
      <OptionCard
        tried={one}
        best={one === best}
        onRetry={again}
        onDone={() => {
          noteDone('overtime')
          onClose()
        }}
      />
    </li>
  )
  return (
    <Dialog
      size={trialDialogWidth}
      title={t('overtime.title', { resource })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onClose={onClose}
    >
      <div className={styles.stack}>
        <p className={styles.soft}>
          {demand === undefined
            ? count === undefined
              ? t('overtime.searching')
              : t('overtime.nobody')
            : t('overtime.waits', { demand })}
        </p>
        {error === undefined ? null : <ErrorState error={error} inline onRetry={again} />}
        {count === 0 && !busy ? (
          <EmptyState title={t('overtime.none')}>{t('overtime.noneHint')}</EmptyState>
        ) : null}
        <span role="status" className={styles.status}>
          {busy ? (
            <>
              <Loader size="xs" /> {t('overtime.trying', { tried: tried.length, count: count ?? 0 })}
            </>
          ) : null}
        </span>
        {plain === undefined ? null : <PlainPlan trial={plain} />}
        {busy || helpful.length === 0 ? null : (
          <Ranking
            isRanked={isRanked}
            best={best === undefined ? undefined : helpful.indexOf(best) + 1}
            onRank={rank}
          />
        )}
        <ol
          ref={list}
          {...handlers}
          className={styles.options}
          aria-label={t(isRanked ? 'overtime.list' : 'kind.overtime')}
        >
          {helpful.map(card)}
        </ol>
        {idle.length === 0 ? null : (
          <details>
            <summary>{t('overtime.idle', { number: formats.number(idle.length) })}</summary>
            <ol className={styles.options}>{idle.map(card)}</ol>
          </details>
        )}
      </div>
    </Dialog>
  )
}

/** The new plan without overtime, with which the options are compared, if it differs from the plan shown elsewhere. */
function PlainPlan({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('calendars')
  const { before, after } = trial.keyfigures
  if (roundedFigure(before.quantity_days_late) === roundedFigure(after.quantity_days_late)) return null
  return (
    <>
      <PendingChanges isInFigures={false} />
      <div className={styles.status}>
        {t('overtime.plain')} <TrialSummary trial={trial} />
      </div>
    </>
  )
}

const keyOf = ({ option }: TriedOption): string => JSON.stringify(option.summary)

interface OptionCardProps {
  readonly tried: TriedOption
  readonly best: boolean
  readonly onRetry: () => void
  /** Called after the option is stored, or saved as a proposal. */
  readonly onDone: () => void
}

function OptionCard({ tried: { option, trial, gain }, best, onRetry, onDone }: OptionCardProps) {
  const { t } = useTranslation(['calendars', 'trial'])
  const formats = useFormats()
  const scenario = useScenario()
  const { parts } = useRemedyWords()({ kind: 'overtime', summary: option.summary })
  const { busy, error, accept } = useAccept(scenario.name)
  const [open, setOpen] = useState(false)
  const id = useId()
  const store = async (): Promise<void> => {
    if (await accept(trial.token)) onDone()
  }
  return (
    <article className={styles.option} tabIndex={-1} aria-labelledby={id}>
      <div className={styles.line}>
        <h3 id={id}>{parts.join(' ')}</h3>
        {best ? <StatusBadge tone="ok">{t('trial:remedies.best')}</StatusBadge> : null}
      </div>
      <div className={styles.status}>
        <TrialSummary trial={trial} />
        <span>{t('overtime.gain', { number: formats.number(roundedFigure(-gain)) })}</span>
        {option.cost === null ? null : (
          <div title={t('common:currency')}>
            {t('trial:remedies.cost')}: <RemedyCost cost={option.cost} costs={option.costs} />
          </div>
        )}
      </div>
      {error === undefined ? null : <AcceptProblem error={error} onRetry={onRetry} />}
      <div className={styles.line}>
        <AcceptButton
          size="compact-md"
          variant={changesDelivery(trial) ? 'filled' : 'default'}
          loading={busy}
          aria-describedby={id}
          onClick={() => void store()}
        >
          {t('trial:accept.accept')}
        </AcceptButton>
        <ProposeButton editsOf={() => option.edits} onSaved={onDone} />
        <Button
          size="compact-md"
          variant="subtle"
          aria-expanded={open}
          aria-describedby={id}
          onClick={() => setOpen(!open)}
        >
          {t('trial:try.result')}
        </Button>
      </div>
      {open ? <Consequences trial={trial} isAccepted /> : null}
    </article>
  )
}
