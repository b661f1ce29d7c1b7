/**
 * Panel that lists unsaved edits with their effect on the plan, and saves them, saves them as a proposal, or discards
 * them.
 */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayTryPlan, type PlanEdit, type Trial } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { ModeComparison } from './mode-comparison.tsx'
import { TrayFrame } from './tray-frame.tsx'
import { type TrialMode, useEditTrial } from './use-edit-trial.ts'

export interface TrayLine {
  readonly id: number
  readonly content: ReactNode
  /** The content as text, for the label of the button that removes the edit. */
  readonly words: string
}

interface TrialTrayProps {
  readonly lines: readonly TrayLine[]
  readonly edits: readonly PlanEdit[]
  /** Default mode of the trial, until the user chooses another one. */
  readonly suggested: TrialMode
  /** Title of a proposal with the edits, which the user may change. */
  readonly proposalTitle?: string
  /** What to know before the edits are saved, below them; the trial is undefined until it is complete. */
  readonly note?: (trial: Trial | undefined) => ReactNode
  /** Whether a field of the screen has an invalid value, so that the edits cannot be saved. Default: false. */
  readonly isFaulty?: boolean
  /** Whether the panel takes the focus when it appears: for edits that a button has made. */
  readonly takesFocus?: boolean
  /** Whether other parameters of the screen lose the edits, as another path does. Default: false. */
  readonly chosenPart?: boolean
  readonly onTakeBack: (id: number) => void
  readonly onDiscard: () => void
  /** Called after the edits are stored in the plan; by default `onDiscard`. */
  readonly onStored?: () => void
  /** Called after the edits are saved as a proposal; by default `onDiscard`. */
  readonly onProposed?: () => void
}

export function TrialTray(props: TrialTrayProps) {
  const { lines, edits, suggested, proposalTitle, takesFocus, onTakeBack, onDiscard, onStored } = props
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const [chosen, setChosen] = useState<TrialMode>()
  const mode = chosen ?? suggested
  const tries = scenario.may(mayTryPlan)
  const { data: trial, error, isFetching, refetch } = useEditTrial(scenario.name, tries ? edits : none, mode)
  return (
    <TrayFrame
      words={{
        title: t('tray.title'),
        edits: t('tray.changes'),
        discard: t('tray.discard'),
        save: t('tray.save'),
      }}
      edits={edits}
      trial={trial}
      busy={isFetching}
      error={error ?? undefined}
      options={<ModeChoice mode={mode} onChange={setChosen} />}
      proposalTitle={proposalTitle}
      note={
        <>
          {props.note?.(trial)}
          {trial === undefined || isFetching ? null : (
            <ModeComparison edits={edits} mode={mode} trial={trial} onChoose={setChosen} />
          )}
        </>
      }
      isFaulty={props.isFaulty}
      takesFocus={takesFocus}
      hint={tries ? undefined : t('tray.noRight')}
      onRetry={() => void refetch()}
      onDiscard={onDiscard}
      onStored={onStored}
      onProposed={props.onProposed}
    >
      <LeaveGuard dirty chosenPart={props.chosenPart ?? false} />
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
    </TrayFrame>
  )
}

const none: readonly PlanEdit[] = []
