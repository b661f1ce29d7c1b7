/** Compares the result of the chosen planning mode with that of the other one, so that the better one is found. */
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanEdit, Trial } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { roundedFigure, useFigureText } from './figure-text.ts'
import { type TrialMode, type TrialPurpose, useEditTrial } from './use-edit-trial.ts'
import styles from './trial.module.css'

interface ModeComparisonProps {
  readonly edits: readonly PlanEdit[]
  readonly mode: TrialMode
  /** The result in the chosen mode. */
  readonly trial: Trial
  /** Whether the other mode is tried without being asked for, as where a single change is tried. Default: false. */
  readonly isAutomatic?: boolean
  readonly purpose?: TrialPurpose
  readonly onChoose: (mode: TrialMode) => void
}

const none: readonly PlanEdit[] = []

export function ModeComparison({
  edits,
  mode,
  trial,
  isAutomatic = false,
  purpose,
  onChoose,
}: ModeComparisonProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const text = useFigureText()
  const [asked, setAsked] = useState<Trial>()
  const other = mode === 'repair' ? 'replan' : 'repair'
  const name = t(`mode.${other}`)
  const isAsked = isAutomatic || asked === trial
  const { data, isFetching } = useEditTrial(scenario.name, isAsked ? edits : none, other, purpose)
  const before = roundedFigure(trial.keyfigures.before.quantity_days_late)
  const chosen = roundedFigure(latenessOf(trial))
  if (!isAsked)
    // A repair that makes nothing worse needs no other plan.
    return mode === 'repair' && chosen > before ? (
      <Button className={styles.start} size="compact-sm" variant="default" onClick={() => setAsked(trial)}>
        {t('mode.compare', { mode: name })}
      </Button>
    ) : null
  if (isFetching)
    return (
      <p className={styles.bar}>
        <Loader size="xs" aria-hidden="true" /> {t('mode.comparing', { mode: name })}
      </p>
    )
  if (data === undefined) return null
  const found = roundedFigure(latenessOf(data))
  const isBetter = isBelow([found, lateOf(data)], [chosen, lateOf(trial)])
  const isWorse = isBelow([chosen, lateOf(trial)], [found, lateOf(data)])
  return (
    <p className={styles.bar} role="status">
      {isBetter === isWorse ? null : (
        <StatusBadge tone={isBetter ? 'ok' : 'neutral'}>
          {t(isBetter ? 'figures.better' : 'figures.worse')}
        </StatusBadge>
      )}
      <span>
        {t('mode.compared', {
          mode: name,
          days: text('quantity_days_late', found),
          chosenDays: text('quantity_days_late', chosen),
          late: text('late', lateOf(data)),
          chosenLate: text('late', lateOf(trial)),
        })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => onChoose(other)}>
        {t('mode.use', { mode: name })}
      </Button>
    </p>
  )
}

const latenessOf = ({ keyfigures }: Trial): number => keyfigures.after.quantity_days_late

/** Returns whether no figure is above its counterpart; a plan with fewer quantity-days but more late orders is a choice. */
const isBelow = (figures: readonly number[], others: readonly number[]): boolean =>
  figures.every((figure, at) => figure <= (others[at] ?? 0))

const lateOf = ({ keyfigures }: Trial): number => keyfigures.after.late
