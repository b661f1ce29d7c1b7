/** Gantt chart of the resources: orders, lateness, capacity use, and a panel to edit each order. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf, timeOf, todayInPlan } from '../../platform/calendar/days.ts'
import { dayMs } from '../../platform/formats/instants.ts'
import type { TimelineRow } from '../../platform/api/timeline.ts'
import { changedSearch } from '../../platform/changed-search.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { GanttChart } from './gantt-chart.tsx'
import { GanttToolbar } from './gantt-toolbar.tsx'
import { nextSpan } from './keys.ts'
import { barLooks } from './bar-looks.ts'
import { type PlacedBar, sameBar } from './lanes.ts'
import { foundOrders, nextFound } from './find-orders.ts'
import type { GanttChanges, GanttSearch } from './gantt-search.ts'
import { foundBy, useGantt } from './use-gantt.ts'
import { useBoard } from './use-board.ts'
import { useLinks } from './use-links.ts'
import { useRows } from './use-rows.ts'
import { useOpenBar } from './use-open-bar.ts'
import { loadOrders } from './load-orders.ts'
import { late } from '../../ui/late.tsx'
import styles from './gantt.module.css'

/** Parts that are shown on request. */
const parts = () => import('./board-parts.ts')
const BarPanel = late(async () => (await parts()).BarPanel)
const LateWork = late(async () => (await parts()).LateWork)
const StockRows = late(async () => (await parts()).StockRows)
const Tray = late(async () => (await parts()).Tray)
/** Apart, because its tables are larger than the rest of the screen. */
const Legend = late(async () => (await import('./legend.tsx')).Legend)
const BarTable = late(async () => (await import('./bar-table.tsx')).BarTable)

