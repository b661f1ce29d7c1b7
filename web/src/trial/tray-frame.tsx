/**
 * Panel of unsaved edits with their effect on the plan and the buttons save, save as a proposal, and discard. The
 * edits are the children.
 */
import { Button, Loader } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanEdit, Trial } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ProposeButton } from '../propose/propose-button.tsx'
import type { UndoTarget } from '../undo/undo-target.ts'
import { AcceptButton } from './accept-button.tsx'
import { AcceptProblem } from './accept-problem.tsx'
import { causesOf } from './causes.ts'
import { Consequences } from './consequences.tsx'
import { trayId } from './tray-id.ts'
import { useTrayFocus } from './use-tray-focus.ts'
import { TrialSummary } from './trial-summary.tsx'
import styles from './tray-frame.module.css'
import { useAccept } from './use-accept.ts'

interface TrayFrameProps {
  readonly words: {
    readonly title: string
    readonly edits: string
    readonly discard: string
    readonly save: string
  }
  readonly edits: readonly PlanEdit[]
  /** Names of the edited records by edit; by default their keys. */
  readonly causes?: readonly string[]
  /** Trial of the edits; undefined until it is complete. */
  readonly trial: Trial | undefined
  readonly busy: boolean
  /** Error of the trial. */
  readonly error: Error | undefined
  /** Whether another trial can end without the error; true by default. */
  readonly isRetriable?: boolean
  /** Options of the trial, beside the title. */
  readonly options?: ReactNode
  /** Text in place of the result if no trial is run. */
  readonly hint?: string | undefined
  /** What to know before the edits are saved, below them. */
  readonly note?: ReactNode
  /** Whether a field of the screen has an invalid value, so that the edits cannot be saved. Default: false. */
  readonly isFaulty?: boolean | undefined
  /** Title of a proposal with the edits, which the user may change. */
  readonly proposalTitle?: string | undefined
  /** Whether the panel takes the focus when it appears: for edits that a button has made. */
  readonly takesFocus?: boolean | undefined
  readonly onRetry: () => void
  readonly onDiscard: () => void
  /** Called after the edits are stored in the plan; by default `onDiscard`. */
  readonly onStored?: (() => void) | undefined
  /** Called after the edits are saved as a proposal; by default `onDiscard`. */
  readonly onProposed?: (() => void) | undefined
  /** Called with what undoes the stored edits, and again with `isUndone` after they were undone. */
  readonly onUndoable?: ((target: UndoTarget | undefined, isUndone: boolean) => void) | undefined
  /** Id of the element that gets the focus after the panel was used and disappears; by default the screen. */
  readonly returnTo?: string | undefined
  readonly children: ReactNode
}

export function TrayFrame(props: TrayFrameProps) {
  const { words, edits, trial, busy, error, options, hint, proposalTitle, causes = causesOf(edits) } = props
  const {
    isRetriable = true,
    takesFocus = false,
    isFaulty = false,
    onRetry,
    onDiscard,
    onStored = onDiscard,
    onUndoable,
    children,
  } = props
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const { busy: storing, error: refused, accept, forget } = useAccept(scenario.name, onUndoable)
  const [open, setOpen] = useState(false)
  const id = useId()
  const tray = useRef<HTMLElement>(null)
  useTrayFocus(tray, { takesFocus, edits: edits.length, returnTo: props.returnTo })
  const store = async (): Promise<void> => {
    if (trial !== undefined && (await accept(trial.token))) onStored()
  }
  return (
    <section ref={tray} id={trayId} tabIndex={-1} className={styles.tray} aria-label={words.title}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        {options}
        <span role="status" className={styles.status}>
          {busy ? <Loader size="xs" role="img" aria-label={t('try.running')} /> : null}
          {trial === undefined ? hint : <TrialSummary trial={trial} />}
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
          <ProposeButton
            editsOf={() => edits}
            disabled={isFaulty}
            suggestedTitle={proposalTitle}
            onSaved={props.onProposed ?? onDiscard}
          />
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {words.discard}
          </Button>
          <AcceptButton
            size="compact-sm"
            disabled={trial === undefined || busy || isFaulty}
            loading={storing}
            onClick={() => void store()}
          >
            {words.save}
          </AcceptButton>
        </div>
      </div>
      {error === undefined ? null : (
        <ErrorState error={error} inline onRetry={isRetriable ? onRetry : undefined} />
      )}
      {refused === undefined ? null : (
        <AcceptProblem
          error={refused}
          onRetry={() => {
            forget()
            onRetry()
          }}
        />
      )}
      <ul className={styles.edits} aria-label={words.edits}>
        {children}
      </ul>
      {props.note}
      <div id={id}>
        {open && trial !== undefined ? <Consequences trial={trial} causes={causes} isAccepted /> : null}
      </div>
    </section>
  )
}
