/** Asks to whom exceptions are assigned, or until when they are snoozed. */
import { Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExceptionChange } from '../../platform/api/exceptions.ts'
import { useServiceDays, useServiceNow } from '../../platform/calendar/use-service-days.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { AssigneeInput } from './assignee-input.tsx'
import { endOfSnooze } from './note-draft.ts'
import { useExceptionChange } from './use-change.ts'

export type Question = 'assign' | 'snooze'

interface StateDialogProps {
  readonly ids: readonly string[]
  readonly question: Question
  readonly onClose: () => void
  readonly onDone: () => void
}

export function StateDialog({ ids, question, onClose, onDone }: StateDialogProps) {
  const { t } = useTranslation('exceptions')
  const serviceDay = useServiceDays()
  const serviceNow = useServiceNow()
  const { busy, error, change } = useExceptionChange()
  const [assignee, setAssignee] = useState('')
  const [until, setUntil] = useState('')
  const wrong = (field: string): string | undefined => error?.fields[field]?.join(' ')
  const entered: ExceptionChange | undefined =
    question === 'assign'
      ? assignee.trim() === ''
        ? undefined
        : { assignee: assignee.trim() }
      : until === ''
        ? undefined
        : { status: 'snoozed', until: endOfSnooze(until) }
  // A typed date is read when the field is left, also by a press of the button.
  const isBlank = question === 'assign' && assignee.trim() === ''
  const { close, question: asking } = useAskingClose(
    (assignee.trim() !== '' || until !== '') && !busy,
    onClose,
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (entered !== undefined) change(ids, entered, onDone)
  }
  return (
    <Dialog
      size="sm"
      title={t(question === 'assign' ? 'action.assignTo' : 'action.snoozeUntil')}
      onClose={close}
    >
      <form onSubmit={submit}>
        {asking}
        <Stack gap="sm">
          <span>{t('count', { count: ids.length })}</span>
          {question === 'assign' ? (
            <AssigneeInput
              required
              focused
              value={assignee}
              readOnly={busy}
              error={wrong('assignee')}
              onChange={setAssignee}
            />
          ) : (
            <DateInput
              required
              focused
              label={t('form.until')}
              value={until}
              now={serviceNow}
              minimum={serviceDay(1)}
              error={wrong('until')}
              onChange={setUntil}
            />
          )}
          <FormButtons submit={t('form.save')} disabled={busy || isBlank} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
