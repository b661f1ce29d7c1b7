/**
 * Week view of a calendar: effective value at every hour, entries side by side with the highest priority first, and
 * drawing by pointer or keys. The table of entries contains the same information.
 */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarEntry, CalendarView } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { dayFormat } from '../../platform/calendar/day-format.ts'
import { clockText, dayMinutes, timeOf } from '../../platform/calendar/days.ts'
import {
  type Drawn,
  drawnOf,
  drawnOn,
  type EntryKind,
  slotMinutes,
  type Spot,
} from '../../platform/calendar/new-entries.ts'
import { type Block, type DayLayout, layoutDays } from './layout.ts'
import { type PointerSpot, useDraw } from './use-draw.ts'
import { useWeekCursor } from './use-week-cursor.ts'
import styles from './calendars.module.css'

interface WeekViewProps {
  readonly view: CalendarView
  readonly dates: readonly string[]
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  /** The kind of entry to draw; undefined if drawing is off. */
  readonly kind: EntryKind | undefined
  readonly onDrawn: (drawn: Drawn) => void
  readonly onOpen: (entry: CalendarEntry) => void
  /** Moves by a number of weeks. */
  readonly onStep: (weeks: number) => void
}

const percent = (minutes: number): string => `${(minutes / dayMinutes) * 100}%`
const place = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  insetBlockStart: percent(from),
  height: percent(to - from),
})

export function WeekView({ view, dates, hours, kind, onDrawn, onOpen, onStep }: WeekViewProps) {
  const { t } = useTranslation('calendars')
  const body = useRef<HTMLDivElement>(null)
  const [first = ''] = dates
  const [focused, setFocused] = useState(false)
  const days = layoutDays(view, dates)
  const cursor = useWeekCursor({ days, hours, first })
  const openAt = ({ date, minute }: Spot, share: number): void => {
    const day = days.find((one) => one.date === date)
    const under = (day?.blocks ?? []).filter(({ from, to }) => from <= minute && to > minute)
    const lane = Math.floor(share * (day?.lanes ?? 1))
    const block = under.find((one) => one.lane === lane) ?? under[0]
    if (block !== undefined) onOpen(block.entry)
  }
  const draw = useDraw({
    spotAt: (x, y) => spotIn(body.current, x, y),
    draws: kind !== undefined,
    onDrawn: (selection) => {
      if (kind !== undefined) onDrawn(drawnOf(selection, kind))
    },
    onTap: (spot) => {
      cursor.moveTo({ date: spot.date, minute: spot.minute })
      openAt(spot, spot.share)
    },
  })
  const selection = draw.drawing ?? (focused ? cursor.selection : undefined)
  const drawn = selection === undefined ? undefined : drawnOf(selection, kind ?? 'overtime')
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      if (kind === undefined) openAt(cursor.selection.cursor, 0)
      else onDrawn(drawnOf(cursor.selection, kind))
      cursor.collapse()
    } else if (event.key === 'F2') openAt(cursor.selection.cursor, 0)
    else if (event.key === 'Escape' && cursor.isExtended) cursor.collapse()
    else if (event.key === 'PageUp') onStep(-1)
    else if (event.key === 'PageDown') onStep(1)
    else if (!cursor.pressArrow(event)) return
    event.preventDefault()
  }
  return (
    <div className={styles.week}>
      <WeekHead days={days} today={view.now.slice(0, 10)} hours={hours} />
      {/* An application widget: arrow keys choose hours, and the table of entries has the same content. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions */}
      <div
        ref={body}
        className={styles.weekBody}
        role="application"
        aria-label={t('week.label')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-draws={kind !== undefined}
        onKeyDown={keyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        {...draw.handlers}
      >
        <div className={styles.hours} aria-hidden="true">
          {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
            <span key={hour} style={{ insetBlockStart: percent(hour * 60) }}>
              {clockText(hour * 60)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn key={day.date} day={day} hours={hours} drawn={drawn} kind={kind} />
        ))}
      </div>
    </div>
  )
}

