/**
 * Figures of many keys over many buckets. Only what is in sight is drawn; the columns of the key stay in sight, figures
 * lead to the records behind them, arrow keys go from cell to cell.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  drillDown,
  type Figure,
  type ReportDescription,
  type ReportField,
  type ReportRow,
} from '../../api/reports.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { ScreenLink } from '../../components/screen-link.tsx'
import type { ReportLook } from './reports.ts'
import { inSight, useSight } from './use-window.ts'
import styles from './reports.module.css'

interface PivotTableProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly measures: readonly ReportField[]
  readonly rows: readonly ReportRow[]
  /** Keys in all, read or not. */
  readonly total: number
  /** The measure that is shown as heat, instead of all. */
  readonly heat: string | undefined
  /** Scenario whose figures stand beside. */
  readonly compare: string | undefined
  readonly chosen: readonly string[] | undefined
  readonly onChoose: (row: ReportRow) => void
  /** The last rows are near. */
  readonly onEnd: () => void
}

/** Pixels. */
const rowHeight = 28
const cellWidth = 92
const keyWidth = 190
const measureWidth = 130

export function PivotTable(props: PivotTableProps) {
  const { description, measures, rows, total, heat, compare, chosen, onChoose, onEnd } = props
  const { t } = useTranslation('reports')
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const [place, setPlace] = useState({ row: 0, column: 0 })
  const lines = heat === undefined ? measures : description.measures.filter(({ name }) => name === heat)
  const buckets = rows[0]?.buckets ?? []
  const count = rows.length * lines.length
  const narrow = sight.width < 700
  const keys = narrow ? description.keys.slice(0, 1) : description.keys
  const pinned = narrow ? 206 : keys.length * keyWidth + measureWidth
  const vertical = inSight(sight.top, sight.height, rowHeight, count, 6)
  const across = inSight(sight.left, Math.max(0, sight.width - pinned), cellWidth, buckets.length, 2)
  const near = vertical.end >= count - 10
  useEffect(() => {
    if (near) onEnd()
  })
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-15, 0],
      PageDown: [15, 0],
      Home: [0, -buckets.length],
      End: [0, buckets.length],
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = {
      row: Math.max(0, Math.min(count - 1, place.row + step[0])),
      column: Math.max(0, Math.min(buckets.length - 1, place.column + step[1])),
    }
    setPlace(next)
    const element = box.current
    if (element === null) return
    element.scrollTop = clamp(
      element.scrollTop,
      next.row * rowHeight,
      sight.height - 2 * rowHeight,
      rowHeight,
    )
    element.scrollLeft = clamp(element.scrollLeft, next.column * cellWidth, sight.width - pinned, cellWidth)
  }
  const indexes = Array.from(
    { length: Math.max(0, vertical.end - vertical.first) },
    (_, at) => vertical.first + at,
  )
  const shown = buckets.slice(across.first, across.end)
  return (
    <div
      ref={box}
      className={styles.pivot}
      role="grid"
      aria-label={t('table')}
      aria-rowcount={total * lines.length + 1}
      aria-colcount={keys.length + 1 + buckets.length}
      tabIndex={0}
      onKeyDown={move}
    >
      <div
        className={styles.sheet}
        role="presentation"
        style={{ width: pinned + buckets.length * cellWidth, height: (count + 1) * rowHeight }}
      >
        <div className={styles.head} role="row" aria-rowindex={1} style={{ height: rowHeight }}>
          <div className={styles.pins} role="presentation" style={{ width: pinned }}>
            {keys.map(({ name, label }) => (
              <div key={name} role="columnheader" className={styles.keyHead}>
                {label}
              </div>
            ))}
            <div role="columnheader" className={styles.measureHead}>
              {narrow ? '' : t('measure')}
            </div>
          </div>
          {shown.map(({ bucket, startdate }, index) => (
            <div
              key={startdate}
              role="columnheader"
              aria-colindex={keys.length + 2 + across.first + index}
              className={styles.bucket}
              title={startdate.slice(0, 10)}
              style={{ insetInlineStart: pinned + (across.first + index) * cellWidth, width: cellWidth }}
            >
              {bucket}
            </div>
          ))}
        </div>
        {indexes.map((index) => {
          const row = rows[Math.floor(index / lines.length)]!
          const measure = lines[index % lines.length]!
          const first = index % lines.length === 0
          const isChosen = chosen !== undefined && chosen.join('\0') === row.key.join('\0')
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isChosen}
              className={styles.line}
              data-first={first}
              data-chosen={isChosen}
              style={{ transform: `translateY(${(index + 1) * rowHeight}px)`, height: rowHeight }}
            >
              <div className={styles.pins} role="presentation" style={{ width: pinned }}>
                {keys.map(({ name }, at) => (
                  <div key={name} role="rowheader" className={styles.key} data-hidden={!first && !narrow}>
                    {at === 0 ? (
                      <button
                        type="button"
                        tabIndex={-1}
                        title={row.key.join(' · ')}
                        onClick={() => onChoose(row)}
                      >
                        {row.key[at] === '' ? t('noKey') : row.key[at]}
                      </button>
                    ) : (
                      row.key[at]
                    )}
                  </div>
                ))}
                <div role="rowheader" className={styles.measure} title={measure.help}>
                  {measure.label}
                </div>
              </div>
              {row.buckets.slice(across.first, across.end).map((bucket, at) => (
                <Cell
                  key={bucket.startdate}
                  table={props}
                  row={row}
                  bucket={bucket}
                  measure={measure}
                  left={pinned + (across.first + at) * cellWidth}
                  column={keys.length + 2 + across.first + at}
                  active={place.row === index && place.column === across.first + at}
                  heat={heat !== undefined}
                  compare={compare !== undefined}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Scrolls so far that a place lies within the box. */
function clamp(scroll: number, at: number, length: number, size: number): number {
  if (at < scroll) return at
  return at + size > scroll + length ? at + size - length : scroll
}

interface CellProps {
  readonly table: PivotTableProps
  readonly row: ReportRow
  readonly bucket: ReportRow['buckets'][number]
  readonly measure: ReportField
  readonly left: number
  readonly column: number
  readonly active: boolean
  readonly heat: boolean
  readonly compare: boolean
}

/** Shares of 100 by their meaning: little, well used, nearly full, too much. */
const heatOf = (figure: Figure): string =>
  typeof figure !== 'number'
    ? 'none'
    : figure > 100
      ? 'over'
      : figure >= 85
        ? 'full'
        : figure >= 50
          ? 'good'
          : 'low'

function Cell({ table, row, bucket, measure, left, column, active, heat, compare }: CellProps) {
  const { number } = useFormats()
  const scenario = useScenario()
  const figure = bucket.figures[measure.name] ?? null
  const other = compare ? (bucket.figures[`compared_${measure.name}`] ?? null) : null
  const words = (value: Figure): string => (typeof value === 'number' ? number(round(value)) : (value ?? ''))
  const keys = Object.fromEntries(table.description.keys.map(({ name }, at) => [name, row.key[at] ?? '']))
  const link =
    measure.drilldown === undefined || figure === null || figure === 0
      ? undefined
      : drillDown(scenario.name, measure.drilldown, {
          ...keys,
          startdate: bucket.startdate,
          enddate: bucket.enddate,
        })
  const changed =
    compare && typeof figure === 'number' && typeof other === 'number' && round(figure) !== round(other)
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      className={styles.cell}
      data-active={active}
      data-bad={typeof figure === 'number' && figure < 0}
      data-zero={figure === 0 || figure === null}
      {...(heat ? { 'data-heat': heatOf(figure) } : {})}
      style={{ insetInlineStart: left, width: cellWidth }}
    >
      {link === undefined ? (
        words(figure)
      ) : (
        <ScreenLink tabIndex={-1} to={link}>
          {words(figure)}
        </ScreenLink>
      )}
      {changed ? <span className={styles.other}> ({words(other)})</span> : null}
    </div>
  )
}

/** Figures are shown to the hundredth. */
const round = (figure: number): number => Math.round(figure * 100) / 100
