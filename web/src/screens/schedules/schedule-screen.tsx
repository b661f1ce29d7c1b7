/** One group: steps, schedule, notifications, and past runs. */
import { Alert, Button, Group, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import {
  deleteSchedule,
  draftOf,
  emptySchedule,
  type Schedule,
  type ScheduleDraft,
  saveSchedule,
  schedulesKey,
  schedulesQuery,
} from '../../platform/api/schedules.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { RunNowButton } from './run-now-button.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'
import { StepList } from './step-list.tsx'
import { Timetable } from './timetable.tsx'
import styles from './schedules.module.css'

/** Name of a new group in the address. */
const newName = 'new'

export function ScheduleScreen() {
  const { name = newName } = useParams({ strict: false })
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const { data, error, isPending, refetch } = useQuery(schedulesQuery(scenario.name))
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  const crumbs = [
    { label: t('execute:title'), to: base },
    { label: t('title'), to: `${base}/groups` },
  ]
  const found = data?.find((schedule) => schedule.name === name)
  if (name === newName || found !== undefined) {
    return <ScheduleForm key={found?.id ?? newName} schedule={found} crumbs={crumbs} />
  }
  return (
    <>
      <PageHeader title={name} crumbs={crumbs} help="tasks/scheduletasks" />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingSkeleton />
      ) : (
        <EmptyState title={t('unknown', { name })}>{t('unknownHint')}</EmptyState>
      )}
    </>
  )
}

interface ScheduleFormProps {
  readonly schedule: Schedule | undefined
  readonly crumbs: readonly { readonly label: string; readonly to: string }[]
}

function ScheduleForm({ schedule, crumbs }: ScheduleFormProps) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<ScheduleDraft>(
    schedule === undefined ? emptySchedule : draftOf(schedule),
  )
  const change = (changes: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  const groups = (): void => {
    void navigate({ to: '/app/$scenario/execute/groups', params: { scenario: scenario.name } })
  }
  const saving = useMutation({
    mutationFn: () => saveSchedule(scenario.name, schedule?.id, givenOf(draft)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: schedulesKey(scenario.name) })
      toastDone({ message: t('saved', { name: draft.name }) })
      groups()
    },
  })
  const failure = saving.error === null ? undefined : asApiError(saving.error)
  const mayChange = scenario.may(`execute.${schedule === undefined ? 'add' : 'change'}_scheduledtask`)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate()
  }
  const askToDelete = (): void => {
    void confirm({
      title: t('delete.title', { name: draft.name }),
      children: t('delete.hint', { count: draft.steps.length }),
      action: t('delete.confirm'),
      danger: true,
      run: async () => {
        await deleteSchedule(scenario.name, schedule?.id ?? 0)
        await client.invalidateQueries({ queryKey: schedulesKey(scenario.name) })
        toastDone({ message: t('deleted', { name: draft.name }) })
        groups()
      },
    })
  }
  return (
    <>
      <PageHeader
        title={schedule?.name ?? t('newTitle')}
        crumbs={crumbs}
        help="tasks/scheduletasks"
        actions={
          schedule === undefined ? undefined : (
            <Group gap="xs">
              <RunNowButton name={schedule.name} />
              {scenario.may('execute.delete_scheduledtask') ? (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconTrash size={14} />}
                  onClick={askToDelete}
                >
                  {t('delete.button')}
                </Button>
              ) : null}
            </Group>
          )
        }
      />
      <form className={styles.editor} onSubmit={submit}>
        {mayChange ? null : <Alert color="gray">{t('readOnly')}</Alert>}
        <fieldset disabled={!mayChange} className={styles.fields}>
          <section className={styles.panel}>
            <div className={styles.pair}>
              <TextInput
                label={t('column.name')}
                required
                maxLength={300}
                value={draft.name}
                error={failure?.fields['name']?.join(' ')}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              <Switch
                mt="lg"
                label={t('enabled')}
                checked={draft.enabled}
                onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
              />
            </div>
          </section>
          <StepList
            steps={draft.steps}
            readOnly={!mayChange}
            errors={failure?.fields['steps']}
            onChange={(steps) => change({ steps })}
          />
          <Timetable draft={draft} errors={failure?.fields ?? {}} onChange={change} />
          <section className={styles.panel}>
            <h2>{t('mails.title')}</h2>
            <div className={styles.pair}>
              <TextInput
                label={t('mails.failure')}
                description={t('mails.hint')}
                value={draft.email_failure ?? ''}
                error={failure?.fields['email_failure']?.join(' ')}
                onChange={({ currentTarget }) => change({ email_failure: currentTarget.value })}
              />
              <TextInput
                label={t('mails.success')}
                description={t('mails.hint')}
                value={draft.email_success ?? ''}
                error={failure?.fields['email_success']?.join(' ')}
                onChange={({ currentTarget }) => change({ email_success: currentTarget.value })}
              />
            </div>
          </section>
        </fieldset>
        {failure === undefined ? null : (
          <Alert color="red" role="alert" title={t('notSaved')}>
            {failure.detail}
          </Alert>
        )}
        {mayChange ? (
          <div className={styles.foot}>
            <Button variant="default" onClick={groups}>
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

/** Returns null for an empty text. */
const given = (words: string | null): string | null => (words === null || words.trim() === '' ? null : words)

const givenOf = (draft: ScheduleDraft): ScheduleDraft => ({
  ...draft,
  tz: given(draft.tz),
  email_failure: given(draft.email_failure),
  email_success: given(draft.email_success),
})
