/** Creates a free scenario. */
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createScenario } from '../../platform/api/scenarios.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import styles from './scenarios.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'

interface CreateDialogProps {
  /** Scenario from which the task is launched. */
  readonly from: string
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

export function CreateDialog({ from, onClose, onStarted }: CreateDialogProps) {
  const { t } = useTranslation('scenarios')
  const [name, setName] = useState('')
  const [label, setLabel] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createScenario(from, name.trim(), label.trim()),
    onSuccess: onStarted,
  })
  const isFilled = name !== '' || label !== ''
  useScreenLock(isPending)
  const { close, question } = useAskingClose(isFilled && !isPending, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog onClose={close} title={t('create.button')}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          required
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('create.label')}
          maxLength={500}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
            {t('create.action')}
          </Button>
        </Group>
      </form>
      {question}
    </Dialog>
  )
}
