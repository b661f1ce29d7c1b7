/** Input of `writeWorkbook`: the columns and rows of a sheet, for instance the records of an entity, a report, or a query. */
import type { CellKind } from '../cell-kinds.ts'

/** A value as formatted by PostgreSQL, for example `2026-01-05 08:00:00`, `1.5`, `t`; null for a blank cell. */
export type CellText = string | null

export interface SheetColumn {
  readonly header: string
  /** How values are written and shown. A value that does not fit the kind is written as text. */
  readonly kind: CellKind
  /** Width in characters; the default depends on the header and the kind. */
  readonly width?: number
  /** Comment of the header cell. */
  readonly note?: string
  /** Values of the choice list of the cells below. */
  readonly choices?: readonly string[]
}

export interface SheetSource {
  /** Title of the sheet: at most 31 characters, none of `[ ] : * ? / \`. Rows that do not fit continue in `title (2)`. */
  readonly title: string
  readonly columns: readonly SheetColumn[]
  /** Batches of rows, requested when the sheet is written; each row has one value per column. */
  readonly rows: AsyncIterable<readonly (readonly CellText[])[]>
}
