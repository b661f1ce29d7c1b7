/**
 * Gantt chart with resource names and a canvas of the visible part. Bars are selected by mouse or keyboard: left and
 * right along a resource, up and down between resources; Enter opens the panel, + and - zoom, 0 shows everything.
 * With Shift, the arrows move the selected order, in time or to another resource; [ and ] change its quantity. U and D
 * go to the orders up- and downstream. Anywhere on the screen, Ctrl+Z undoes what was done last: a move, taking
 * one back, discarding or storing all; Ctrl+Y or Ctrl+Shift+Z does it again.
 * The mouse drags a bar or its end.
 */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useEditKeys } from '../../grid/use-edit-keys.ts'
import { toastError } from '../../ui/toasts.ts'
import type { ReportSearch } from '../reports/report-search.ts'
import { nowInPlan } from '../../platform/formats/instants.ts'
import type { BarLooks } from './bar-looks.ts'
import { chartId } from './chart-id.ts'
import { ganttColors } from './colors.ts'
import { placeLinks } from './place-links.ts'
import { drawGantt } from './draw.ts'
import { barBeside, linkedBar, moveOf } from './keys.ts'
import { heightOf, type PlacedBar, type PlacedRow } from './lanes.ts'
import { marksOf } from './moves.ts'
import type { OrderLink } from './order-links.ts'
import { RowNames } from './row-names.tsx'
import { scaleHeight, scaleWords } from './scale.ts'
import { type BarEdits, useBarEdits } from './use-bar-edits.ts'
import { type BarWords, useBarWords } from './use-bar-words.ts'
import { usePinch } from './use-canvas.ts'
import { type GanttDrag, type GanttDragOptions, useGanttDrag } from './use-gantt-drag.ts'
import { type Sheet, useSheet } from './use-sheet.ts'
import styles from './gantt.module.css'

interface GanttChartProps extends GanttDragOptions {
  readonly looks: BarLooks
  readonly links: readonly OrderLink[]
  /** References of the found orders; undefined without a search. */
  readonly found: ReadonlySet<string> | undefined
  /** Window and buckets of the linked reports. */
  readonly window: ReportSearch
  readonly onClose: () => void
  readonly onZoom: (by: 'in' | 'out') => void
  readonly onFit: () => void
  /** Opens or closes a group of resources. */
  readonly onToggle: (group: string) => void
}

export function GanttChart(props: GanttChartProps) {
  const { rows, capacity, window } = props
  const { t } = useTranslation('gantt')
  const sheet = useSheet(props.from, props.days)
  const { box, canvas } = sheet
  const keys = useId()
  const words = useBarWords()
  const edits = useBarEdits(props, words)
  const drag = useGanttDrag(props, sheet, edits, words)
  useDrawing(props, sheet, drag, words)
  useReveal(props, sheet)
  // Wherever the focus is, but not in fields for text.
  useEditKeys({ undo: () => void edits.undo(), redo: () => void edits.redo() })
  usePinch(canvas, props.onZoom)
  return (
    <div ref={box} className={styles.chart}>
      <div className={styles.sheet} style={{ height: scaleHeight + heightOf(rows) }}>
        <RowNames
          box={box}
          rows={rows}
          capacity={capacity}
          width={sheet.namesWidth}
          height={sheet.height}
          from={props.from}
          window={window}
          onToggle={props.onToggle}
        />
        <canvas
          ref={canvas}
          id={chartId}
          className={styles.canvas}
          style={{ width: sheet.width, height: sheet.height, marginInlineStart: sheet.namesWidth }}
          // The chart is an application widget; the table offers the same content in rows.
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
          role="application"
          aria-label={t('chart', { rows: rows.filter(({ heading }) => heading === undefined).length })}
          aria-roledescription={t('title')}
          aria-describedby={keys}
          aria-keyshortcuts="Enter + - 0 [ ] U D Control+Z Control+Y Control+Shift+Z Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
          // The canvas is operated by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={(event) => pressKey(event, props, edits)}
          {...drag.handlers}
        />
        <p id={keys} className="visually-hidden">
          {t('keys')}
        </p>
      </div>
    </div>
  )
}

