/** Month view of a calendar: open hours of each day, capacity of a resource, and drawing over days. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarView } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { dayFormat } from '../../platform/calendar/day-format.ts'
import { addDays, dayMinutes, timeOf } from '../../platform/calendar/days.ts'
import {
  type Drawn,
  drawnOf,
  drawnOn,
  type EntryKind,
  type Selection,
  slotMinutes,
} from '../../platform/calendar/new-entries.ts'
import { type DayLayout, layoutDays } from './layout.ts'
import { type PointerSpot, useDraw } from './use-draw.ts'
import styles from './calendars.module.css'

interface MonthViewProps {
  readonly view: CalendarView
  /** Dates of whole weeks. */
  readonly dates: readonly string[]
  /** Month, such as `2026-01`. */
  readonly month: string
  readonly hours: boolean
  readonly kind: EntryKind | undefined
  /** Hours of entries drawn on a day, in minutes. */
  readonly usual: readonly [from: number, until: number]
  readonly onDrawn: (drawn: Drawn) => void
  readonly onOpenDay: (date: string) => void
}

export function MonthView({ view, dates, month, hours, kind, usual, onDrawn, onOpenDay }: MonthViewProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const body = useRef<HTMLDivElement>(null)
  const [first = ''] = dates
  const [at, setAt] = useState(month === view.now.slice(0, 7) ? view.now.slice(0, 10) : `${month}-01`)
  const [anchor, setAnchor] = useState<string>()
  const days = layoutDays(view, dates)
  const capacity = new Map((view.capacity ?? []).map(({ date, available }) => [date, available]))
  const staged = stagedDays(view)
  const current = dates.includes(at) ? at : first
  /** Returns the drawn days as whole days or with the usual hours. */
  const drawnDays = (from: string, to: string, of: EntryKind): Drawn =>
    drawnOf(daysSelection(from, to, of === 'down' ? [0, dayMinutes] : usual), of)
  const draw = useDraw({
    spotAt: (x, y) => spotIn(body.current, x, y),
    draws: kind !== undefined,
    onDrawn: ({ anchor: from, cursor: to }) => {
      if (kind !== undefined) onDrawn(drawnDays(from.date, to.date, kind))
    },
    onTap: ({ date }) => onOpenDay(date),
  })
  const drawn =
    draw.drawing !== undefined
      ? drawnDays(draw.drawing.anchor.date, draw.drawing.cursor.date, kind ?? 'down')
      : anchor === undefined
        ? undefined
        : drawnDays(anchor, current, kind ?? 'down')
  const keyDown = (event: KeyboardEvent): void => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: 7,
      ArrowUp: -7,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      const next = addDays(current, step)
      if (!dates.includes(next)) return
      setAnchor(event.shiftKey ? (anchor ?? current) : undefined)
      setAt(next)
      body.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (anchor !== undefined && kind !== undefined) onDrawn(drawnDays(anchor, current, kind))
      else onOpenDay(current)
      setAnchor(undefined)
    } else if (event.key === 'Escape') setAnchor(undefined)
    else return
    event.preventDefault()
  }
  const weekday = dayFormat(formats.language, { weekday: 'short' })
  const weeks = Array.from({ length: dates.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    // Keys apply to the focused cell.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus
    <div
      ref={body}
      className={styles.month}
      role="grid"
      aria-label={t('month.label')}
      data-draws={kind !== undefined}
      onKeyDown={keyDown}
      {...draw.handlers}
    >
      <div role="row" className={styles.monthRow}>
        {days.slice(0, 7).map(({ date }) => (
          <span key={date} role="columnheader">
            {weekday.format(timeOf(date))}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]?.date} role="row" className={styles.monthRow}>
          {week.map((day) => (
            <DayCell
              key={day.date}
              day={day}
              hours={hours}
              capacity={capacity.get(day.date)}
              state={{
                isOther: !day.date.startsWith(month),
                isToday: day.date === view.now.slice(0, 10),
                isDrawn: drawn !== undefined && drawnOn(drawn, day.date) !== undefined,
                isCurrent: day.date === current,
                isStaged: staged.has(day.date),
              }}
              onFocus={() => setAt(day.date)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface DayCellProps {
  readonly day: DayLayout
  readonly hours: boolean
  /** Capacity of the chosen resource. */
  readonly capacity: number | undefined
  readonly state: {
    /** Whether the day belongs to another month. */
    readonly isOther: boolean
    readonly isToday: boolean
    readonly isDrawn: boolean
    readonly isCurrent: boolean
    /** Whether the day has unsaved changes. */
    readonly isStaged: boolean
  }
  readonly onFocus: () => void
}

function DayCell({ day, hours, capacity, state, onFocus }: DayCellProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const { date, open, bands } = day
  const short = (value: number): string => formats.number(value, { maximumFractionDigits: 1 })
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-date={date}
      data-other={state.isOther}
      data-today={state.isToday}
      data-drawn={state.isDrawn}
      tabIndex={state.isCurrent ? 0 : -1}
      onFocus={onFocus}
    >
      <span className={styles.cellHead}>
        <span className="visually-hidden">{formats.date(date)}</span>
        <strong aria-hidden="true">{Number(date.slice(8))}</strong>
        {state.isStaged ? <em>{t('new')}</em> : null}
      </span>
      <svg className={styles.spark} viewBox="0 0 1440 8" preserveAspectRatio="none" aria-hidden="true">
        {bands.map(({ from, to, value }) =>
          value > 0 ? <rect key={from} x={from} width={to - from} height="8" /> : null,
        )}
      </svg>
      <span>
        {!hours
          ? formats.number(Math.max(0, ...bands.map(({ value }) => value)))
          : open === 0
            ? t('words.closed')
            : `${short(open)} ${t('hoursShort')}`}
      </span>
      {capacity === undefined ? null : <small>{t('month.capacity', { amount: short(capacity) })}</small>}
    </div>
  )
}

/** Returns the selection from one day to another, in either direction, with hours in minutes. */
function daysSelection(from: string, to: string, [begin, end]: readonly [number, number]): Selection {
  const [one, other] = from <= to ? [from, to] : [to, from]
  return { anchor: { date: one, minute: begin }, cursor: { date: other, minute: end - slotMinutes } }
}

/** Returns the day at a point of the screen; undefined outside of all days. */
function spotIn(body: HTMLElement | null, x: number, y: number): PointerSpot | undefined {
  for (const cell of body?.querySelectorAll<HTMLElement>('[data-date]') ?? []) {
    const box = cell.getBoundingClientRect()
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom)
      return { date: cell.dataset['date'] ?? '', minute: 0, share: 0 }
  }
  return undefined
}

/** Returns the days with unsaved changes. */
function stagedDays({ entries }: CalendarView): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { edit, stretches } of entries) {
    if (edit === null) continue
    for (const [start = '', end = ''] of stretches)
      for (let date = start.slice(0, 10); timeOf(date) < timeOf(end); date = addDays(date, 1)) days.add(date)
  }
  return days
}
