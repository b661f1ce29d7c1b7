/** Gantt chart of the resources: orders, lateness, capacity use, and a panel to edit each order. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayMs } from '../../platform/formats/instants.ts'
import { timelineEnds } from '../../platform/api/timeline.ts'
import { changedSearch } from '../../platform/changed-search.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toastError } from '../../ui/toasts.ts'
import { BarPanel } from './bar-panel.tsx'
import { BarTable } from './bar-table.tsx'
import { GanttChart } from './gantt-chart.tsx'
import { GanttToolbar } from './gantt-toolbar.tsx'
import { mostDays, nextSpan } from './keys.ts'
import { Legend } from './legend.tsx'
import { type PlacedBar, placeRows, sameBar, timeOf } from './lanes.ts'
import { movedRows } from './moves.ts'
import type { GanttChanges, GanttSearch } from './gantt-search.ts'
import { foundBy, useGantt } from './use-gantt.ts'
import { useBoard } from './use-board.ts'
import { useOpenBar } from './use-open-bar.ts'
import styles from './gantt.module.css'

/** Loaded separately, because its tables are larger than the rest of the screen. */
const Tray = lazy(async () => ({ default: (await import('./tray.tsx')).Tray }))

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

export function GanttScreen() {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const navigate = useNavigate()
  const search: GanttSearch = useSearch({ strict: false })
  const [wanted, setWanted] = useState<PlacedBar>()
  const days = search.days ?? 28
  const [today] = useState(() => dateText(Date.now()))
  const start = search.start ?? today
  const from = timeOf(`${start}T00:00:00`)
  const end = dateText(from + days * dayMs)
  const {
    rows: stored,
    capacity,
    bucket,
    pending,
    error,
    retry,
  } = useGantt({
    start,
    end,
    days,
    search: search.search,
  })
  const board = useBoard(stored)
  const { moves, trial } = board
  const rows = useMemo(() => {
    if (moves.length === 0) return stored
    const moved = movedRows(
      stored.map(({ row }) => row),
      moves,
      trial?.orders.list ?? [],
    )
    return placeRows(moved, capacity !== undefined)
  }, [stored, moves, trial, capacity])
  // Returns the bar with its latest data; a bar outside the window keeps its data.
  const now = (bar: PlacedBar | undefined) => (bar === undefined ? bar : (sameBar(rows, bar) ?? bar))
  const chosen = now(wanted)
  const panel = useOpenBar()
  const change = (changes: GanttChanges): void => {
    void navigate({
      to: '/app/$scenario/gantt',
      params: { scenario: scenario.name },
      search: changedSearch(search, changes),
      replace: true,
    })
  }
  /** Zooms around the selected bar or the center, which keeps its position. */
  const zoom = (by: 'in' | 'out'): void => {
    const span = nextSpan(days, by)
    if (span === undefined) return
    const middle = from + (days * dayMs) / 2
    const around =
      chosen !== undefined && chosen.start >= from && chosen.start < from + days * dayMs
        ? chosen.start
        : middle
    change({ days: span, start: dateText(around - ((around - from) * span) / days) })
    announce(t('days', { count: span }))
  }
  const fit = async (): Promise<void> => {
    const ends = await timelineEnds(scenario.name, foundBy(search.search))
    if (ends === undefined) {
      announce(t('none'))
      return
    }
    const first = timeOf(`${ends.start.slice(0, 10)}T00:00:00`)
    const count = Math.min(mostDays, Math.max(1, Math.ceil((timeOf(ends.end) - first) / dayMs)))
    change({ start: dateText(first), days: count })
    announce(t('days', { count }))
  }
  const onFit = (): void => void fit().catch(toastError)
  const color = search.color ?? 'lateness'
  const opened = now(panel.opened)
  return (
    <div className="screen-fill">
      <PageHeader title={t('title')} help="how-to/plan-reports" />
      <GanttToolbar
        search={search}
        start={start}
        days={days}
        color={color}
        onChange={change}
        onStep={(by) => change({ start: dateText(from + by * dayMs) })}
        onToday={() => change({ start: dateText(Date.now()) })}
        onZoom={zoom}
        onFit={onFit}
      />
      {search.show === 'table' ? null : <Legend color={color} withStrip={capacity !== undefined} />}
      <div className={styles.work}>
        {error !== null ? (
          <ErrorState error={error} onRetry={retry} />
        ) : pending ? (
          <LoadingSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        ) : search.show === 'table' ? (
          <BarTable rows={rows} onChoose={(bar) => panel.open(bar, true)} />
        ) : (
          <GanttChart
            rows={rows}
            capacity={capacity}
            from={from}
            days={days}
            color={color}
            window={{ start, end, ...(bucket === undefined ? {} : { bucket }) }}
            chosen={chosen}
            board={board}
            onChoose={setWanted}
            onOpen={panel.open}
            onClose={panel.close}
            onMove={(time) => change({ start: dateText(time) })}
            onZoom={zoom}
            onFit={onFit}
          />
        )}
        {opened === undefined ? null : (
          <BarPanel
            key={`${opened.resource} ${opened.bar.reference}`}
            placed={opened}
            focused={panel.focused}
            onDirty={panel.setDirty}
            onClose={panel.close}
          />
        )}
      </div>
      {moves.length > 0 || trial !== undefined ? (
        <Suspense fallback={null}>
          <Tray board={board} />
        </Suspense>
      ) : null}
    </div>
  )
}
