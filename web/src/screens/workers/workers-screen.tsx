/** The running workers with their tasks, and the live plans of all servers with their memory. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type LivePlan, type RunningWorker, workersQuery } from '../../platform/api/workers.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './workers.module.css'

export function WorkersScreen() {
  const { t } = useTranslation('execute')
  const { data, error, refetch } = useQuery(workersQuery)
  return (
    <>
      <PageHeader title={t('workers.title')} help="how-to/run-tasks" />
      {data !== undefined ? (
        <div className={styles.page}>
          <Workers workers={data.workers} />
          <LivePlans plans={data.live_plans} />
        </div>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeleton />
      )}
    </>
  )
}

const megabyte = 2 ** 20

function Workers({ workers }: { readonly workers: readonly RunningWorker[] }) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const namesOf = (names: readonly string[] | null): string => names?.join(', ') ?? t('workers.all')
  const columns: readonly Column<RunningWorker>[] = [
    { id: 'host', header: t('workers.host'), cell: ({ host }) => host ?? t('workers.older') },
    { id: 'started', header: t('workers.started'), cell: startCell },
    { id: 'kinds', header: t('workers.kinds'), cell: ({ kinds }) => namesOf(kinds) },
    { id: 'scenarios', header: t('workers.scenarios'), cell: ({ scenarios }) => namesOf(scenarios) },
    {
      id: 'concurrency',
      header: t('workers.concurrency'),
      align: 'end',
      cell: ({ concurrency }) => (concurrency === null ? '' : formats.number(concurrency)),
    },
    {
      id: 'memory',
      header: t('workers.memory'),
      align: 'end',
      cell: ({ memory }) => (memory === null ? '' : formats.bytes(memory * megabyte)),
    },
    { id: 'tasks', header: t('workers.tasks'), cell: tasksCell },
  ]
  return (
    <section>
      <Title order={2} size="h4">
        {t('workers.running')}
      </Title>
      <DataTable
        label={t('workers.running')}
        columns={columns}
        rows={workers}
        rowKey={({ number }) => number}
        empty={<EmptyState title={t('worker.none')}>{t('worker.noneHint')}</EmptyState>}
      />
    </section>
  )
}

function LivePlans({ plans }: { readonly plans: readonly LivePlan[] }) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const columns: readonly Column<LivePlan>[] = [
    { id: 'scenario', header: t('workers.scenario'), cell: ({ scenario }) => scenario },
    { id: 'host', header: t('workers.host'), cell: ({ host }) => host },
    { id: 'pid', header: t('workers.process'), cell: ({ pid }) => String(pid) },
    { id: 'started', header: t('workers.started'), cell: startCell },
    {
      id: 'memory',
      header: t('workers.memory'),
      align: 'end',
      sort: ({ memory }) => memory,
      cell: ({ memory }) => formats.bytes(memory),
    },
    {
      id: 'answered',
      header: t('workers.answered'),
      align: 'end',
      sort: ({ answered }) => answered,
      cell: ({ answered }) => formats.number(answered),
    },
    {
      id: 'questions',
      header: t('workers.questions'),
      align: 'end',
      sort: ({ questions }) => questions,
      cell: ({ questions }) => formats.number(questions),
    },
  ]
  return (
    <section>
      <Title order={2} size="h4">
        {t('workers.livePlans')}
      </Title>
      <DataTable
        label={t('workers.livePlans')}
        columns={columns}
        rows={plans}
        rowKey={({ host, pid }) => `${host} ${pid}`}
        empty={<EmptyState title={t('workers.noLivePlans')}>{t('workers.noLivePlansHint')}</EmptyState>}
      />
    </section>
  )
}

const startCell = ({ started }: { readonly started: string | null }) =>
  started === null ? '' : <RelativeTime at={started} />

const tasksCell = ({ tasks }: RunningWorker) =>
  tasks.map(({ id, name, scenario }) => (
    <div key={id}>
      <ScreenLink to={`/app/${scenario}/execute/runs/${id}`}>
        {name} #{id}
      </ScreenLink>
    </div>
  ))
