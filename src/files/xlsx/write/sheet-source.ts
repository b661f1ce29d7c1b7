/**
 * What is written as a sheet: columns and rows. Whoever has rows (the records of an entity, a report, a query)
 * makes one of these and gives it to `writeWorkbook`.
 */
import type { CellKind } from '../cell-kinds.ts'

/** A value as PostgreSQL writes it, for example `2026-01-05 08:00:00`, `1.5`, `t`; null for a blank cell. */
export type CellText = string | null

export interface SheetColumn {
  readonly header: string
  /** How values are written and shown. A value that does not fit the kind is written as text. */
  readonly kind: CellKind
  /** Width in characters; by default as the header and the kind need. */
  readonly width?: number
  /** Comment of the header cell. */
  readonly note?: string
  /** Values offered for choice in the cells below. */
  readonly choices?: readonly string[]
}

export interface SheetSource {
  /** What the tab says: at most 31 characters, none of `[ ] : * ? / \`. More rows than fit go on in `title (2)`. */
  readonly title: string
  readonly columns: readonly SheetColumn[]
  /** Batches of rows, asked for when the sheet is written; each row has a value per column. */
  readonly rows: AsyncIterable<readonly (readonly CellText[])[]>
}
