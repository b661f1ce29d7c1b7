/** The form of a task: description, parameters, equivalent command and request, and the last run. */
import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { useMe } from '../../platform/api/me.ts'
import {
  commandLine,
  launchTask,
  requestLine,
  runsKey,
  runsQuery,
  type Task,
} from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastInfo } from '../../ui/toasts.ts'
import { useOpenRun } from '../../ui/use-open-run.ts'
import {
  argumentsOf,
  type FormValues,
  initialValues,
  losingScenario,
  shownParameters,
} from './form-values.ts'
import { ParameterField } from './parameter-field.tsx'
import { RunStatus } from './run-status.tsx'
import { titleOf } from '../../platform/task-titles.ts'
import { useEarlierArguments } from './use-earlier-arguments.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './execute.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'
import { isTyped, TypedWord } from '../../ui/typed-word.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'
import { useAskingClose } from '../../ui/use-asking-close.tsx'

interface TaskDrawerProps {
  readonly task: Task
  /** Run whose arguments prefill the form. */
  readonly from: number | undefined
  readonly onClose: () => void
}

export function TaskDrawer({ task, from, onClose }: TaskDrawerProps) {
  const { t } = useTranslation('execute')
  const earlier = useEarlierArguments(task, from)
  const [dirty, setDirty] = useState(false)
  const { close, question } = useAskingClose(dirty, onClose, true)
  return (
    <DrawerDialog
      onClose={close}
      position="right"
      size="lg"
      title={titleOf(task.title)}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <QueryView query={earlier}>
        {(values) => <TaskForm task={task} earlier={values} onDirty={setDirty} />}
      </QueryView>
      {question}
    </DrawerDialog>
  )
}

interface TaskFormProps {
  readonly task: Task
  readonly earlier: FormValues
  /** Reports whether closing the form would lose something: it differs from its initial values and is not being sent. */
  readonly onDirty: (dirty: boolean) => void
}

function TaskForm({ task, earlier, onDirty }: TaskFormProps) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const { username } = useMe()
  const scenario = useScenario()
  const client = useQueryClient()
  const openRun = useOpenRun(true)
  const [values, setValues] = useState<FormValues>(initialValues(task, earlier))
  const [typed, setTyped] = useState('')
  const [initial] = useState(values)
  const dirty = typed !== '' || JSON.stringify(values) !== JSON.stringify(initial)
  const args = argumentsOf(task, values)
  const { data: runs = [] } = useQuery(runsQuery(scenario.name, { name: task.name, limit: 1 }))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => launchTask(scenario.name, task.name, args),
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: runsKey(scenario.name) })
      toastInfo({ message: t('form.launched', { id, title: titleOf(task.title) }) })
    },
  })
  useScreenLock(isPending)
  useEffect(() => onDirty(dirty && !isPending), [dirty, isPending, onDirty])
  const failure = error === null ? undefined : asApiError(error)
  // A destructive task requires typing the name of the scenario.
  const losing = losingScenario(task, args, scenario.name)
  const sure = losing === undefined || isTyped(typed, losing)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Only while the form is shown: on another screen there may be something to lose.
    if (sure) mutate(undefined, { onSuccess: openRun })
  }
  const [last] = runs
  return (
    <form className={styles.form} onSubmit={submit}>
      {paragraphs(task.about).map((words) => (
        <p key={words} className={styles.help}>
          {words}
        </p>
      ))}
      {shownParameters(task, values).map(([name, parameter]) => (
        <ParameterField
          key={name}
          task={task}
          name={name}
          parameter={parameter}
          value={values[name]}
          error={failure?.fields[name]?.join(' ')}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {losing === undefined ? null : (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={t('form.loses', { scenario: losing })}
        >
          {task.name === 'scenario_copy' ? (
            <ScreenLink to="/app/admin/scenarios">{t('form.differences')}</ScreenLink>
          ) : null}
          <TypedWord word={losing} value={typed} onChange={setTyped} />
        </Alert>
      )}
      {failure === undefined ? null : (
        <Alert color="red" role="alert" title={t('form.refused')}>
          {errorText(failure)}
        </Alert>
      )}
      <Group className={styles.formFoot} justify="space-between">
        <span className={styles.soft}>{t('form.scenario', { scenario: scenario.label })}</span>
        <Button
          type="submit"
          loading={isPending}
          disabled={!sure}
          {...(losing === undefined ? {} : { color: 'red' })}
          leftSection={<IconPlayerPlay size={16} />}
        >
          {t('form.launch')}
        </Button>
      </Group>
      <CopyableLine label={t('form.command')} line={commandLine(task, args, scenario.name)} />
      <CopyableLine label={t('form.request')} line={requestLine(task, args, username)} />
      {last === undefined ? null : (
        <div className={styles.last}>
          <span>{t('form.last')}</span>
          <RunStatus run={last} />
          <ScreenLink to={runHref(scenario.name, last.id)}>#{last.id}</ScreenLink>
          <span className={styles.soft}>{formats.moment(last.started ?? last.submitted)}</span>
        </div>
      )}
    </form>
  )
}

/** Splits help text for terminals into paragraphs at blank lines. */
const paragraphs = (about: string): readonly string[] =>
  about.split(/\n\s*\n/).map((words) => words.replaceAll(/\s*\n\s*/g, ' ').trim())

/** An equivalent command or request to copy. */
function CopyableLine({ label, line }: { readonly label: string; readonly line: string }) {
  return (
    <div className={styles.copyable}>
      <div className={styles.copyableHead}>
        <span>{label}</span>
        <CopyButton value={line} />
      </div>
      <code>{line}</code>
    </div>
  )
}