/** Draws the visible part after every change and while it is scrolled or dragged. */
function useDrawing(
  { rows, capacity, looks, links, found, chosen, board }: GanttChartProps,
  { canvas, painter }: Sheet,
  drag: GanttDrag,
  { labelOf }: BarWords,
): void {
  const formats = useFormats()
  const scenario = useScenario()
  const scheme = useComputedColorScheme()
  const { moves, trial, tried } = board
  const colors = useMemo(() => ganttColors(looks, scheme), [looks, scheme])
  const words = useMemo(() => scaleWords(formats.language), [formats.language])
  const marks = useMemo(() => marksOf(moves, trial?.orders.list ?? [], tried), [moves, trial, tried])
  const lines = useMemo(() => placeLinks(links, rows), [links, rows])
  useEffect(() => {
    const today = nowInPlan(scenario.name)
    painter.show(() => {
      if (canvas.current !== null)
        drawGantt(
          canvas.current,
          {
            rows,
            capacity,
            colors,
            words,
            labelOf,
            chosen,
            found,
            marks,
            links: lines,
            ghost: drag.ghost(),
            today,
          },
          drag.view(),
        )
    })
  })
}

/** Scrolls to the selected order. */
function useReveal({ rows, chosen }: GanttChartProps, { box }: Sheet): void {
  const key = chosen === undefined ? undefined : `${chosen.resource} ${chosen.bar.reference}`
  const scroll = useEffectEvent(() => {
    if (chosen !== undefined) reveal(box.current, rows, chosen)
  })
  useEffect(() => {
    if (key !== undefined) scroll()
  }, [key])
}

/** Handles a key of the chart; keys with Ctrl, Alt or Cmd belong to the browser. */
function pressKey(event: KeyboardEvent, props: GanttChartProps, edits: BarEdits): void {
  const { rows, chosen, links, from, onOpen, onClose, onZoom, onFit } = props
  const follow = (direction: 'upstream' | 'downstream') => () => {
    const next = chosen === undefined ? undefined : linkedBar(rows, links, chosen, direction)
    if (next !== undefined) edits.choose(next)
  }
  const keys: Readonly<Record<string, () => void>> = {
    '[': () => edits.resize(0.9),
    ']': () => edits.resize(1.1),
    '+': () => onZoom('in'),
    '=': () => onZoom('in'),
    '-': () => onZoom('out'),
    '0': onFit,
    Enter: () => {
      if (chosen !== undefined) onOpen(chosen, true)
    },
    u: follow('upstream'),
    d: follow('downstream'),
    Escape: onClose,
  }
  // On many keyboards square brackets are typed with Alt, or with AltGr, which is Ctrl and Alt.
  const isTyped = event.altKey && (event.key === '[' || event.key === ']')
  if (!isTyped && (event.ctrlKey || event.metaKey || event.altKey)) return
  const move = moveOf(event.key)
  const act = keys[event.key]
  if (move === undefined && act === undefined) return
  event.preventDefault()
  if (event.shiftKey && event.key.startsWith('Arrow')) {
    void edits.shift(event.key).catch(toastError)
    return
  }
  act?.()
  const bar = move === undefined ? undefined : barBeside(rows, chosen, move, from)
  if (bar !== undefined) edits.choose(bar)
}

/** Scrolls to the row of a bar. */
function reveal(box: HTMLElement | null, rows: readonly PlacedRow[], { resource }: PlacedBar): void {
  const row = rows.find((one) => one.row.resource === resource)
  if (box === null || row === undefined) return
  const room = box.clientHeight - scaleHeight
  if (row.top < box.scrollTop) box.scrollTop = row.top
  else if (row.top + row.height > box.scrollTop + room) box.scrollTop = row.top + row.height - room
}