export function GanttScreen() {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const formats = useFormats()
  const navigate = useNavigate()
  const search: GanttSearch = useSearch({ strict: false })
  const [today] = useState(() => todayInPlan(scenario.name))
  const [wanted, setWanted] = useState<PlacedBar>()
  const asked = windowOf(search, today)
  const plan = useGantt({ ...asked, sort: search.sort ?? 'load' })
  const { capacity, bucket } = plan
  const window =
    search.start === undefined && search.days === undefined ? withoutIdle(asked, plan.rows, today) : asked
  const { start, end, days, from } = window
  const board = useBoard(plan.rows)
  const isTried = board.moves.length > 0 || board.trial !== undefined
  const { rows, toggle } = useRows(plan, board, search.group)
  const color = search.color ?? 'lateness'
  const looks = useMemo(() => barLooks(color, rows), [color, rows])
  const found = useMemo(() => foundOrders(rows, search.order ?? ''), [rows, search.order])
  // Returns the bar with its latest data; a bar outside the window keeps its data.
  const now = (bar: PlacedBar | undefined) => (bar === undefined ? bar : (sameBar(rows, bar) ?? bar))
  const chosen = now(wanted)
  const [held, setHeld] = useState<PlacedBar>()
  const panel = useOpenBar()
  const change = (changes: GanttChanges): void => {
    void navigate({
      to: '/app/$scenario/gantt',
      params: { scenario: scenario.name },
      search: changedSearch(search, changes),
      replace: true,
    })
  }
  /** Moves the window to a time outside it. */
  const show = (time: number): void => {
    if (time < from || time >= from + days * dayMs) change({ start: startBefore(time) })
  }
  const tellMissing = (text: string): void => toastInfo({ message: t('notFound', { text }), id: 'board' })
  const choose = (bar: PlacedBar): void => {
    show(bar.start)
    setWanted(bar)
  }
  /** What is shown now: an order that was sought outside of something else is not shown any more. */
  const shown = useRef<readonly unknown[]>(undefined)
  // Before the effects of the toolbar, one of which seeks what was just typed.
  useLayoutEffect(() => {
    shown.current = [search, wanted]
    return () => {
      shown.current = undefined
    }
  }, [search, wanted])
  /** Moves the window to the first order after it that the search finds, or else to the first one of all. */
  const findOutside = async (): Promise<void> => {
    const before = shown.current
    const sought = (search.order ?? '').trim()
    const { seekOrder } = await loadOrders()
    const other = await seekOrder(scenario.name, foundBy(search.search), sought, end)
    if (before !== shown.current) return
    const first = other ?? nextFound(rows, found, undefined)
    if (first === undefined) tellMissing(sought)
    else choose(first)
  }
  /** Opens an order; the window moves to one outside it, and the filter by resource ends for one that it hides. */
  const goTo = async (reference: string): Promise<void> => {
    let next = rows.flatMap(({ bars }) => bars).find(({ bar }) => bar.reference === reference)
    if (next === undefined) {
      const { readOrder } = await loadOrders()
      next = await readOrder(scenario.name, reference)
      if (next === undefined) {
        tellMissing(reference)
        return
      }
      const { resource } = next
      if (rows.some(({ row }) => row.resource === resource)) show(next.start)
      else change({ search: undefined, start: startBefore(next.start) })
    }
    setWanted(next)
    panel.open(next, true)
  }
  const zoom = useZoom(window, chosen, change)
  const [hovered, setHovered] = useState<PlacedBar>()
  const links = useLinks(hovered ?? chosen, board, rows)
  const opened = now(panel.opened)
  const reported = { start, end, ...(bucket === undefined ? {} : { bucket }) }
  return (
    <div className="screen-fill">
      <PageHeader title={t('title')} help="how-to/plan-board" />
      <GanttToolbar
        search={search}
        start={start}
        days={days}
        color={color}
        onChange={change}
        onStep={(by) => change({ start: dateOf(from + by * dayMs) })}
        onToday={() => change({ start: undefined })}
        onZoom={zoom.by}
        onFit={zoom.fit}
        found={found?.size}
        onNextFound={() => {
          const next = nextFound(rows, found, chosen)
          if (next !== undefined) setWanted(next)
          else if (found !== undefined) void findOutside().catch(toastError)
        }}
      />
      {plan.total > plan.rows.length ? (
        <p className={styles.cut} role="status">
          {t('rowsCut', { shown: formats.number(plan.rows.length), all: formats.number(plan.total) })}
        </p>
      ) : null}
      {search.show === 'table' ? null : (
        <Suspense>
          <Legend entries={looks.legend} links={links} withStrip={capacity !== undefined} isTried={isTried} />
        </Suspense>
      )}
      <div className={styles.work}>
        {search.late === true ? (
          <Suspense fallback={<LoadingSkeleton />}>
            <LateWork
              search={search.search}
              chosen={chosen}
              isMovable={board.isMovable}
              rows={rows}
              alternatesOf={board.alternatesOf}
              canCreate={board.canCreate}
              onCreate={(bar) => {
                choose(bar)
                board.move(bar, {})
              }}
              onChoose={choose}
              onDrag={setHeld}
              onClose={() => change({ late: undefined })}
            />
          </Suspense>
        ) : null}
        <div className={styles.column}>
          {plan.error === null ? null : (
            <ErrorState error={plan.error} inline={rows.length > 0} onRetry={plan.retry} />
          )}
          {rows.length === 0 && plan.error !== null ? null : plan.pending ? (
            <LoadingSkeleton />
          ) : rows.length === 0 ? (
            <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
          ) : search.show === 'table' ? (
            <Suspense fallback={<LoadingSkeleton />}>
              <BarTable rows={rows} onChoose={(bar) => panel.open(bar, true)} />
            </Suspense>
          ) : (
            <GanttChart
              rows={rows}
              capacity={capacity}
              from={from}
              days={days}
              looks={looks}
              links={links}
              found={found}
              window={reported}
              chosen={chosen}
              board={board}
              held={held}
              onHover={setHovered}
              onChoose={setWanted}
              onShow={show}
              onOpen={panel.open}
              onClose={panel.close}
              onMove={(time) => change({ start: dateOf(time) })}
              onZoom={zoom.by}
              onFit={zoom.fit}
              onToggle={toggle}
            />
          )}
          {search.stock === true && search.show !== 'table' ? (
            <Suspense fallback={null}>
              <StockRows chosen={chosen} isTried={isTried} window={reported} />
            </Suspense>
          ) : null}
        </div>
        {opened === undefined ? null : (
          <Suspense fallback={null}>
            <BarPanel
              key={`${opened.resource} ${opened.bar.reference}`}
              placed={opened}
              focused={panel.focused}
              onGo={(reference) => void goTo(reference).catch(toastError)}
              onDirty={panel.setDirty}
              onClose={panel.close}
            />
          </Suspense>
        )}
      </div>
      {isTried || board.error !== undefined ? (
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

/** Days before an order that is shown from the list of late orders. */
const daysBefore = 3

/** Returns the first day of a window that shows an order that starts at a time. */
const startBefore = (time: number): string => dateOf(time - daysBefore * dayMs)

/** Days before and after today by default, and days from the start if only one of both is in the address. */
const daysAround = 28
const daysAfter = 28

function windowOf({ start: wanted, days, search }: GanttSearch, today: string): GanttWindow {
  const isDefault = (wanted ?? days) === undefined
  const start = wanted ?? (isDefault ? dateOf(timeOf(`${today}T00:00:00`) - daysAround * dayMs) : today)
  return windowFrom(start, isDefault ? 2 * daysAround : (days ?? daysAfter), search)
}

function windowFrom(start: string, days: number, search: string | undefined): GanttWindow {
  const from = timeOf(`${start}T00:00:00`)
  return { start, end: dateOf(from + days * dayMs), days, from, search }
}

/** Returns the window without the days before the first order; today is always shown. */
function withoutIdle(window: GanttWindow, rows: readonly TimelineRow[], today: string): GanttWindow {
  let first = timeOf(`${today}T00:00:00`)
  for (const { bars } of rows) for (const { startdate } of bars) first = Math.min(first, timeOf(startdate))
  const idle = Math.floor((first - window.from) / dayMs)
  return idle <= 0
    ? window
    : windowFrom(dateOf(window.from + idle * dayMs), window.days - idle, window.search)
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
  const show = (next: { readonly days: number; readonly start: string }): void => {
    change(next)
    announce(t('days', { count: next.days }))
  }
  const by = (direction: 'in' | 'out'): void => {
    const span = nextSpan(days, direction)
    if (span === undefined) return
    const length = days * dayMs
    const ahead = (chosen?.start ?? 0) - from
    const around = ahead >= 0 && ahead < length ? ahead : length / 2
    show({ days: span, start: dateOf(from + around - (around * span) / days) })
  }
  const fit = async (): Promise<void> => {
    const { wholeWindow } = await loadOrders()
    const all = await wholeWindow(scenario.name, foundBy(search))
    if (all === undefined) announce(t('none'))
    else show(all)
  }
  return { by, fit: () => void fit().catch(toastError) }
}
