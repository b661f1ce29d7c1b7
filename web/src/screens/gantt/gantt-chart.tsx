/**
 * The chart itself: names of the resources beside a drawing of what is in sight. Bars are chosen by mouse or by keys: left
 * and right along a resource, up and down between them, Enter opens, + and - zoom, 0 shows everything.
 */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayMs } from '../../app/instants.ts'
import { useFormats } from '../../app/use-formats.ts'
import { announce } from '../../components/live-region.tsx'
import type { ReportSearch } from '../reports/report-search.ts'
import { ganttColors } from './colors.ts'
import { drawGantt, type GanttView, placeAt } from './draw.ts'
import { barBeside, moveOf } from './keys.ts'
import { heightOf, type PlacedBar, type PlacedRow } from './lanes.ts'
import { createPainter } from './painter.ts'
import { RowNames } from './row-names.tsx'
import { scaleHeight, scaleWords } from './scale.ts'
import { percentOf, type PlacedCapacity } from './strip.ts'
import { useCanvasSize, usePinch } from './use-canvas.ts'
import styles from './gantt.module.css'

interface GanttChartProps {
  readonly rows: readonly PlacedRow[]
  readonly capacity: ReadonlyMap<string, readonly PlacedCapacity[]> | undefined
  readonly from: number
  readonly days: number
  readonly color: string
  /** Window and buckets of the reports to which it leads. */
  readonly window: ReportSearch
  readonly chosen: PlacedBar | undefined
  readonly onChoose: (bar: PlacedBar | undefined) => void
  /** Its panel is wanted; `keys` = so that one goes on in it. */
  readonly onOpen: (bar: PlacedBar, keys: boolean) => void
  readonly onClose: () => void
  /** The window was dragged so that it begins at another moment. */
  readonly onMove: (time: number) => void
  readonly onZoom: (by: 'in' | 'out') => void
  readonly onFit: () => void
}

/** Pixels. */
const namesWidth = 170
const narrowNames = 104
const dragged = 6

export function GanttChart(props: GanttChartProps) {
  const { rows, capacity, from, days, color, window, chosen } = props
  const { onChoose, onOpen, onClose, onMove, onZoom, onFit } = props
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scheme = useComputedColorScheme()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useCanvasSize(box)
  const [painter] = useState(createPainter)
  const drag = useRef<{ readonly x: number; readonly by: number }>(undefined)
  const names = size.width < 600 ? narrowNames : namesWidth
  const width = Math.max(200, size.width - names)
  const perPixel = (days * dayMs) / width
  const viewNow = (): GanttView => ({
    from: from - (drag.current?.by ?? 0) * perPixel,
    perPixel,
    top: box.current?.scrollTop ?? 0,
    width,
    height: size.height,
  })
  useEffect(() => {
    const local = new Date()
    const today = local.getTime() - local.getTimezoneOffset() * 60_000
    const colors = ganttColors(color, scheme)
    const words = scaleWords(formats.language)
    painter.show(() => {
      if (canvas.current !== null)
        drawGantt(canvas.current, { rows, capacity, colors, words, chosen, today }, viewNow())
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
  const keys: Readonly<Record<string, () => void>> = {
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
          // It is worked with like a program of its own; the table says the same in rows.
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
          role="application"
          aria-label={t('chart', { rows: rows.length })}
          aria-roledescription={t('title')}
          aria-keyshortcuts="Enter + - 0"
          // A drawing that is worked with by keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={go}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            drag.current = { x: event.clientX, by: 0 }
          }}
          onPointerMove={(event) => {
            if (drag.current !== undefined) {
              drag.current = { ...drag.current, by: event.clientX - drag.current.x }
              painter.again()
              return
            }
            const { bar, bucket } = placeOf(event) ?? {}
            event.currentTarget.title =
              bar !== undefined ? wordsOf(bar) : bucket !== undefined ? bucketWords(bucket) : ''
          }}
          onPointerCancel={() => {
            drag.current = undefined
            painter.again()
          }}
          onPointerUp={(event) => {
            const by = drag.current?.by ?? 0
            drag.current = undefined
            if (Math.abs(by) >= dragged) {
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
