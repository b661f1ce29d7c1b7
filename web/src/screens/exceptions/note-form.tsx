/** Form of an exception: its assignee, the date until which it is snoozed, and its note. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExceptionNote, type PlanException, readNote } from '../../platform/api/exceptions.ts'
import { useServiceDays, useServiceNow } from '../../platform/calendar/use-service-days.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastError } from '../../ui/toasts.ts'
import { AssigneeInput } from './assignee-input.tsx'
import { changedMeanwhile, changeOf, draftOf, isChanged, noteFields, type NoteDraft } from './note-draft.ts'
import { useExceptionChange } from './use-change.ts'
import styles from './exceptions.module.css'

interface NoteFormProps {
  readonly exception: PlanException
  readonly onDone: () => void
  /** Called with whether the form has unsaved entries. */
  readonly onDirty: (dirty: boolean) => void
}

export function NoteForm({ exception, onDone, onDirty }: NoteFormProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const formats = useFormats()
  const serviceDay = useServiceDays()
  const serviceNow = useServiceNow()
  const { busy, error, change } = useExceptionChange()
  const [isReading, setReading] = useState(false)
  const [before, setBefore] = useState<ExceptionNote>(exception)
  const [edits, setEdits] = useState<Partial<NoteDraft>>({})
  const [meanwhile, setMeanwhile] = useState<readonly (keyof NoteDraft)[]>([])
  const draft = { ...draftOf(before), ...edits }
  const dirty = noteFields.some((field) => isChanged(draftOf(before), draft, field))
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  // The form closes once it is saved: what is entered meanwhile would be lost.
  const isSaving = busy || isReading
  const edit = (changes: Partial<NoteDraft>): void => {
    if (!isSaving) setEdits({ ...edits, ...changes })
  }
  const save = async (): Promise<void> => {
    // The service does not change an exception that the plan no longer has, and the form stays open.
    const stored = (await readNote(scenario.name, exception.id)) ?? before
    const lost = changedMeanwhile(before, stored, draft)
    setBefore(stored)
    setMeanwhile(lost)
    if (lost.length > 0) return
    const changes = changeOf(stored, { ...draftOf(stored), ...edits })
    if (Object.keys(changes).length === 0) onDone()
    else change([exception.id], changes, onDone)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isSaving) return
    setReading(true)
    save()
      .catch(toastError)
      .finally(() => setReading(false))
  }
  /** The message at a field: of the service, or that a colleague has changed it. */
  const wrong = (field: keyof NoteDraft): string | undefined => {
    const refused = error?.fields[field]?.join(' ')
    if (refused !== undefined || !meanwhile.includes(field)) return refused
    const theirs = draftOf(before)[field]
    const value = field === 'until' && theirs !== '' ? formats.dateTime(theirs) : theirs
    return t(value === '' ? 'form.emptied' : 'form.meanwhile', { value })
  }
  return (
    <Panel title={t('form.title')} about={t('form.about')}>
      <form onSubmit={submit} className={styles.form}>
        <AssigneeInput
          value={draft.assignee}
          readOnly={isSaving}
          error={wrong('assignee')}
          onChange={(assignee) => edit({ assignee })}
        />
        <DateInput
          label={t('form.until')}
          value={draft.until}
          now={serviceNow}
          minimum={serviceDay(1)}
          error={wrong('until')}
          onChange={(until) => edit({ until })}
        />
        <Textarea
          className={styles.wide ?? ''}
          label={t('form.note')}
          autosize
          minRows={2}
          maxLength={2_000}
          readOnly={isSaving}
          value={draft.note}
          error={wrong('note')}
          onChange={({ currentTarget }) => edit({ note: currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          {t('form.save')}
        </Button>
      </form>
    </Panel>
  )
}
