/** All scenarios with their contents and origin, and actions to copy, promote and release them. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeptAction, relabel, type ScenarioState, scenariosQuery } from '../../platform/api/scenarios.ts'
import { tasksQuery } from '../../platform/api/tasks.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { BringBackDialog } from './bring-back-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { RunNote } from './run-note.tsx'
import { type CardDialog, ScenarioCard } from './scenario-card.tsx'
import styles from './scenarios.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'

/** An open dialog and its scenario. */
interface Open {
  readonly kind: CardDialog
  readonly scenario: ScenarioState
}

export function ScenariosScreen() {
  const { t } = useTranslation('scenarios')
  const client = useQueryClient()
  const found = useQuery(scenariosQuery)
  const { data } = found
  const [open, setOpen] = useState<Open>()
  const [run, setRun] = useState<{ readonly scenario: string; readonly id: number }>()
  const [creating, setCreating] = useState(false)
  const [kept, setKept] = useState<{ readonly scenario: string; readonly kept: KeptAction }>()
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
    setKept(undefined)
    setRun({ scenario, id })
    changed()
  }
  const bringBack = (scenario: string, kept: KeptAction): void => setKept({ scenario, kept })
  const reverted = data?.find(({ kept, rights }) => kept === 'undo' && rights.superuser)?.name
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
            onRevert={reverted === undefined ? undefined : () => bringBack(reverted, 'undo')}
          />
        )}
        <QueryView query={found}>
          {(data) => (
            <ul className={styles.cards}>
              {data.map((scenario) => (
                <ScenarioCard
                  key={scenario.name}
                  scenario={scenario}
                  deletedFrom={may('scenario_delete') ? from : undefined}
                  onOpen={(kind) => setOpen({ kind, scenario })}
                  onStarted={started}
                  onBringBack={(kept) => bringBack(scenario.name, kept)}
                />
              ))}
            </ul>
          )}
        </QueryView>
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
      {kept === undefined ? null : (
        <BringBackDialog
          {...kept}
          onClose={() => setKept(undefined)}
          onStarted={(id) => started(kept.scenario, id)}
        />
      )}
      {open?.kind === 'label' ? (
        <LabelDialog scenario={open.scenario} onClose={() => setOpen(undefined)} onDone={changed} />
      ) : null}
    </>
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
  useScreenLock(isPending)
  const { close, question } = useAskingClose(label !== scenario.label && !isPending, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog onClose={close} title={t('label.title', { name: scenario.name })}>
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
      {question}
    </Dialog>
  )
}
