/**
 * One figure of a report in the number format of the user, with a link to the records behind it and the figure of the
 * compared scenario.
 */
import { memo } from 'react'
import {
  type Figure,
  type ReportDescription,
  type ReportField,
  type ReportRow,
} from '../../platform/api/reports.ts'
import type { Formats } from '../../platform/formats/formats.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { drillDown } from './drill-down.ts'
import { heatOf } from './heat.ts'
import type { ReportLook } from './reports.ts'
import { StockEdit } from './stock-edit.tsx'
import { round, stockMark } from './stock-mark.ts'
import { StockSign } from './stock-signs.tsx'
import type { StockEdits } from './use-stock-edits.ts'
import styles from './reports.module.css'

interface PivotCellProps {
  /** Set if the cell has the keyboard focus. */
  readonly id: string | undefined
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly row: ReportRow
  readonly bucket: ReportRow['buckets'][number]
  readonly measure: ReportField
  /** Pixels. */
  readonly left: number
  readonly width: number
  readonly column: number
  readonly heat: boolean
  readonly compare: boolean
  /** Whether it belongs to a total, which has no records behind it. */
  readonly isTotal: boolean
  readonly edits: StockEdits | undefined
  readonly scenario: string
  readonly number: Formats['number']
}

/** Hundreds of cells are in sight; while scrolling, most of them stay as they are. */
export const PivotCell = memo(function PivotCell(props: PivotCellProps) {
  const { id, look, description, row, bucket, measure, left, width, column, heat, compare, edits, number } =
    props
  const figure = bucket.figures[measure.name] ?? null
  const other = compare ? (bucket.figures[`compared_${measure.name}`] ?? null) : null
  const words = (value: Figure): string => (typeof value === 'number' ? number(round(value)) : (value ?? ''))
  const keys = Object.fromEntries(description.keys.map(({ name }, at) => [name, row.key[at] ?? '']))
  const link =
    measure.drilldown === undefined || figure === null || figure === 0 || props.isTotal
      ? undefined
      : drillDown(props.scenario, measure.drilldown, {
          ...keys,
          startdate: bucket.startdate,
          enddate: bucket.enddate,
        })
  const changed =
    compare && typeof figure === 'number' && typeof other === 'number' && round(figure) !== round(other)
  const place = edits?.placeOf(row, measure)
  const mark = stockMark(look, measure.name, bucket.figures)
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={column}
      className={styles.cell}
      data-active={id !== undefined}
      data-stock={mark}
      {...(place === undefined
        ? {}
        : { 'data-edited': place.isEdited, 'data-faulty': place.fault !== undefined })}
      data-bad={typeof figure === 'number' && figure < 0}
      data-zero={figure === 0 || figure === null}
      {...(heat ? { 'data-heat': heatOf(figure) } : {})}
      style={{ insetInlineStart: left, width }}
    >
      {mark === undefined || look.stock === undefined ? null : (
        <StockSign mark={mark} least={bucket.figures[look.stock.least]} />
      )}
      {place !== undefined && edits !== undefined ? (
        <StockEdit key={place.buffer.id} edits={edits} place={place}>
          {words(figure)}
        </StockEdit>
      ) : link === undefined ? (
        words(figure)
      ) : (
        <ScreenLink tabIndex={-1} to={link}>
          {words(figure)}
        </ScreenLink>
      )}
      {changed ? <span className={styles.other}> ({words(other)})</span> : null}
    </div>
  )
})
