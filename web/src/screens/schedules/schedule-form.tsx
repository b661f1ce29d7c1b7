/** Form of one group: steps, schedule, notifications, and past runs. */
import { Alert, Button, Group, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError, type FieldMessages } from '../../platform/api/api-error.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  differentFields,
  draftOf,
  emptySchedule,
  type Schedule,
  type ScheduleDraft,
  type ScheduleField,
  schedulesKey,
} from '../../platform/api/schedules.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { RunNowButton } from './run-now-button.tsx'
import { ScheduleConflict } from './schedule-conflict.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'
import { StepList } from './step-list.tsx'
import { Timetable } from './timetable.tsx'
import { errorText } from '../../ui/error-text.ts'
import styles from './schedules.module.css'

interface ScheduleFormProps {
  readonly schedule: Schedule | undefined
  readonly crumbs: readonly { readonly label: string; readonly to: string }[]
}

export function ScheduleForm({ schedule, crumbs }: ScheduleFormProps) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const showGroups = useShowGroups()
  const client = useQueryClient()
  // As it was when the form was opened: what others save meanwhile is no change of this form.
  const [stored, setStored] = useState(() =>
    givenOf(schedule === undefined ? emptySchedule : draftOf(schedule)),
  )
  const [draft, setDraft] = useState<ScheduleDraft>(stored)
  const change = (changes: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  /** The group with values that others have saved for fields that are changed here as well. */
  const [conflict, setConflict] = useState<ScheduleDraft>()
  const saving = useMutation({
    mutationFn: async ({ basis, wanted }: Record<'basis' | 'wanted', ScheduleDraft>) => {
      if (schedule !== undefined) return changeSchedule(scenario.name, schedule.id, basis, wanted)
      await createSchedule(scenario.name, wanted)
      return undefined
    },
    onSuccess: async (newer) => {
      setConflict(newer === undefined ? undefined : givenOf(newer))
      await client.invalidateQueries({ queryKey: schedulesKey(scenario.name) })
      if (newer !== undefined) return
      toastDone({ message: t('saved', { name: draft.name }) })
      showGroups()
    },
  })
  const changed = differentFields(stored, givenOf(draft))
  /** Returns the fields that are changed here, and to other values by others. */
  const contradicting = (theirs: ScheduleDraft): readonly ScheduleField[] => {
    const changedByOthers = new Set(differentFields(stored, theirs))
    return differentFields(givenOf(draft), theirs).filter(
      (name) => changed.includes(name) && changedByOthers.has(name),
    )
  }
  /** Returns the group of the others with the changes made here, except those of some fields. */
  const merge = (theirs: ScheduleDraft, except: readonly ScheduleField[]): ScheduleDraft => {
    const mine = givenOf(draft)
    const own = changed.filter((name) => !except.includes(name))
    return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
  }
  // The form can be edited meanwhile, also to the values of the others: then there is nothing to choose.
  if (conflict !== undefined && contradicting(conflict).length === 0) {
    setConflict(undefined)
    setStored(conflict)
    setDraft(merge(conflict, []))
  }
  const failure = saving.error === null ? undefined : asApiError(saving.error)
  const mayChange = scenario.may(`execute.${schedule === undefined ? 'add' : 'change'}_scheduledtask`)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate({ basis: stored, wanted: givenOf(draft) })
  }
  const fields = { draft, errors: failure?.fields ?? {}, onChange: change }
  return (
    <>
      <PageHeader
        title={schedule?.name ?? t('newTitle')}
        crumbs={crumbs}
        help="tasks/scheduletasks"
        actions={schedule === undefined ? undefined : <ScheduleActions schedule={schedule} draft={draft} />}
      />
      <LeaveGuard dirty={changed.length > 0} />
      <form className={styles.editor} onSubmit={submit}>
        {mayChange ? null : <Alert color="gray">{t('readOnly')}</Alert>}
        <fieldset disabled={!mayChange} className={styles.fields}>
          <NameFields {...fields} />
          <StepList
            steps={draft.steps}
            readOnly={!mayChange}
            errors={failure?.fields['steps']}
            onChange={(steps) => change({ steps })}
          />
          <Timetable {...fields} />
          <MailFields {...fields} />
        </fieldset>
        {conflict === undefined ? null : (
          <ScheduleConflict
            fields={contradicting(conflict)}
            onResolve={(choice) => {
              const kept = choice === 'mine' ? [] : contradicting(conflict)
              const merged = merge(conflict, kept)
              setConflict(undefined)
              setStored(conflict)
              setDraft(merged)
              if (choice === 'mine') saving.mutate({ basis: conflict, wanted: merged })
            }}
          />
        )}
        {failure === undefined ? null : (
          <Alert color="red" role="alert" title={t('notSaved')}>
            {errorText(failure)}
          </Alert>
        )}
        {mayChange ? (
          <div className={styles.foot}>
            <Button variant="default" onClick={showGroups}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('save')}
            </Button>
          </div>
        ) : null}
      </form>
      {schedule === undefined ? null : <ScheduleRuns name={schedule.name} />}
    </>
  )
}

