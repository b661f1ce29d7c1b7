/**
 * Pivot table of many keys over many buckets. Only the visible part is rendered; the key columns stay visible, keys
 * and figures link to their details, arrow keys move between cells and Enter opens the link.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportDescription, ReportField, ReportRow, ReportTotal } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PivotHead, PivotLine, type PivotLineShown } from './pivot-line.tsx'
import { type PivotShape, pivotShape } from './pivot-shape.ts'
import { inSight, type Sight, useSight } from './use-window.ts'
import { type ReportLook, trendOf } from './reports.ts'
import type { StockEdits } from './use-stock-edits.ts'
import styles from './reports.module.css'

interface PivotTableProps {
  /** Totals above the rows; none for a single key. */
  readonly totals?: readonly ReportTotal[]
  /** Edits of the safety stock; undefined where it cannot be edited. */
  readonly edits?: StockEdits | undefined
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
  const {
    look,
    description,
    measures,
    rows,
    total,
    heat,
    compare,
    hrefOf,
    onEnd,
    totals = noTotals,
    edits,
  } = props
  const { t } = useTranslation('reports')
  const { number } = useFormats()
  const { name: scenario } = useScenario()
  const activeId = useId()
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const [place, setPlace] = useState({ row: 0, column: 0 })
  const lines = heat === undefined ? measures : description.measures.filter(({ name }) => name === heat)
  const buckets = rows[0]?.buckets ?? []
  const count = rows.length * lines.length
  const above = totalLines(totals, lines)
  const isCharted = heat === undefined && trendOf(look) !== undefined
  const shape = pivotShape(description, {
    keyed: hrefOf !== undefined,
    compared: compare !== undefined,
    width: sight.width,
    isSingleCharted: isCharted && lines.length === 1,
  })
  const { keys, below, isTall, rowHeight, cellWidth, lead } = shape
  // Lines of totals have negative numbers, so that others keep theirs.
  const vertical = inSight(
    sight.top - above.length * rowHeight,
    sight.height,
    rowHeight,
    count,
    6,
    -above.length,
  )
  const across = inSight(sight.left, Math.max(0, sight.width - lead), cellWidth, buckets.length, 2)
  const lineAt = (index: number): PivotLineShown | undefined => {
    if (index < 0) {
      const line = above[index + above.length]
      return line === undefined ? undefined : { ...line, total: line.row }
    }
    const row = rows[Math.floor(index / lines.length)]
    const part = index % lines.length
    return row === undefined ? undefined : { row, measure: lines[part]!, part, total: undefined }
  }
  const near = vertical.end >= count - 10
  useEffect(() => {
    if (near) onEnd?.()
  })
  const move = (event: KeyboardEvent): void => {
    if (event.target !== box.current) return
    if (event.key === 'Enter') {
      box.current.querySelector<HTMLElement>('[data-active="true"] :is(a, button)')?.click()
      return
    }
    // Typing, or F2, opens an editor.
    if (event.key === 'F2' || (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey)) {
      box.current.querySelector<HTMLElement>('[data-active="true"] button')?.click()
      return
    }
    const step = stepOf(event.key, buckets.length)
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = {
      row: Math.max(-above.length, Math.min(count - 1, place.row + step[0])),
      // The total precedes the first bucket, and the key precedes the total.
      column: Math.max(keys.length > 0 ? -1 : 0, Math.min(buckets.length, place.column + step[1])),
    }
    setPlace(next)
    if (box.current !== null)
      scrollTo(box.current, { row: next.row + above.length, column: next.column }, shape, sight)
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
    isCharted,
    edits,
    scenario,
    number,
  }
  return (
    <div
      ref={box}
      className={styles.pivot}
      role="grid"
      aria-label={t('table')}
      aria-rowcount={above.length + total * lines.length + 1}
      aria-colcount={keys.length + 2 + buckets.length}
      aria-activedescendant={activeId}
      data-tall={isTall}
      data-wraps={isTall && below.length === 0}
      tabIndex={0}
      onKeyDown={move}
      onMouseDown={({ target }) => {
        const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null
        const [row, column] = [cell?.closest('[role="row"]')?.ariaRowIndex, cell?.ariaColIndex]
        if (row === null || row === undefined || column === null || column === undefined) return
        setPlace({ row: Number(row) - 2 - above.length, column: Number(column) - keys.length - 2 })
      }}
    >
      <div
        className={styles.sheet}
        role="presentation"
        style={{ width: lead + buckets.length * cellWidth, height: (above.length + count + 1) * rowHeight }}
      >
        <PivotHead shape={shape} buckets={buckets} across={across} />
        {indexes.map((index) => {
          const shown = lineAt(index)
          return shown === undefined ? null : (
            <PivotLine
              key={index}
              position={index + above.length}
              {...shown}
              active={place.row === index ? { id: activeId, column: place.column } : undefined}
              {...line}
            />
          )
        })}
      </div>
    </div>
  )
}

const noTotals: readonly ReportTotal[] = []

interface TotalLine {
  readonly row: ReportTotal
  readonly measure: ReportField
  /** Number of the line among those of its key. */
  readonly part: number
}

/** Returns the lines of totals: of the measures that can be added up. */
const totalLines = (totals: readonly ReportTotal[], measures: readonly ReportField[]): readonly TotalLine[] =>
  totals.flatMap((row) =>
    measures
      .filter(({ name }) => row.buckets.some(({ figures }) => typeof figures[name] === 'number'))
      .map((measure, part): TotalLine => ({ row, measure, part })),
  )

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
    Home: [0, -buckets - 2],
    End: [0, buckets + 1],
  }
  return steps[key]
}

/** Scrolls the table to a cell. */
function scrollTo(
  element: HTMLElement,
  { row, column }: { readonly row: number; readonly column: number },
  { rowHeight, cellWidth, lead, pinned, isTotalPinned }: PivotShape,
  { width, height }: Sight,
): void {
  const { scrollTop, scrollLeft } = element
  element.scrollTop = clamp(scrollTop, row * rowHeight, height - 2 * rowHeight, rowHeight)
  if (column < 1) {
    if (!isTotalPinned || column === 0) element.scrollLeft = 0
    return
  }
  // Before the first bucket the total may scroll too.
  const left = lead - pinned + (column - 1) * cellWidth
  // From right to left positions are negative.
  const sign = scrollLeft < 0 || getComputedStyle(element).direction === 'rtl' ? -1 : 1
  element.scrollLeft = sign * clamp(Math.abs(scrollLeft), left, width - pinned, cellWidth)
}

/** Returns the scroll position that makes a range visible. */
function clamp(scroll: number, at: number, length: number, size: number): number {
  if (at < scroll) return at
  return at + size > scroll + length ? at + size - length : scroll
}
