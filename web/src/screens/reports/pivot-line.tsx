/** Head and lines of a pivot table: the key columns that stay visible, and the visible buckets. */
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportBucket, ReportDescription, ReportField, ReportRow } from '../../platform/api/reports.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { PivotCell } from './pivot-cell.tsx'
import type { PivotShape } from './pivot-shape.ts'
import type { ReportLook } from './reports.ts'
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
  const { keys, below, narrow, rowHeight, cellWidth, pinned } = shape
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
      </div>
      {buckets.slice(across.first, across.end).map(({ bucket, startdate }, index) => (
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
  )
}

/** Returns the width of a measure beside key columns; elsewhere style sheets determine it. */
const measureStyle = ({ keys, narrow, measureWidth }: PivotShape): CSSProperties | undefined =>
  keys.length === 0 || narrow ? undefined : { flexBasis: measureWidth }

interface PivotLineProps {
  readonly index: number
  readonly row: ReportRow
  readonly measure: ReportField
  /** Whether it is the first line of its key. */
  readonly isFirst: boolean
  /** Id and column of the current cell, if it is in the line; column -1 is the key. */
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
}

export function PivotLine(props: PivotLineProps) {
  const { index, row, measure, isFirst, active, look, description, shape, across, heat, compare } = props
  const { keys, rowHeight, cellWidth, pinned } = shape
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.line}
      data-first={isFirst}
      style={{ transform: `translateY(${(index + 1) * rowHeight}px)`, height: rowHeight }}
    >
      <div className={styles.pins} role="presentation" data-keyed={keys.length > 0} style={{ width: pinned }}>
        <KeyCells {...props} />
        <div role="rowheader" className={styles.measure} style={measureStyle(shape)} title={measure.help}>
          {heading(measure.label)}
        </div>
      </div>
      {row.buckets.slice(across.first, across.end).map((bucket, at) => (
        <PivotCell
          key={bucket.startdate}
          id={active?.column === across.first + at ? active.id : undefined}
          look={look}
          description={description}
          row={row}
          bucket={bucket}
          measure={measure}
          left={pinned + (across.first + at) * cellWidth}
          width={cellWidth}
          column={keys.length + 2 + across.first + at}
          heat={heat}
          compare={compare}
        />
      ))}
    </div>
  )
}

function KeyCells({ row, isFirst, active, shape, hrefOf }: PivotLineProps) {
  const { t } = useTranslation('reports')
  const { keys, below, narrow } = shape
  const keyId = active !== undefined && active.column < 0 ? active.id : undefined
  return keys.map(({ name }, at) => (
    <div
      key={name}
      role="rowheader"
      className={styles.key}
      {...(at === 0 ? { id: keyId, 'data-active': keyId !== undefined } : {})}
      data-hidden={!isFirst && !narrow && !(at === 0 && keyId !== undefined)}
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
  ))
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
