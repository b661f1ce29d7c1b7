/**
 * Pivot table of many keys over many buckets. Only the visible part is rendered; the key columns stay visible, keys
 * and figures link to their details, arrow keys move between cells and Enter opens the link.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportDescription, ReportField, ReportRow } from '../../platform/api/reports.ts'
import { PivotHead, PivotLine } from './pivot-line.tsx'
import { type PivotShape, pivotShape } from './pivot-shape.ts'
import { inSight, type Sight, useSight } from './use-window.ts'
import type { ReportLook } from './reports.ts'
import styles from './reports.module.css'

interface PivotTableProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly measures: readonly ReportField[]
  readonly rows: readonly ReportRow[]
  /** Number of all keys, loaded or not. */
  readonly total: number
  /** Measure shown as a heat map instead of all measures. */
  readonly heat: string | undefined
  /** Scenario whose figures are shown beside. */
  readonly compare: string | undefined
  /** Returns the link of a key; undefined for a single key, which needs no column. */
  readonly hrefOf?: (row: ReportRow) => string
  /** Called when the last loaded rows become visible. */
  readonly onEnd?: () => void
}

export function PivotTable(props: PivotTableProps) {
  const { look, description, measures, rows, total, heat, compare, hrefOf, onEnd } = props
  const { t } = useTranslation('reports')
  const activeId = useId()
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const [place, setPlace] = useState({ row: 0, column: 0 })
  const lines = heat === undefined ? measures : description.measures.filter(({ name }) => name === heat)
  const buckets = rows[0]?.buckets ?? []
  const count = rows.length * lines.length
  const shape = pivotShape(description, {
    keyed: hrefOf !== undefined,
    compared: compare !== undefined,
    narrow: sight.width < 700,
  })
  const { keys, below, isTall, rowHeight, cellWidth, pinned } = shape
  const vertical = inSight(sight.top, sight.height, rowHeight, count, 6)
  const across = inSight(sight.left, Math.max(0, sight.width - pinned), cellWidth, buckets.length, 2)
  const near = vertical.end >= count - 10
  useEffect(() => {
    if (near) onEnd?.()
  })
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      if (event.target === box.current)
        box.current.querySelector<HTMLElement>('[data-active="true"] a')?.click()
      return
    }
    const step = stepOf(event.key, buckets.length)
    if (step === undefined) return
    event.preventDefault()
    const next = {
      row: Math.max(0, Math.min(count - 1, place.row + step[0])),
      // The key column precedes the first bucket.
      column: Math.max(keys.length > 0 ? -1 : 0, Math.min(buckets.length - 1, place.column + step[1])),
    }
    setPlace(next)
    if (box.current !== null) scrollTo(box.current, next, shape, sight)
  }
  const indexes = Array.from(
    { length: Math.max(0, vertical.end - vertical.first) },
    (_, at) => vertical.first + at,
  )
  const line = {
    look,
    description,
    shape,
    across,
    hrefOf,
    heat: heat !== undefined,
    compare: compare !== undefined,
  }
  return (
    <div
      ref={box}
      className={styles.pivot}
      role="grid"
      aria-label={t('table')}
      aria-rowcount={total * lines.length + 1}
      aria-colcount={keys.length + 1 + buckets.length}
      aria-activedescendant={activeId}
      data-tall={isTall}
      data-wraps={isTall && below.length === 0}
      tabIndex={0}
      onKeyDown={move}
    >
      <div
        className={styles.sheet}
        role="presentation"
        style={{ width: pinned + buckets.length * cellWidth, height: (count + 1) * rowHeight }}
      >
        <PivotHead shape={shape} buckets={buckets} across={across} />
        {indexes.map((index) => (
          <PivotLine
            key={index}
            index={index}
            row={rows[Math.floor(index / lines.length)]!}
            measure={lines[index % lines.length]!}
            isFirst={index % lines.length === 0}
            active={place.row === index ? { id: activeId, column: place.column } : undefined}
            {...line}
          />
        ))}
      </div>
    </div>
  )
}

const pageRows = 15

/** Returns the number of rows and columns that a key moves by; undefined for other keys. */
function stepOf(key: string, buckets: number): readonly [rows: number, columns: number] | undefined {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-pageRows, 0],
    PageDown: [pageRows, 0],
    Home: [0, -buckets - 1],
    End: [0, buckets],
  }
  return steps[key]
}

/** Scrolls the table to a cell. */
function scrollTo(
  element: HTMLElement,
  { row, column }: { readonly row: number; readonly column: number },
  { rowHeight, cellWidth, pinned }: PivotShape,
  { width, height }: Sight,
): void {
  const { scrollTop, scrollLeft } = element
  element.scrollTop = clamp(scrollTop, row * rowHeight, height - 2 * rowHeight, rowHeight)
  element.scrollLeft = clamp(scrollLeft, Math.max(0, column) * cellWidth, width - pinned, cellWidth)
}

/** Returns the scroll position that makes a range visible. */
function clamp(scroll: number, at: number, length: number, size: number): number {
  if (at < scroll) return at
  return at + size > scroll + length ? at + size - length : scroll
}
