/** Head and lines of a pivot table: the key columns that stay visible, and the visible buckets. */
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ReportBucket,
  ReportDescription,
  ReportField,
  ReportRow,
  ReportTotal,
} from '../../platform/api/reports.ts'
import type { Formats } from '../../platform/formats/formats.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { PivotCell } from './pivot-cell.tsx'
import type { PivotShape } from './pivot-shape.ts'
import type { ReportLook } from './reports.ts'
import { Sparkline } from './sparkline.tsx'
import { TotalCell } from './total-cell.tsx'
import type { StockEdits } from './use-stock-edits.ts'
import styles from './reports.module.css'

/** The visible buckets; `end` is exclusive. */
interface BucketRange {
  readonly first: number
  readonly end: number
}

interface PivotHeadProps {
  readonly shape: PivotShape
  readonly buckets: readonly ReportBucket[]
  readonly across: BucketRange
}

export function PivotHead({ shape, buckets, across }: PivotHeadProps) {
  const { t } = useTranslation('reports')
  const { keys, below, narrow, rowHeight, cellWidth, pinned, lead } = shape
  // The period of the totals.
  const [first, last] = [buckets[0]?.bucket, buckets.at(-1)?.bucket]
  const period = first === last ? first : `${first}–${last}`
  const total = (
    <div
      role="columnheader"
      aria-colindex={keys.length + 2}
      className={styles.totalHead}
      style={totalStyle(shape)}
    >
      {t('total')}
      {period === undefined ? null : <small title={period}>{period}</small>}
    </div>
  )
  return (
    <div className={styles.head} role="row" aria-rowindex={1} style={{ height: rowHeight }}>
      <div className={styles.pins} role="presentation" data-keyed={keys.length > 0} style={{ width: pinned }}>
        {keys.map(({ name, label }) => (
          <div key={name} role="columnheader" className={styles.keyHead}>
            {heading(label)}
            <Below parts={below.map((part) => heading(part.label))} />
          </div>
        ))}
        <div role="columnheader" className={styles.measureHead} style={measureStyle(shape)}>
          {narrow ? <span className="visually-hidden">{t('measure')}</span> : t('measure')}
        </div>
        {shape.isTotalPinned ? total : null}
      </div>
      {shape.isTotalPinned ? null : total}
      {buckets.slice(across.first, across.end).map(({ bucket, startdate }, index) => (
        <div
          key={startdate}
          role="columnheader"
          aria-colindex={keys.length + 3 + across.first + index}
          className={styles.bucket}
          title={startdate.slice(0, 10)}
          style={{ insetInlineStart: lead + (across.first + index) * cellWidth, width: cellWidth }}
        >
          {bucket}
        </div>
      ))}
    </div>
  )
}

/** Returns the width of a measure beside key columns; elsewhere style sheets determine it. */
const measureStyle = ({ keys, narrow, measureWidth }: PivotShape): CSSProperties | undefined =>
  keys.length === 0 || narrow ? undefined : { flexBasis: measureWidth }

/** A total is in the fixed columns, or scrolls before the first bucket. */
const totalStyle = ({ isTotalPinned, pinned, totalWidth }: PivotShape): CSSProperties =>
  isTotalPinned
    ? { flexBasis: totalWidth }
    : { position: 'absolute', insetInlineStart: pinned, width: totalWidth }

export interface PivotLineShown {
  readonly row: ReportRow
  readonly measure: ReportField
  /** Number of the line among those of its key. */
  readonly part: number
  /** The total that the line belongs to; undefined for a row of the report. */
  readonly total: ReportTotal | undefined
}

interface PivotLineProps extends PivotLineShown {
  /** Number of the line from the top. */
  readonly position: number
  /** Id and column of the current cell, if it is in the line; column -1 is the key, 0 the total. */
  readonly active: { readonly id: string; readonly column: number } | undefined
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly shape: PivotShape
  readonly across: BucketRange
  /** Returns the link of a key. */
  readonly hrefOf: ((row: ReportRow) => string) | undefined
  readonly heat: boolean
  /** Whether the figures of another scenario are shown beside. */
  readonly compare: boolean
  /** Whether keys have small charts. */
  readonly isCharted: boolean
  readonly edits: StockEdits | undefined
  readonly scenario: string
  readonly number: Formats['number']
}

