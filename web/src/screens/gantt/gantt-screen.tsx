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
import { type PlacedBar, type PlacedRow, placeRows, sameBar, timeOf } from './lanes.ts'
import { movedRows } from './moves.ts'
import type { GanttChanges, GanttSearch } from './gantt-search.ts'
import { foundBy, useGantt } from './use-gantt.ts'
import { type Board, useBoard } from './use-board.ts'
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
  const [today] = useState(() => dateText(Date.now()))
  const [wanted, setWanted] = useState<PlacedBar>()
  const window = windowOf(search, today)
  const { start, end, days, from } = window
  const plan = useGantt({ start, end, days, search: search.search, sort: search.sort ?? 'load' })
  const { capacity, bucket } = plan
  const board = useBoard(plan.rows)
  const rows = useMovedRows(plan.rows, board, capacity !== undefined)
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
  const zoom = useZoom(window, chosen, change)
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
        onZoom={zoom.by}
        onFit={zoom.fit}
      />
      {search.show === 'table' ? null : <Legend color={color} withStrip={capacity !== undefined} />}
      <div className={styles.work}>
        {plan.error !== null ? (
          <ErrorState error={plan.error} onRetry={plan.retry} />
        ) : plan.pending ? (
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
            onZoom={zoom.by}
            onFit={zoom.fit}
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
      {board.moves.length > 0 || board.trial !== undefined ? (
        <Suspense fallback={null}>
          <Tray board={board} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface GanttWindow {
  readonly start: string
  readonly end: string
  readonly days: number
  /** Start in milliseconds. */
  readonly from: number
  readonly search: string | undefined
}

function windowOf({ start: wanted, days = 28, search }: GanttSearch, today: string): GanttWindow {
  const start = wanted ?? today
  const from = timeOf(`${start}T00:00:00`)
  return { start, end: dateText(from + days * dayMs), days, from, search }
}

/** Returns the rows of the stored plan with the unsaved moves. */
function useMovedRows(
  stored: readonly PlacedRow[],
  { moves, trial }: Board,
  withStrip: boolean,
): readonly PlacedRow[] {
  return useMemo(() => {
    if (moves.length === 0) return stored
    const rows = stored.map(({ row }) => row)
    return placeRows(movedRows(rows, moves, trial?.orders.list ?? []), withStrip)
  }, [stored, moves, trial, withStrip])
}

interface Zoom {
  /** Zooms around the selected bar or the center, which keeps its position. */
  readonly by: (direction: 'in' | 'out') => void
  /** Shows all orders. */
  readonly fit: () => void
}

function useZoom(
  { from, days, search }: GanttWindow,
  chosen: PlacedBar | undefined,
  change: (changes: GanttChanges) => void,
): Zoom {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const by = (direction: 'in' | 'out'): void => {
    const span = nextSpan(days, direction)
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
    const ends = await timelineEnds(scenario.name, foundBy(search))
    if (ends === undefined) {
      announce(t('none'))
      return
    }
    const first = timeOf(`${ends.start.slice(0, 10)}T00:00:00`)
    const count = Math.min(mostDays, Math.max(1, Math.ceil((timeOf(ends.end) - first) / dayMs)))
    change({ start: dateText(first), days: count })
    announce(t('days', { count }))
  }
  return { by, fit: () => void fit().catch(toastError) }
}
