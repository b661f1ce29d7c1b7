/** Undoes or redoes a promotion: shows the edits that this sets aside, then requires typing the name. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyScenario, type KeptAction } from '../../platform/api/scenarios.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { isTyped, TypedWord } from '../../ui/typed-word.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'
import { OverwrittenEdits } from './overwritten-edits.tsx'
import styles from './scenarios.module.css'

interface BringBackDialogProps {
  readonly scenario: string
  readonly kept: KeptAction
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

export function BringBackDialog({ scenario, kept, onClose, onStarted }: BringBackDialogProps) {
  const { t } = useTranslation('scenarios')
  const words = kept === 'undo' ? 'revert' : 'redo'
  const [typed, setTyped] = useState('')
  // The action is enabled after the edits that it sets aside are shown.
  const [counted, setCounted] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => copyScenario(scenario, { [kept === 'undo' ? 'revert-promote' : 'redo-promote']: true }),
    onSuccess: onStarted,
  })
  const { close, question } = useAskingClose(typed !== '' && !isPending, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog onClose={close} title={t(`${words}.title`)}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t(`${words}.hint`)}</p>
        {question}
        <OverwrittenEdits onKnown={setCounted} />
        <TypedWord takesFocus word={scenario} value={typed} onChange={setTyped} />
        <ErrorAlert error={error} />
        <FormButtons
          submit={t(`${words}.action`)}
          busy={isPending}
          disabled={!counted || !isTyped(typed, scenario)}
          danger
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
