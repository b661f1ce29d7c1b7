/** Edits that are not stored yet, line by line, with what they do to the plan: save, keep as a proposal, or discard. */
import { ActionIcon, Button, Loader, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayTryPlan, type PlanEdit } from '../api/plan-trials.ts'
import { useScenario } from '../app/use-scenario.ts'
import { ErrorState } from '../components/error-state.tsx'
import { ProposeButton } from '../propose/propose-button.tsx'
import { AcceptProblem } from './accept-problem.tsx'
import { Consequences } from './consequences.tsx'
import { TrialSummary } from './trial-summary.tsx'
import { useAccept } from './use-accept.ts'
import { type TrialMode, useEditTrial } from './use-edit-trial.ts'
import styles from './trial-tray.module.css'

export interface TrayLine {
  readonly id: number
  readonly content: ReactNode
  /** The same as text, for the button that takes it back. */
  readonly words: string
}

interface TrialTrayProps {
  readonly lines: readonly TrayLine[]
  readonly edits: readonly PlanEdit[]
  /** How the plan follows, unless the user chooses otherwise. */
  readonly suggested: TrialMode
  readonly onTakeBack: (id: number) => void
  readonly onDiscard: () => void
}

export function TrialTray({ lines, edits, suggested, onTakeBack, onDiscard }: TrialTrayProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const [chosen, setChosen] = useState<TrialMode>()
  const [open, setOpen] = useState(false)
  const id = useId()
  const mode = chosen ?? suggested
  const tries = scenario.may(mayTryPlan)
  const { data: trial, error, isFetching, refetch } = useEditTrial(scenario.name, tries ? edits : none, mode)
  const { busy: storing, error: refused, accept, forget } = useAccept(scenario.name)
  const store = async (): Promise<void> => {
    if (trial !== undefined && (await accept(trial.token))) onDiscard()
  }
  return (
    <section className={styles.tray} aria-label={t('tray.title')}>
      <div className={styles.head}>
        <h2>{t('tray.title')}</h2>
        <ModeChoice mode={mode} onChange={setChosen} />
        <span role="status" className={styles.status}>
          {isFetching ? <Loader size="xs" aria-label={t('try.running')} /> : null}
          {trial === undefined ? tries ? null : t('tray.noRight') : <TrialSummary trial={trial} />}
        </span>
        <div className={styles.buttons}>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={trial === undefined}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('try.result')}
          </Button>
          <ProposeButton editsOf={() => edits} onSaved={onDiscard} />
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {t('tray.discard')}
          </Button>
          <Button
            size="compact-sm"
            disabled={trial === undefined || isFetching}
            loading={storing}
            onClick={() => void store()}
          >
            {t('tray.save')}
          </Button>
        </div>
      </div>
      {error === null ? null : <ErrorState error={error} inline onRetry={() => void refetch()} />}
      {refused === undefined ? null : (
        <AcceptProblem
          error={refused}
          onRetry={() => {
            forget()
            void refetch()
          }}
        />
      )}
      <ul className={styles.lines} aria-label={t('tray.changes')}>
        {lines.map((line) => (
          <li key={line.id}>
            {line.content}
            <Tooltip label={t('tray.takeBack', { what: line.words })}>
              <ActionIcon
                variant="subtle"
                aria-label={t('tray.takeBack', { what: line.words })}
                onClick={() => onTakeBack(line.id)}
              >
                <IconArrowBackUp size={16} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div id={id}>{open && trial !== undefined ? <Consequences trial={trial} /> : null}</div>
    </section>
  )
}

const none: readonly PlanEdit[] = []

interface ModeChoiceProps {
  readonly mode: TrialMode
  readonly onChange: (mode: TrialMode) => void
}

/** How the plan follows edits: around them, or made anew. */
export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const { t } = useTranslation('trial')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('mode.label')}
      data={[
        { value: 'repair', label: t('mode.repair') },
        { value: 'replan', label: t('mode.replan') },
      ]}
      value={mode}
      onChange={(value) => onChange(value === 'replan' ? 'replan' : 'repair')}
    />
  )
}
