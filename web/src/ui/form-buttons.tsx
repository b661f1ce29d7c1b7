/** Buttons at the end of the form of a dialog: cancel and submit. The form is locked while it is submitted. */
import { Button, Group } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenLock } from './use-screen-lock.ts'

interface FormButtonsProps {
  /** Label of the button that submits the form. */
  readonly submit: string
  readonly submitRef?: Ref<HTMLButtonElement>
  readonly disabled: boolean
  readonly busy?: boolean
  /** Whether the action deletes or replaces something. */
  readonly danger?: boolean
  /** Label of the button that closes the dialog; "Cancel" by default. */
  readonly cancel?: string | undefined
  /** Whether the dialog opens with the focus on the button that closes it. */
  readonly focusesCancel?: boolean
  readonly onCancel: () => void
}

export function FormButtons(props: FormButtonsProps) {
  const { submit, submitRef, disabled, busy = false, danger = false, focusesCancel = false } = props
  const { t } = useTranslation('common')
  useScreenLock(busy)
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        onClick={props.onCancel}
        {...(focusesCancel ? { 'data-autofocus': true } : {})}
      >
        {props.cancel ?? t('cancel')}
      </Button>
      <Button
        ref={submitRef}
        type="submit"
        loading={busy}
        disabled={disabled}
        {...(danger ? { color: 'red.8', autoContrast: true } : {})}
      >
        {submit}
      </Button>
    </Group>
  )
}
