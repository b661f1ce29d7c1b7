/** The Gantt chart of the resources: what runs where and when, what is late, and each order with what it is for. */
import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timelineQuery } from '../../api/timeline.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingSkeleton } from '../../components/loading-skeleton.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { BarPanel } from './bar-panel.tsx'
import { BarTable } from './bar-table.tsx'
import { GanttChart } from './gantt-chart.tsx'
import { placeRows, type PlacedBar } from './lanes.ts'
import type { GanttSearch } from './routes.ts'
import styles from './gantt.module.css'

const day = 86_400_000
const spans = [7, 14, 28, 91, 182] as const

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

export function GanttScreen() {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const navigate = useNavigate()
  const search: GanttSearch = useSearch({ strict: false })
  const [chosen, setChosen] = useState<PlacedBar>()
  const days = search.days ?? 28
  const [today] = useState(() => dateText(Date.now()))
  const start = search.start ?? today
  const from = Date.parse(`${start}T00:00:00Z`)
  const { data, error, isPending, refetch } = useQuery(
    timelineQuery(scenario.name, {
      start,
      end: dateText(from + days * day),
      ...(search.search === undefined ? {} : { resource__icontains: search.search }),
    }),
  )
  const rows = useMemo(() => placeRows(data ?? []), [data])
  const change = (changes: GanttSearch): void => {
    void navigate({
      to: '/app/$scenario/gantt',
      params: { scenario: scenario.name },
      search: { ...search, ...changes },
      replace: true,
    })
  }
  const longer = spans.find((span) => span > days)
  const shorter = spans.findLast((span) => span < days)
  const color = search.color ?? 'lateness'
  return (
    <div className="screen-fill">
      <PageHeader title={t('title')} help="how-to/plan-reports" />
      <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
        <TextInput
          type="search"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          placeholder={t('find')}
          aria-label={t('find')}
          value={search.search ?? ''}
          onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        />
        <Group gap={4}>
          <Button
            variant="default"
            aria-label={t('earlier')}
            onClick={() => change({ start: dateText(from - Math.ceil(days / 2) * day) })}
          >
            <IconChevronLeft size={16} />
          </Button>
          <Button variant="default" onClick={() => change({ start: dateText(Date.now()) })}>
            {t('today')}
          </Button>
          <Button
            variant="default"
            aria-label={t('later')}
            onClick={() => change({ start: dateText(from + Math.ceil(days / 2) * day) })}
          >
            <IconChevronRight size={16} />
          </Button>
        </Group>
        <TextInput
          type="date"
          aria-label={t('start')}
          value={start}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') change({ start: currentTarget.value })
          }}
        />
        <Group gap={4}>
          <Button
            variant="default"
            aria-label={t('zoomIn')}
            disabled={shorter === undefined}
            onClick={() => {
              if (shorter !== undefined) change({ days: shorter })
            }}
          >
            <IconZoomIn size={16} />
          </Button>
          <Button
            variant="default"
            aria-label={t('zoomOut')}
            disabled={longer === undefined}
            onClick={() => {
              if (longer !== undefined) change({ days: longer })
            }}
          >
            <IconZoomOut size={16} />
          </Button>
        </Group>
        <Select
          aria-label={t('span')}
          allowDeselect={false}
          className={styles.short}
          data={spans.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={String(days)}
          onChange={(value) => change({ days: Number(value) })}
        />
        <Select
          aria-label={t('color.label')}
          allowDeselect={false}
          className={styles.short}
          data={['lateness', 'status', 'item'].map((value) => ({ value, label: t(`color.${value}`) }))}
          value={color}
          onChange={(value) => change({ color: value ?? 'lateness' })}
        />
        <SegmentedControl
          aria-label={t('show.label')}
          data={[
            { value: 'chart', label: t('show.chart') },
            { value: 'table', label: t('show.table') },
          ]}
          value={search.show ?? 'chart'}
          onChange={(show) => {
            const { show: _show, ...others } = search
            void navigate({
              to: '/app/$scenario/gantt',
              params: { scenario: scenario.name },
              search: show === 'table' ? { ...others, show } : others,
              replace: true,
            })
          }}
        />
      </div>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : search.show === 'table' ? (
        <BarTable rows={rows} onChoose={setChosen} />
      ) : (
        <GanttChart
          rows={rows}
          from={from}
          days={days}
          color={color}
          chosen={chosen}
          onChoose={setChosen}
          onMove={(time) => change({ start: dateText(time) })}
        />
      )}
      {chosen === undefined ? null : <BarPanel bar={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}
