/**
 * A table as a file brings it, whatever its format: a header and rows of cells, read once and as a stream. Readers
 * of formats make it; the import turns it into records.
 */

/**
 * What a cell holds. Text formats give text, as it stands in the file; spreadsheets give numbers and booleans too,
 * and dates as `YYYY-MM-DDTHH:MM:SS`. `null` and the empty text are blank.
 */
export type Cell = string | number | boolean | null

export interface TableRow {
  /** Line of a text file in which the row begins, or number of the row in its sheet; both count from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
}

/** A row that the reader could not make sense of, such as one with an unclosed quote. */
export interface BrokenRow {
  readonly line: number
  /** Why, in words. */
  readonly fault: string
  /** What could be read of it, for the file of rejected rows. */
  readonly cells?: readonly Cell[]
}

/** Opens the table; again, from its beginning, when rows of it were rejected and their cells are to be told. */
export type OpenTable = () => Promise<SourceTable>

export interface SourceTable {
  /** Title of the sheet; absent where a file is one table. */
  readonly sheet?: string
  readonly header: readonly string[]
  readonly headerLine: number
  /** Decimal separator of numbers that are written as text. */
  readonly decimal: '.' | ','
  /** Remarks of the reader for the log, such as a delimiter other than expected. Complete once rows are read. */
  readonly remarks: readonly string[]
  readonly rows: AsyncIterable<TableRow | BrokenRow>
  /** How a text file was read. */
  readonly text?: { readonly charset: string; readonly delimiter: string }
}
