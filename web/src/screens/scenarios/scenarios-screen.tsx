/** All scenarios with their contents and origin, and actions to copy, promote and release them. */
import { Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowBigUpLine,
  IconArrowsDiff,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  copyScenario,
  deleteScenario,
  relabel,
  type ScenarioState,
  scenariosQuery,
} from '../../platform/api/scenarios.ts'
import { launchTask, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { RunNote } from './run-note.tsx'
import styles from './scenarios.module.css'

/** An open dialog and its scenario. */
interface Open {
  readonly kind: 'copy' | 'promote' | 'label'
  readonly scenario: ScenarioState
}

export function ScenariosScreen() {
  const { t } = useTranslation('scenarios')
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(scenariosQuery)
  const [open, setOpen] = useState<Open>()
  const [run, setRun] = useState<{ readonly scenario: string; readonly id: number }>()
  const [creating, setCreating] = useState(false)
  // Tasks on free scenarios run in one that the user can open: production if possible.
  const from = (data?.find((one) => one.open && one.production) ?? data?.find((one) => one.open))?.name
  const { data: tasks = [] } = useQuery({ ...tasksQuery(from ?? ''), enabled: from !== undefined })
  const may = (task: string): boolean => tasks.some(({ name }) => name === task)
  const changed = (): void => {
    void client.invalidateQueries({ queryKey: scenariosQuery.queryKey })
    void client.invalidateQueries({ queryKey: ['me'] })
  }
  const started = (scenario: string, id: number): void => {
    setOpen(undefined)
    setCreating(false)
    setRun({ scenario, id })
    changed()
  }
  const revert = (name: string): void => {
    void confirm({
      title: t('revert.title'),
      children: <p>{t('revert.hint')}</p>,
      action: t('revert.action'),
      danger: true,
      typed: name,
      run: async () => started(name, await copyScenario(name, { 'revert-promote': true })),
    })
  }
  const reverted = data?.find(({ production, rights }) => production && rights.superuser)?.name
  return (
    <>
      <PageHeader
        title={t('title')}
        help="tasks/scenarios"
        actions={
          may('scenario_create') ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              {t('create.button')}
            </Button>
          ) : undefined
        }
      />
      <div className={styles.page}>
        <p className={styles.soft}>{t('about')}</p>
        {run === undefined ? null : (
          <RunNote
            key={run.id}
            scenario={run.scenario}
            id={run.id}
            onEnd={changed}
            onRevert={reverted === undefined ? undefined : () => revert(reverted)}
          />
        )}
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <LoadingSkeleton />
        ) : (
          <ul className={styles.cards}>
            {data.map((scenario) => (
              <ScenarioCard
                key={scenario.name}
                scenario={scenario}
                deletedFrom={may('scenario_delete') ? from : undefined}
                onOpen={(kind) => setOpen({ kind, scenario })}
                onStarted={started}
                onRevert={() => revert(scenario.name)}
              />
            ))}
          </ul>
        )}
      </div>
      {creating && from !== undefined ? (
        <CreateDialog from={from} onClose={() => setCreating(false)} onStarted={(id) => started(from, id)} />
      ) : null}
      {open?.kind === 'copy' ? (
        <CopyDialog
          source={open.scenario}
          all={data ?? []}
          onClose={() => setOpen(undefined)}
          onStarted={(id) => started(open.scenario.name, id)}
        />
      ) : null}
      {open?.kind === 'promote' ? (
        <PromoteDialog
          scenario={open.scenario}
          onClose={() => setOpen(undefined)}
          onStarted={(id) => started(open.scenario.name, id)}
        />
      ) : null}
      {open?.kind === 'label' ? (
        <LabelDialog scenario={open.scenario} onClose={() => setOpen(undefined)} onDone={changed} />
      ) : null}
    </>
  )
}

interface ScenarioCardProps {
  readonly scenario: ScenarioState
  /** Scenario from which a free one is deleted; undefined without the right. */
  readonly deletedFrom: string | undefined
  readonly onOpen: (kind: Open['kind']) => void
  readonly onStarted: (scenario: string, id: number) => void
  readonly onRevert: () => void
}

const tones: Readonly<Record<string, Tone>> = { 'In use': 'ok', Busy: 'waiting', Free: 'neutral' }

