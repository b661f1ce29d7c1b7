/** Backups of a scenario: creating one, the list, and instructions to restore one. */
import { Alert, Button, Select } from '@mantine/core'
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { dayMs } from '../../platform/formats/instants.ts'
import { homeScenario, useMe } from '../../platform/api/me.ts'
import { scenarioPath } from '../../platform/api/paths.ts'
import { launchTask, type Run, runsKey, runsQuery, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastError } from '../../ui/toasts.ts'
import { RunStatus } from '../execute/run-status.tsx'
import { RunNote } from './run-note.tsx'
import styles from './scenarios.module.css'

/** Days after which a dump is deleted. */
const keptDays = 30

export function BackupsScreen() {
  const { t } = useTranslation('scenarios')
  const me = useMe()
  const client = useQueryClient()
  const [scenario, setScenario] = useState(homeScenario(me) ?? 'default')
  const [started, setStarted] = useState<number>()
  const { data: tasks = [] } = useQuery(tasksQuery(scenario))
  const { data: runs, error, refetch } = useQuery(runsQuery(scenario, { name: 'backup', limit: 100 }))
  const may = tasks.some(({ name }) => name === 'backup')
  const { mutate, isPending } = useMutation({
    mutationFn: () => launchTask(scenario, 'backup', {}),
    onSuccess: setStarted,
    onError: (failure) => toastError(failure, t('backups.failed')),
  })
  return (
    <>
      <PageHeader
        title={t('backups.title')}
        help="how-to/back-up-and-restore"
        actions={
          may ? (
            <Button
              loading={isPending}
              leftSection={<IconDatabaseExport size={16} />}
              onClick={() => mutate()}
            >
              {t('backups.now')}
            </Button>
          ) : undefined
        }
      />
      <div className={styles.page}>
        <Select
          className={styles.choice}
          label={t('backups.scenario')}
          data={me.scenarios.map(({ name, label }) => ({ value: name, label }))}
          value={scenario}
          allowDeselect={false}
          onChange={(name) => setScenario(name ?? scenario)}
        />
        {may ? null : <Alert color="gray">{t('backups.noRight')}</Alert>}
        {started === undefined ? null : (
          <RunNote
            key={started}
            scenario={scenario}
            id={started}
            onEnd={() => void client.invalidateQueries({ queryKey: runsKey(scenario) })}
          />
        )}
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : runs === undefined ? (
          <LoadingSkeleton />
        ) : (
          <BackupTable scenario={scenario} runs={runs} may={may} />
        )}
        <section className={styles.panel}>
          <h2>{t('backups.restore')}</h2>
          <p className={styles.soft}>{t('backups.restoreHint')}</p>
          <div className={styles.command}>
            <code>
              {restoreLine(scenario, runs?.find(({ status }) => status === 'Done')?.logfile ?? 'FILE.dump')}
            </code>
            <CopyButton
              value={restoreLine(
                scenario,
                runs?.find(({ status }) => status === 'Done')?.logfile ?? 'FILE.dump',
              )}
            />
          </div>
        </section>
      </div>
    </>
  )
}

const restoreLine = (scenario: string, file: string): string =>
  `planctl restore ${file} --database=${scenario}`

interface BackupTableProps {
  readonly scenario: string
  readonly runs: readonly Run[]
  /** Users without the right to make backups may not download them either. */
  readonly may: boolean
}

function BackupTable({ scenario, runs, may }: BackupTableProps) {
  const { t } = useTranslation('scenarios')
  const formats = useFormats()
  return (
    <DataTable
      label={t('backups.title')}
      rows={runs}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t('backups.none')}>{t('backups.noneHint')}</EmptyState>}
      columns={[
        {
          id: 'run',
          header: t('backups.run'),
          sort: ({ id }) => id,
          cell: (run) => runLink(scenario, run),
        },
        { id: 'status', header: t('backups.status'), cell: statusOf },
        {
          id: 'at',
          header: t('backups.at'),
          sort: ({ submitted }) => submitted,
          cell: madeAt,
        },
        {
          id: 'size',
          header: t('size'),
          align: 'end',
          sort: (run) => sizeOf(run) ?? 0,
          cell: (run) => sizeText(run, formats.bytes),
        },
        {
          id: 'message',
          header: t('backups.what'),
          cell: contentOf,
        },
        {
          id: 'until',
          header: t('backups.until'),
          cell: ({ finished, status }) =>
            finished === null || status !== 'Done'
              ? ''
              : formats.date(new Date(formats.instant(finished) + keptDays * dayMs).toISOString()),
        },
        {
          id: 'file',
          header: '',
          cell: (run) => (may ? dumpLink(scenario, run, t('backups.download')) : null),
        },
      ]}
    />
  )
}

const runLink = (scenario: string, { id }: Run) => <ScreenLink to={runHref(scenario, id)}>#{id}</ScreenLink>

/** The size at the end of the English message of a backup. */
const sizeAtEnd = /, (\d+) bytes\.$/

/** Returns the size in bytes; undefined without a file. */
function sizeOf({ message }: Run): number | undefined {
  const sizeText = sizeAtEnd.exec(message ?? '')?.[1]
  return sizeText === undefined ? undefined : Number(sizeText)
}

/** Returns the message in the language of the user without the size, which has a column of its own. */
function contentOf(run: Run): string {
  const size = sizeOf(run)
  const { detail } = run
  return (
    (size === undefined ? detail : detail?.replace(new RegExp(`[,，、] ?${size} .*(?=[.。]$)`), '')) ?? ''
  )
}

function sizeText(run: Run, bytes: (count: number) => string): string {
  const size = sizeOf(run)
  return size === undefined ? '' : bytes(size)
}

const madeAt = ({ finished, submitted }: Run) => <MadeAt at={finished ?? submitted} />

function MadeAt({ at }: { readonly at: string }) {
  return (
    <>
      {useFormats().moment(at)}
      <div className={styles.soft}>
        <RelativeTime at={at} />
      </div>
    </>
  )
}

const statusOf = (run: Run) => <RunStatus run={run} />

const dumpLink = (scenario: string, { id, status, logfile }: Run, label: string) =>
  status === 'Done' && logfile !== null ? (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={addressOfPath(scenarioPath(scenario, `/execute/logdownload/${id}/`))}
      leftSection={<IconDownload size={14} />}
    >
      {label}
    </Button>
  ) : null
