/**
 * The chart itself: names of the resources beside a drawing of what is in sight. Bars are chosen by mouse or by keys: left
 * and right along a resource, up and down between them, Enter opens.
 */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { announce } from '../../components/live-region.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import { useSight } from '../reports/use-window.ts'
import { ganttColors } from './colors.ts'
import { barAt, drawGantt, type GanttView, scaleHeight } from './draw.ts'
import type { PlacedBar, PlacedRow } from './lanes.ts'
import styles from './gantt.module.css'

interface GanttChartProps {
  readonly rows: readonly PlacedRow[]
  readonly from: number
  readonly days: number
  readonly color: string
  readonly chosen: PlacedBar | undefined
  readonly onChoose: (bar: PlacedBar | undefined) => void
  /** The window was dragged so that it begins at another moment. */
  readonly onMove: (time: number) => void
}

const day = 86_400_000
/** Pixels. */
const namesWidth = 170
const dragged = 6

export function GanttChart({ rows, from, days, color, chosen, onChoose, onMove }: GanttChartProps) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const scheme = useComputedColorScheme()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const sight = useSight(box)
  const [drag, setDrag] = useState<{ readonly x: number; readonly by: number }>()
  const width = Math.max(200, sight.width - namesWidth)
  const perPixel = (days * day) / width
  const view: GanttView = {
    from: from - (drag?.by ?? 0) * perPixel,
    perPixel,
    top: sight.top,
    width,
    height: sight.height,
  }
  const last = rows.at(-1)
  const height = scaleHeight + (last === undefined ? 0 : last.top + last.height)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const local = new Date()
    const today = local.getTime() - local.getTimezoneOffset() * 60_000
    drawGantt(element, rows, view, ganttColors(color, scheme), chosen?.bar.reference, today, formats.language)
  })
  const words = (bar: PlacedBar): string =>
    t('barWords', {
      name: bar.bar.operation ?? bar.bar.item ?? bar.bar.reference,
      start: formats.dateTime(bar.bar.startdate),
      end: formats.dateTime(bar.bar.enddate),
      late: (bar.bar.delay ?? 0) > 0 ? t('late') : '',
    })
  const choose = (bar: PlacedBar): void => {
    onChoose(bar)
    announce(words(bar))
  }
  const go = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ bars }) => chosen !== undefined && bars.includes(chosen))
    const row = rows[Math.max(0, at)]
    if (row === undefined) return
    const index = chosen === undefined ? -1 : row.bars.indexOf(chosen)
    const time = chosen?.start ?? from
    const nearest = (other: PlacedRow | undefined): PlacedBar | undefined =>
      other?.bars.toSorted((a, b) => Math.abs(a.start - time) - Math.abs(b.start - time))[0]
    const next: Readonly<Record<string, () => PlacedBar | undefined>> = {
      ArrowRight: () => row.bars[index + 1],
      ArrowLeft: () => row.bars[index - 1],
      ArrowDown: () => nearest(rows.slice(at + 1).find(({ bars }) => bars.length > 0)),
      ArrowUp: () => nearest(rows.slice(0, Math.max(0, at)).findLast(({ bars }) => bars.length > 0)),
    }
    const found = next[event.key]
    if (found === undefined) return
    event.preventDefault()
    const bar = found()
    if (bar !== undefined) choose(bar)
  }
  return (
    <div ref={box} className={styles.chart}>
      <div className={styles.sheet} style={{ height }}>
        <div className={styles.names} style={{ width: namesWidth }}>
          {rows.map(({ row, top, height: tall }) => (
            <ScreenLink
              key={row.resource}
              className={styles.rowName}
              style={{ insetBlockStart: scaleHeight + top, height: tall }}
              to={`/app/${encodeURIComponent(scenario.name)}/data/resource/${encodeURIComponent(row.resource)}`}
              title={[row.resource, row.location].filter(Boolean).join(' · ')}
            >
              {row.resource}
            </ScreenLink>
          ))}
        </div>
        <canvas
          ref={canvas}
          className={styles.canvas}
          style={{ width, height: sight.height, insetInlineStart: namesWidth }}
          // It is worked with like a program of its own; the table says the same in rows.
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
          role="application"
          aria-label={t('chart', { rows: rows.length })}
          aria-roledescription={t('title')}
          // A drawing that is worked with by keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={go}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrag({ x: event.clientX, by: 0 })
          }}
          onPointerMove={(event) => {
            if (drag !== undefined) setDrag({ ...drag, by: event.clientX - drag.x })
            else {
              const [x, y] = placeIn(event)
              const found = barAt(rows, view, x, y)
              event.currentTarget.title = found === undefined ? '' : words(found.bar)
            }
          }}
          onPointerUp={(event) => {
            const by = drag?.by ?? 0
            setDrag(undefined)
            if (Math.abs(by) >= dragged) onMove(from - by * perPixel)
            else {
              const [x, y] = placeIn(event)
              const found = barAt(rows, view, x, y)
              if (found === undefined) onChoose(undefined)
              else choose(found.bar)
            }
          }}
        />
      </div>
    </div>
  )
}

/** Where in the drawing the pointer is. */
function placeIn(event: PointerEvent): readonly [number, number] {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return [event.clientX - left, event.clientY - top]
}