/** Returns the slot at a point of the screen; undefined outside of all days. */
function spotIn(body: HTMLElement | null, x: number, y: number): PointerSpot | undefined {
  for (const column of body?.querySelectorAll<HTMLElement>('[data-date]') ?? []) {
    const box = column.getBoundingClientRect()
    if (x < box.left || x >= box.right) continue
    const share = Math.max(0, Math.min(0.9999, (y - box.top) / box.height))
    const inline = (x - box.left) / box.width
    return {
      date: column.dataset['date'] ?? '',
      minute: Math.floor((share * dayMinutes) / slotMinutes) * slotMinutes,
      share: document.documentElement.dir === 'rtl' ? 1 - inline : inline,
    }
  }
  return undefined
}

interface WeekHeadProps {
  readonly days: readonly DayLayout[]
  readonly today: string
  readonly hours: boolean
}

function WeekHead({ days, today, hours }: WeekHeadProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const weekday = dayFormat(formats.language, { weekday: 'short' })
  const number = dayFormat(formats.language, { day: 'numeric' })
  return (
    <div className={styles.weekHead} aria-hidden="true">
      <span />
      {days.map((day) => (
        <span key={day.date} data-today={day.date === today}>
          <span>{weekday.format(timeOf(day.date))}</span> <span>{number.format(timeOf(day.date))}</span>
          <small>{dayFact(day, hours, formats.number, t('hoursShort'))}</small>
        </span>
      ))}
    </div>
  )
}

interface DayColumnProps {
  readonly day: DayLayout
  readonly hours: boolean
  /** The selected or drawn period. */
  readonly drawn: Drawn | undefined
  readonly kind: EntryKind | undefined
}

function DayColumn({ day, hours, drawn, kind }: DayColumnProps) {
  const own = drawn === undefined ? undefined : drawnOn(drawn, day.date)
  return (
    <div className={styles.day} data-date={day.date} aria-hidden="true">
      {day.bands.map((band) => (
        <div key={band.from} className={styles.band} data-open={band.value > 0} style={place(band)} />
      ))}
      {day.blocks.map((block) => (
        <BlockView key={`${block.entry.id} ${block.from}`} block={block} lanes={day.lanes} hours={hours} />
      ))}
      {day.hidden === 0 ? null : <span className={styles.more}>+{day.hidden}</span>}
      {own === undefined ? null : (
        <div
          className={styles.drawn}
          data-kind={kind ?? 'look'}
          style={place({ from: own[0], to: own[1] })}
        />
      )}
    </div>
  )
}

/** Returns the open hours of a day, or its largest value. */
function dayFact(
  { open, bands }: DayLayout,
  hours: boolean,
  number: (value: number) => string,
  unit: string,
): string {
  return hours ? `${number(open)} ${unit}` : number(Math.max(0, ...bands.map(({ value }) => value)))
}

interface BlockViewProps {
  readonly block: Block
  readonly lanes: number
  readonly hours: boolean
}

function BlockView({ block, lanes, hours }: BlockViewProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const { entry, from, to, lane, effective } = block
  const value = Number(entry.record?.['value'] ?? 0)
  const word = hours ? t(value > 0 ? 'words.open' : 'words.closed') : formats.number(value)
  return (
    <div
      className={styles.block}
      data-open={value > 0}
      data-staged={entry.edit !== null}
      style={{
        ...place(block),
        insetInlineStart: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${100 / lanes}% - 4px)`,
      }}
      title={`${word} · ${clockText(from)}–${clockText(to)} · ${t('entry.priority')} ${formats.number(Number(entry.record?.['priority'] ?? 0))}`}
    >
      {effective.map((band) => (
        <div
          key={band.from}
          className={styles.effective}
          style={{
            insetBlockStart: `${((band.from - from) / (to - from)) * 100}%`,
            height: `${((band.to - band.from) / (to - from)) * 100}%`,
          }}
        />
      ))}
      <span className={styles.blockWords}>
        {entry.edit === null ? null : <strong>{t('new')} </strong>}
        {word}
        <small>
          {clockText(from)}–{clockText(to)}
        </small>
      </span>
    </div>
  )
}
