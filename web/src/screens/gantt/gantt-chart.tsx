/**
 * Gantt chart with resource names and a canvas of the visible part. Bars are selected by mouse or keyboard: left and
 * right along a resource, up and down between resources; Enter opens the panel, + and - zoom, 0 shows everything.
 * With Shift, the arrows move the selected order; [ and ] change its quantity. The mouse drags a bar or its end.
 */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayMs } from '../../platform/formats/instants.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastError } from '../../ui/toasts.ts'
import type { ReportSearch } from '../reports/report-search.ts'
import { type BarDrag, type Ghost, ghostOf, isEdge, placeOfGhost } from './bar-drag.ts'
import { ganttColors } from './colors.ts'
import { drawGantt, placeAt } from './draw.ts'
import type { GanttView } from './gantt-view.ts'
import { barBeside, moveOf } from './keys.ts'
import { heightOf, type PlacedBar, type PlacedRow } from './lanes.ts'
import { marksOf, momentOf, type Place, resizedQuantity, stepOf } from './moves.ts'
import { createPainter } from './painter.ts'
import { RowNames } from './row-names.tsx'
import { scaleHeight, scaleWords } from './scale.ts'
import { percentOf, type PlacedCapacity } from './strip.ts'
import type { Board } from './use-board.ts'
import { useCanvasSize, usePinch } from './use-canvas.ts'
import styles from './gantt.module.css'

interface GanttChartProps {
  readonly rows: readonly PlacedRow[]
  readonly capacity: ReadonlyMap<string, readonly PlacedCapacity[]> | undefined
  readonly from: number
  readonly days: number
  readonly color: string
  /** Window and buckets of the linked reports. */
  readonly window: ReportSearch
  readonly chosen: PlacedBar | undefined
  /** Unsaved moves. */
  readonly board: Board
  readonly onChoose: (bar: PlacedBar | undefined) => void
  /** Opens the panel of a bar; `keys` = move the focus to it. */
  readonly onOpen: (bar: PlacedBar, keys: boolean) => void
  readonly onClose: () => void
  /** Called when the window is dragged, with its new start. */
  readonly onMove: (time: number) => void
  readonly onZoom: (by: 'in' | 'out') => void
  readonly onFit: () => void
}

/** Pixels. */
const namesWidth = 170
const narrowNames = 104
const dragged = 6

/** The current drag of the window or a bar. */
interface Drag {
  readonly x: number
  readonly by: number
  /** Vertical position in the drawing, in pixels. */
  readonly y: number
  readonly fromY: number
  readonly bar?: BarDrag
}

