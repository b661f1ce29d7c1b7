/**
 * Pivot table of many keys over many buckets. Only the visible part is rendered; the key columns stay visible, keys
 * and figures link to their details, arrow keys move between cells and Enter opens the link.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportDescription, ReportField, ReportRow } from '../../platform/api/reports.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { PivotCell } from './pivot-cell.tsx'
import { inSight, useSight } from './use-window.ts'
import styles from './reports.module.css'

interface PivotTableProps {
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

/** Pixels. */
const lineHeight = 28
/** With further key parts below the first. */
const tallHeight = 42
const plainWidth = 92
/** With the figure of another scenario. */
const comparedWidth = 168
const keyWidth = 190
const measureWidth = 130
/** Without key columns. */
const onlyMeasureWidth = 200
const narrowWidth = { keyed: 206, keyless: 130 } as const

export function PivotTable(props: PivotTableProps) {
  const { description, measures, rows, total, heat, compare, hrefOf, onEnd } = props
  const { t } = useTranslation('reports')
  const activeId = useId()
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const [place, setPlace] = useState({ row: 0, column: 0 })
  const lines = heat === undefined ? measures : description.measures.filter(({ name }) => name === heat)
  const buckets = rows[0]?.buckets ?? []
  const count = rows.length * lines.length
  const narrow = sight.width < 700
  const keys = hrefOf === undefined ? [] : narrow ? description.keys.slice(0, 1) : description.keys
  const keyed = keys.length > 0
  // Without space for their columns, further key parts are shown below the first.
  const below = keyed ? description.keys.slice(keys.length) : []
  const rowHeight = below.length > 0 ? tallHeight : lineHeight
  const cellWidth = compare === undefined ? plainWidth : comparedWidth
  const pinned = narrow
    ? narrowWidth[keyed ? 'keyed' : 'keyless']
    : keyed
      ? keys.length * keyWidth + measureWidth
      : onlyMeasureWidth
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
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-15, 0],
      PageDown: [15, 0],
      Home: [0, -buckets.length - 1],
      End: [0, buckets.length],
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = {
      row: Math.max(0, Math.min(count - 1, place.row + step[0])),
      // The key column precedes the first bucket.
      column: Math.max(keyed ? -1 : 0, Math.min(buckets.length - 1, place.column + step[1])),
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
    element.scrollLeft = clamp(
      element.scrollLeft,
      Math.max(0, next.column) * cellWidth,
      sight.width - pinned,
      cellWidth,
    )
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
      aria-activedescendant={activeId}
      data-tall={below.length > 0}
      tabIndex={0}
      onKeyDown={move}
    >
      <div
        className={styles.sheet}
        role="presentation"
        style={{ width: pinned + buckets.length * cellWidth, height: (count + 1) * rowHeight }}
      >
        <div className={styles.head} role="row" aria-rowindex={1} style={{ height: rowHeight }}>
          <div className={styles.pins} role="presentation" data-keyed={keyed} style={{ width: pinned }}>
            {keys.map(({ name, label }) => (
              <div key={name} role="columnheader" className={styles.keyHead}>
                {heading(label)}
                <Below parts={below.map((part) => heading(part.label))} />
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
          const keyId = place.row === index && place.column < 0 ? activeId : undefined
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={styles.line}
              data-first={first}
              style={{ transform: `translateY(${(index + 1) * rowHeight}px)`, height: rowHeight }}
            >
              <div className={styles.pins} role="presentation" data-keyed={keyed} style={{ width: pinned }}>
                {keys.map(({ name }, at) => (
                  <div
                    key={name}
                    role="rowheader"
                    className={styles.key}
                    {...(at === 0 ? { id: keyId, 'data-active': keyId !== undefined } : {})}
                    data-hidden={!first && !narrow && !(at === 0 && keyId !== undefined)}
                  >
                    {at === 0 && hrefOf !== undefined ? (
                      <ScreenLink tabIndex={-1} title={row.key.join(' · ')} to={hrefOf(row)}>
                        {row.key[at] === '' ? t('noKey') : row.key[at]}
                      </ScreenLink>
                    ) : (
                      row.key[at]
                    )}
                    <Below parts={below.map((_, index) => row.key[keys.length + index] ?? '')} />
                  </div>
                ))}
                <div role="rowheader" className={styles.measure} title={measure.help}>
                  {heading(measure.label)}
                </div>
              </div>
              {row.buckets.slice(across.first, across.end).map((bucket, at) => (
                <PivotCell
                  key={bucket.startdate}
                  id={place.row === index && place.column === across.first + at ? activeId : undefined}
                  description={description}
                  row={row}
                  bucket={bucket}
                  measure={measure}
                  left={pinned + (across.first + at) * cellWidth}
                  width={cellWidth}
                  column={keys.length + 2 + across.first + at}
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

/** Further key parts below the first. */
function Below({ parts }: { readonly parts: readonly string[] }) {
  const words = parts.filter((part) => part !== '').join(' · ')
  return words === '' ? null : (
    <small className={styles.below} title={words}>
      {words}
    </small>
  )
}

/** Returns the scroll position that makes a range visible. */
function clamp(scroll: number, at: number, length: number, size: number): number {
  if (at < scroll) return at
  return at + size > scroll + length ? at + size - length : scroll
}