export function PivotLine(props: PivotLineProps) {
  const { position, row, measure, part, total, active, look, description, shape, across, heat, compare } =
    props
  const { keys, rowHeight, cellWidth, pinned, lead } = shape
  // Cells without an editor do not depend on the edits.
  const edits =
    total !== undefined || props.edits?.placeOf(row, measure) === undefined ? undefined : props.edits
  const sum = (
    <TotalCell
      id={active?.column === 0 ? active.id : undefined}
      look={look}
      row={row}
      measure={measure}
      column={keys.length + 2}
      heat={heat}
      compare={compare}
      edits={edits}
      style={totalStyle(shape)}
    />
  )
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      className={styles.line}
      data-first={part === 0}
      data-total={total !== undefined}
      style={{ transform: `translateY(${(position + 1) * rowHeight}px)`, height: rowHeight }}
    >
      <div className={styles.pins} role="presentation" data-keyed={keys.length > 0} style={{ width: pinned }}>
        <KeyCells {...props} />
        <div role="rowheader" className={styles.measure} style={measureStyle(shape)} title={measure.help}>
          {heading(measure.label)}
        </div>
        {shape.isTotalPinned ? sum : null}
      </div>
      {shape.isTotalPinned ? null : sum}
      {row.buckets.slice(across.first, across.end).map((bucket, at) => (
        <PivotCell
          key={bucket.startdate}
          id={active?.column === 1 + across.first + at ? active.id : undefined}
          look={look}
          description={description}
          row={row}
          bucket={bucket}
          measure={measure}
          left={lead + (across.first + at) * cellWidth}
          width={cellWidth}
          column={keys.length + 3 + across.first + at}
          heat={heat}
          compare={compare}
          isTotal={total !== undefined}
          edits={edits}
          scenario={props.scenario}
          number={props.number}
        />
      ))}
    </div>
  )
}

function KeyCells(props: PivotLineProps) {
  const { row, part, total, active, look, description, shape, hrefOf, isCharted } = props
  const { t } = useTranslation('reports')
  const { keys, below, narrow, isChartBelow } = shape
  const keyId = active !== undefined && active.column < 0 ? active.id : undefined
  // The second line of a key has the chart in place of the name, which the first one shows.
  const isChart = isCharted && !isChartBelow && part === 1
  const chart = <Sparkline look={look} description={description} row={row} />
  return keys.map(({ name }, at) => {
    const word = row.key[at] === '' ? t('noKey') : row.key[at]
    return (
      <div
        key={name}
        role="rowheader"
        className={styles.key}
        {...(at === 0 ? { id: keyId, 'data-active': keyId !== undefined } : {})}
        data-hidden={part > 0 && !narrow && !(at === 0 && (keyId !== undefined || isChart))}
      >
        {total !== undefined ? (
          at === 0 ? (
            <TotalName total={total} isChart={isChart}>
              {chart}
            </TotalName>
          ) : null
        ) : at === 0 && hrefOf !== undefined ? (
          <ScreenLink
            tabIndex={-1}
            className={isChart ? styles.chart : undefined}
            title={row.key.join(' · ')}
            to={hrefOf(row)}
          >
            {isChart ? <span className="visually-hidden">{word} </span> : word}
            {isChart ? chart : null}
          </ScreenLink>
        ) : (
          row.key[at]
        )}
        {at > 0 || isChart || total !== undefined ? null : (
          <Below parts={below.map((_, index) => row.key[keys.length + index] ?? '')} />
        )}
        {at === 0 && isCharted && isChartBelow ? chart : null}
      </div>
    )
  })
}

interface TotalNameProps {
  readonly total: ReportTotal
  readonly isChart: boolean
  readonly children: ReactNode
}

/** What a total adds up, or its chart. */
function TotalName({ total: { unit, rows }, isChart, children }: TotalNameProps) {
  const { t } = useTranslation('reports')
  const { number } = useFormats()
  const text = t('totalOf', { count: rows, shown: number(rows) })
  const named = unit === null ? text : `${text} · ${unit}`
  return isChart ? (
    <>
      <span className="visually-hidden">{named} </span>
      {children}
    </>
  ) : (
    <b title={named}>{named}</b>
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