interface ScheduleFieldsProps {
  readonly draft: ScheduleDraft
  readonly errors: FieldMessages
  readonly onChange: (changes: Partial<ScheduleDraft>) => void
}

function NameFields({ draft, errors, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('schedules')
  return (
    <section className={styles.panel}>
      <div className={styles.pair}>
        <TextInput
          label={t('column.name')}
          required
          maxLength={300}
          value={draft.name}
          error={errors['name']?.join(' ')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Switch
          mt="lg"
          label={t('enabled')}
          checked={draft.enabled}
          onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
        />
      </div>
    </section>
  )
}

/** Addresses that are notified of failed and of successful runs. */
function MailFields({ draft, errors, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('schedules')
  return (
    <section className={styles.panel}>
      <h2>{t('mails.title')}</h2>
      <div className={styles.pair}>
        <TextInput
          label={t('mails.failure')}
          description={t('mails.hint')}
          value={draft.email_failure ?? ''}
          error={errors['email_failure']?.join(' ')}
          onChange={({ currentTarget }) => onChange({ email_failure: currentTarget.value })}
        />
        <TextInput
          label={t('mails.success')}
          description={t('mails.hint')}
          value={draft.email_success ?? ''}
          error={errors['email_success']?.join(' ')}
          onChange={({ currentTarget }) => onChange({ email_success: currentTarget.value })}
        />
      </div>
    </section>
  )
}

interface ScheduleActionsProps {
  readonly schedule: Schedule
  readonly draft: ScheduleDraft
}

/** Buttons that run or delete a stored group. */
function ScheduleActions({ schedule, draft }: ScheduleActionsProps) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const client = useQueryClient()
  const showGroups = useShowGroups()
  const askToDelete = (): void => {
    void confirm({
      title: t('delete.title', { name: draft.name }),
      children: t('delete.hint', { count: draft.steps.length }),
      action: t('delete.confirm'),
      danger: true,
      run: async () => {
        await deleteSchedule(scenario.name, schedule.id)
        await client.invalidateQueries({ queryKey: schedulesKey(scenario.name) })
        toastDone({ message: t('deleted', { name: draft.name }) })
        showGroups()
      },
    })
  }
  return (
    <Group gap="xs">
      <RunNowButton name={schedule.name} />
      {scenario.may('execute.delete_scheduledtask') ? (
        <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={askToDelete}>
          {t('delete.button')}
        </Button>
      ) : null}
    </Group>
  )
}

/** Returns a function that shows the list of groups, after saving or without it. */
function useShowGroups(): () => void {
  const scenario = useScenario()
  const navigate = useNavigate()
  return () => {
    void navigate({
      to: '/app/$scenario/execute/groups',
      params: { scenario: scenario.name },
      ignoreBlocker: true,
    })
  }
}

/** Returns null for an empty text. */
const given = (words: string | null): string | null => (words === null || words.trim() === '' ? null : words)

const givenOf = (draft: ScheduleDraft): ScheduleDraft => ({
  ...draft,
  tz: given(draft.tz),
  email_failure: given(draft.email_failure),
  email_success: given(draft.email_success),
})