export function GanttChart(props: GanttChartProps) {
  const { rows, capacity, from, days, color, window, chosen, board } = props
  const { onChoose, onOpen, onClose, onMove, onZoom, onFit } = props
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scheme = useComputedColorScheme()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useCanvasSize(box)
  const [painter] = useState(createPainter)
  const drag = useRef<Drag>(undefined)
  const names = size.width < 600 ? narrowNames : namesWidth
  const width = Math.max(200, size.width - names)
  const perPixel = (days * dayMs) / width
  const viewNow = (): GanttView => ({
    from: from - (drag.current?.bar === undefined ? (drag.current?.by ?? 0) : 0) * perPixel,
    perPixel,
    top: box.current?.scrollTop ?? 0,
    width,
    height: size.height,
  })
  const ghostNow = (): Ghost | undefined => {
    const { bar, by = 0, y = 0 } = drag.current ?? {}
    if (bar === undefined || Math.abs(by) + Math.abs(y - (drag.current?.fromY ?? y)) < dragged)
      return undefined
    return ghostOf(bar, rows, { by, y, perPixel, top: box.current?.scrollTop ?? 0, days })
  }
  const marks = marksOf(board.moves, board.trial?.orders.list ?? [])
  useEffect(() => {
    const local = new Date()
    const today = local.getTime() - local.getTimezoneOffset() * 60_000
    const colors = ganttColors(color, scheme)
    const words = scaleWords(formats.language)
    painter.show(() => {
      if (canvas.current !== null)
        drawGantt(
          canvas.current,
          { rows, capacity, colors, words, chosen, marks, ghost: ghostNow(), today },
          viewNow(),
        )
    })
  })
  useEffect(() => {
    const element = box.current
    element?.addEventListener('scroll', painter.again, { passive: true })
    return () => {
      element?.removeEventListener('scroll', painter.again)
      painter.stop()
    }
  }, [painter])
  usePinch(canvas, onZoom)
  const wordsOf = ({ bar }: PlacedBar): string =>
    t('barWords', {
      name: bar.operation ?? bar.item ?? bar.reference,
      start: formats.dateTime(bar.startdate),
      end: formats.dateTime(bar.enddate),
      late: (bar.delay ?? 0) > 0 ? t('late') : '',
    })
  const bucketWords = (bucket: PlacedCapacity): string =>
    t('capacityWords', {
      bucket: bucket.bucket,
      load: formats.number(Math.round(bucket.load * 100) / 100),
      available: formats.number(Math.round(bucket.available * 100) / 100),
      percent: formats.number(percentOf([bucket]) ?? 0),
    })
  const choose = (bar: PlacedBar): void => {
    onChoose(bar)
    announce(wordsOf(bar))
  }
  const placeOf = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return placeAt({ rows, capacity }, viewNow(), event.clientX - left, event.clientY - top)
  }
  const moveBar = (bar: PlacedBar, to: Partial<Place>): void => {
    board.move(bar, to)
    const { resource = bar.resource, start, quantity } = to
    onChoose({ ...bar, resource })
    const words = [
      bar.bar.operation ?? bar.bar.item ?? bar.bar.reference,
      start === undefined ? undefined : formats.dateTime(start),
      resource === bar.resource ? undefined : resource,
      typeof quantity === 'number' ? formats.number(quantity) : undefined,
    ]
    announce(words.filter((word) => word !== undefined).join(', '))
  }
  /** Moves the selected order by keyboard. */
  const shift = async (key: string): Promise<void> => {
    if (chosen === undefined) return
    if (!board.isMovable(chosen)) {
      announce(t('board.fixed'))
      return
    }
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (by !== 0) {
      moveBar(chosen, { start: momentOf(chosen.start + by * stepOf(days)) })
      return
    }
    const able = await board.alternatesOf(chosen)
    const names = rows.map(({ row }) => row.resource).filter((name) => able.has(name))
    const next = names[names.indexOf(chosen.resource) + (key === 'ArrowDown' ? 1 : -1)]
    if (next === undefined) announce(t('board.alone'))
    else moveBar(chosen, { resource: next })
  }
  const resize = (share: number): void => {
    const quantity = chosen?.bar.quantity ?? null
    if (chosen === undefined || quantity === null) return
    if (board.isMovable(chosen)) moveBar(chosen, { quantity: resizedQuantity(quantity, share) })
    else announce(t('board.fixed'))
  }
  /** Highlights the rows that can perform a bar while it is dragged. */
  const light = async (bar: PlacedBar, dragging: BarDrag): Promise<void> => {
    try {
      const lit = await board.alternatesOf(bar)
      if (drag.current?.bar !== dragging) return
      drag.current = { ...drag.current, bar: { ...dragging, lit } }
      painter.again()
    } catch (error) {
      toastError(error)
    }
  }
  const begin = (event: PointerEvent): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const y = event.clientY - top
    const bar = placeOf(event)?.bar
    const begun = { x: event.clientX, by: 0, y, fromY: y }
    // Dragging with a finger moves the window, unless it starts on the selected order.
    const isTouched = event.pointerType === 'touch' && chosen?.bar.reference !== bar?.bar.reference
    if (bar === undefined || isTouched || !board.isMovable(bar)) {
      drag.current = begun
      return
    }
    const time = viewNow().from + (event.clientX - left) * perPixel
    const isResize = isEdge(bar, time, perPixel)
    const dragging: BarDrag = { placed: bar, isResize, lit: new Set([bar.resource]) }
    drag.current = { ...begun, bar: dragging }
    if (isResize) return
    void light(bar, dragging)
  }
  const keys: Readonly<Record<string, () => void>> = {
    '[': () => resize(0.9),
    ']': () => resize(1.1),
    '+': () => onZoom('in'),
    '=': () => onZoom('in'),
    '-': () => onZoom('out'),
    '0': onFit,
    Enter: () => {
      if (chosen !== undefined) onOpen(chosen, true)
    },
    Escape: onClose,
  }
  const go = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOf(event.key)
    const act = keys[event.key]
    if (move === undefined && act === undefined) return
    event.preventDefault()
    if (event.shiftKey && event.key.startsWith('Arrow')) {
      void shift(event.key).catch(toastError)
      return
    }
    act?.()
    const bar = move === undefined ? undefined : barBeside(rows, chosen, move, from)
    if (bar === undefined) return
    choose(bar)
    reveal(box.current, rows, bar)
  }
  return (
    <div ref={box} className={styles.chart}>
      <div className={styles.sheet} style={{ height: scaleHeight + heightOf(rows) }}>
        <RowNames
          box={box}
          rows={rows}
          capacity={capacity}
          width={names}
          height={size.height}
          window={window}
        />
        <canvas
          ref={canvas}
          className={styles.canvas}
          style={{ width, height: size.height, marginInlineStart: names }}
          // The chart is an application widget; the table offers the same content in rows.
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
          role="application"
          aria-label={t('chart', { rows: rows.length })}
          aria-roledescription={t('title')}
          aria-keyshortcuts="Enter + - 0 [ ] Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
          // The canvas is operated by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={go}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            begin(event)
          }}
          onPointerMove={(event) => {
            if (drag.current !== undefined) {
              const y = event.clientY - event.currentTarget.getBoundingClientRect().top
              drag.current = { ...drag.current, by: event.clientX - drag.current.x, y }
              painter.again()
              const [{ bar }, ghost] = [drag.current, ghostNow()]
              const to = bar === undefined || ghost === undefined ? undefined : placeOfGhost(bar, ghost)
              if (bar !== undefined && to !== undefined) board.preview(bar.placed, to)
              return
            }
            const { bar, bucket } = placeOf(event) ?? {}
            const at = event.clientX - event.currentTarget.getBoundingClientRect().left
            event.currentTarget.style.cursor =
              bar === undefined || !board.isMovable(bar)
                ? ''
                : isEdge(bar, viewNow().from + at * perPixel, perPixel)
                  ? 'ew-resize'
                  : 'move'
            event.currentTarget.title =
              bar !== undefined ? wordsOf(bar) : bucket !== undefined ? bucketWords(bucket) : ''
          }}
          onPointerCancel={() => {
            if (drag.current?.bar !== undefined) board.retry()
            drag.current = undefined
            painter.again()
          }}
          onPointerUp={(event) => {
            const { by = 0, bar: held } = drag.current ?? {}
            const ghost = ghostNow()
            drag.current = undefined
            painter.again()
            if (held !== undefined && ghost !== undefined) {
              moveBar(held.placed, placeOfGhost(held, ghost) ?? {})
              return
            }
            // A preview during the drag has replaced the trial of the tray.
            if (held !== undefined) board.retry()
            if (held === undefined && Math.abs(by) >= dragged) {
              onMove(from - by * perPixel)
              return
            }
            const bar = placeOf(event)?.bar
            if (bar === undefined) onChoose(undefined)
            else {
              choose(bar)
              onOpen(bar, false)
            }
          }}
        />
      </div>
    </div>
  )
}

/** Scrolls to the row of a bar. */
function reveal(box: HTMLElement | null, rows: readonly PlacedRow[], { resource }: PlacedBar): void {
  const row = rows.find((one) => one.row.resource === resource)
  if (box === null || row === undefined) return
  const room = box.clientHeight - scaleHeight
  if (row.top < box.scrollTop) box.scrollTop = row.top
  else if (row.top + row.height > box.scrollTop + room) box.scrollTop = row.top + row.height - room
}