function ScenarioCard({ scenario, deletedFrom, onOpen, onStarted, onRevert }: ScenarioCardProps) {
  const { t } = useTranslation('scenarios')
  const formats = useFormats()
  const { name, label, status, production, rights, size, origin, users } = scenario
  const plan = scenario.last_plan
  const free = status === 'Free'
  const release = (): void => {
    void confirm({
      title: t('release.title', { label }),
      children: <p>{t('release.hint', { label, count: users?.length ?? 0 })}</p>,
      action: t('release.action'),
      danger: true,
      typed: name,
      run: async () => onStarted(name, await launchTask(name, 'scenario_release', {})),
    })
  }
  const remove = (home: string): void => {
    void confirm({
      title: t('delete.title', { label }),
      children: <p>{t('delete.hint')}</p>,
      action: t('delete.button'),
      danger: true,
      typed: name,
      run: async () => onStarted(home, await deleteScenario(home, name)),
    })
  }
  return (
    <li className={styles.card} data-production={production} data-free={free}>
      <div className={styles.cardHead}>
        {scenario.open ? (
          <ScreenLink className={styles.name} to={`/app/${encodeURIComponent(name)}/`}>
            {label}
          </ScreenLink>
        ) : (
          <span className={styles.name}>{label}</span>
        )}
        <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`status.${status}`)}</StatusBadge>
        <StatusBadge tone={production ? 'info' : 'neutral'}>
          {t(production ? 'production' : 'whatIf')}
        </StatusBadge>
      </div>
      <dl>
        <div>
          <dt>{t('name')}</dt>
          <dd>
            <code>{name}</code>
          </dd>
        </div>
        {origin === null ? null : (
          <div>
            <dt>{t('origin')}</dt>
            <dd>
              {t('originOf', {
                source: origin.source ?? '',
                by: origin.by ?? '',
                at: origin.at === null ? '' : formats.moment(origin.at),
              })}
            </dd>
          </div>
        )}
        {size === null ? null : (
          <div>
            <dt>{t('size')}</dt>
            <dd>{formats.bytes(size)}</dd>
          </div>
        )}
        {plan === null ? null : (
          <div>
            <dt>{t('plan')}</dt>
            <dd>{plan.at === null ? plan.status : formats.moment(plan.at)}</dd>
          </div>
        )}
        {users === null ? null : (
          <div>
            <dt>{t('users')}</dt>
            <dd>{users.map(({ username }) => username).join(', ')}</dd>
          </div>
        )}
      </dl>
      <Group gap="xs">
        {rights.copy && !free ? (
          <Button variant="default" leftSection={<IconCopy size={14} />} onClick={() => onOpen('copy')}>
            {t('copy.button')}
          </Button>
        ) : null}
        {rights.promote && !free && !production ? (
          <Button
            variant="default"
            leftSection={<IconArrowBigUpLine size={14} />}
            onClick={() => onOpen('promote')}
          >
            {t('promote.button')}
          </Button>
        ) : null}
        {free && !production && deletedFrom !== undefined ? (
          <Button variant="default" leftSection={<IconTrash size={14} />} onClick={() => remove(deletedFrom)}>
            {t('delete.button')}
          </Button>
        ) : null}
        {scenario.open && !production ? (
          <Button
            component={ScreenLink}
            variant="default"
            leftSection={<IconArrowsDiff size={14} />}
            to={`/app/${encodeURIComponent(name)}/reports/comparison`}
          >
            {t('compare')}
          </Button>
        ) : null}
        {rights.label || rights.release || (production && rights.superuser) ? (
          <Menu>
            <Menu.Target>
              <Button variant="subtle" aria-label={t('more', { label })}>
                <IconDots size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {rights.label ? (
                <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => onOpen('label')}>
                  {t('label.button')}
                </Menu.Item>
              ) : null}
              {rights.release && !production && !free ? (
                <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={release}>
                  {t('release.button')}
                </Menu.Item>
              ) : null}
              {production && rights.superuser ? (
                <Menu.Item leftSection={<IconArrowBackUp size={14} />} onClick={onRevert}>
                  {t('revert.button')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
    </li>
  )
}

interface LabelDialogProps {
  readonly scenario: ScenarioState
  readonly onClose: () => void
  readonly onDone: () => void
}

function LabelDialog({ scenario, onClose, onDone }: LabelDialogProps) {
  const { t } = useTranslation('scenarios')
  const [label, setLabel] = useState(scenario.label)
  const { mutate, isPending } = useMutation({
    mutationFn: () => relabel(scenario.name, label),
    onSuccess: () => {
      toastDone({ message: t('label.done', { label }) })
      onDone()
      onClose()
    },
    onError: (error) => toastError(error, t('label.failed')),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('label.title', { name: scenario.name })}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={t('label.label')}
          required
          maxLength={500}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('label.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
