/**
 * Defines the table that readers of all formats produce: a header and rows of cells, read once as a stream. The
 * import converts it to records.
 */
import type { Message } from '../../errors/messages.ts'

/**
 * Value of a cell. Text formats produce text, as written in the file; spreadsheets also produce numbers and booleans,
 * and dates as `YYYY-MM-DDTHH:MM:SS`. `null` and empty text are blank.
 */
export type Cell = string | number | boolean | null

/** Maximum number of columns of a table, as in spreadsheet programs. */
export const mostColumns = 16_384

export interface TableRow {
  /** Line of a text file on which the row starts, or number of the row in its sheet; both count from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
}

/** A row that the reader could not parse, such as one with an unclosed quote. */
export interface BrokenRow {
  readonly line: number
  readonly fault: Message
  /** Cells that could be read, for the file of rejected rows. */
  readonly cells?: readonly Cell[]
}

/** Opens the table. Called again if rows were rejected, to read their cells from the start of the table. */
export type OpenTable = () => Promise<SourceTable>

export interface SourceTable {
  /** Title of the sheet; absent if the file is a single table. */
  readonly sheet?: string
  readonly header: readonly string[]
  readonly headerLine: number
  /** Decimal separator of numbers that are written as text. */
  readonly decimal: '.' | ','
  /** Remarks of the reader for the log, such as an unexpected delimiter. Complete after the rows were read. */
  readonly remarks: readonly Message[]
  readonly rows: AsyncIterable<TableRow | BrokenRow>
  /** Detected charset and delimiter of a text file. */
  readonly text?: { readonly charset: string; readonly delimiter: string }
}
