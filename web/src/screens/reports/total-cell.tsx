/** Total of a row of a report over the shown buckets: a sum, a level, or a share of sums, with a word for which. */
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { summingOf } from '../../../../src/model/reports/figure-rules.ts'
import type { Figure, ReportField, ReportRow } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heatOf } from './heat.ts'
import type { ReportLook } from './reports.ts'
import { round } from './stock-mark.ts'
import { StockEdit } from './stock-edit.tsx'
import type { StockEdits } from './use-stock-edits.ts'
import styles from './reports.module.css'

interface TotalCellProps {
  /** Set if the cell has the keyboard focus. */
  readonly id: string | undefined
  readonly look: ReportLook
  readonly row: ReportRow
  readonly measure: ReportField
  readonly column: number
  readonly heat: boolean
  readonly compare: boolean
  readonly edits: StockEdits | undefined
  readonly style: CSSProperties
}

export function TotalCell(props: TotalCellProps) {
  const { id, look, row, measure, column, heat, compare, edits, style } = props
  const { t } = useTranslation('reports')
  const { number } = useFormats()
  const figure = row.total[measure.name] ?? null
  const other = compare ? (row.total[`compared_${measure.name}`] ?? null) : null
  const editable = edits?.placeOf(row, measure)
  // A text is a typed value that is not valid.
  const shown = (value: Figure): string => (typeof value === 'number' ? number(round(value)) : (value ?? ''))
  const { buckets } = summingOf(measure.name)
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={column}
      className={styles.totalCell}
      data-active={id !== undefined}
      {...(editable === undefined
        ? {}
        : { 'data-edited': editable.isEdited, 'data-faulty': editable.fault !== undefined })}
      data-bad={typeof figure === 'number' && figure < 0}
      {...(heat && measure.name === look.heat ? { 'data-heat': heatOf(figure) } : {})}
      {...(typeof figure === 'number' ? { title: t(`over.${buckets}Hint`) } : {})}
      style={style}
    >
      {typeof figure !== 'number' && editable === undefined ? null : (
        <>
          <small className={styles.over}>{t(`over.${buckets}`)}</small>{' '}
          {editable === undefined || edits === undefined ? (
            shown(figure)
          ) : (
            <StockEdit key={editable.buffer.id} edits={edits} place={editable}>
              {shown(figure)}
            </StockEdit>
          )}
          {typeof other === 'number' && typeof figure === 'number' && round(other) !== round(figure) ? (
            <span className={styles.other}> ({shown(other)})</span>
          ) : null}
        </>
      )}
    </div>
  )
}
