/** Reads CSV files as tables: detects the header and the delimiter, and adds remarks about what was detected. */
import type { Message } from '../../errors/messages.ts'
import { fileRefused } from '../tables/columns.ts'
import type { BrokenRow, OpenTable, SourceTable, TableRow } from '../tables/source-table.ts'
import { decodeText } from './decode.ts'
import { RowSplitter } from './row-splitter.ts'

export interface CsvOptions {
  /** Charset of files without a byte order mark. */
  readonly charset: string
  /** Decimal separator of the language. If it is a comma, the expected delimiter is the semicolon. */
  readonly decimal: SourceTable['decimal']
  /** Returns whether a header names a field; used to find the right delimiter. */
  readonly isField: (header: string) => boolean
  /** Delimiter if it is known; without it, it is detected. */
  readonly delimiter?: Delimiter
}

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** Returns the usual delimiter of a decimal separator. */
export const delimiterFor = (decimal: SourceTable['decimal']): Delimiter => (decimal === ',' ? ';' : ',')

/** Opens a CSV file as a table. Reading it throws `file_refused` if there is no header or if bytes are not valid text. */
export function openCsv(bytes: () => AsyncIterable<Buffer>, options: CsvOptions): OpenTable {
  return () => readCsv(bytes(), options)
}

const delimiterNames = {
  ',': { code: 'delimiter_commas' },
  ';': { code: 'delimiter_semicolons' },
  '\t': { code: 'delimiter_tabs' },
} as const satisfies Record<string, Message>

async function readCsv(bytes: AsyncIterable<Buffer>, options: CsvOptions): Promise<SourceTable> {
  const { text, charset } = decodeText(bytes, options.charset)
  const pieces = text[Symbol.asyncIterator]()
  const start = await readStart(pieces, options)
  const { delimiter, header, headerLine, splitter } = start
  const remarks: Message[] = []
  const expected = delimiterFor(options.decimal)
  const decimal = delimiter === expected ? options.decimal : delimiter === ';' ? ',' : '.'
  if (delimiter !== expected && options.delimiter === undefined) {
    const found = delimiterNames[delimiter]
    remarks.push({ code: 'delimiter_found', params: { found, expected: delimiterNames[expected], decimal } })
  }
  if (charset().startsWith('utf-16')) remarks.push({ code: 'charset_found', params: { charset: charset() } })

  async function* rows(): AsyncGenerator<TableRow | BrokenRow> {
    try {
      yield* start.rows
      for (;;) {
        const { done, value } = await pieces.next()
        yield* split(splitter, done === true ? '' : value, done === true)
        if (done === true) break
      }
      if (splitter.comments > 0)
        remarks.push({ code: 'comments_skipped', params: { count: splitter.comments } })
    } finally {
      await pieces.return?.(undefined)
    }
  }
  return { header, headerLine, decimal, remarks, rows: rows(), text: { charset: charset(), delimiter } }
}

function* split(splitter: RowSplitter, text: string, last: boolean): Generator<TableRow | BrokenRow> {
  yield* splitter.push(text, last)
}

interface Start {
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  readonly headerLine: number
  /** Rows that were read together with the header. */
  readonly rows: readonly (TableRow | BrokenRow)[]
  readonly splitter: RowSplitter
}

/** Maximum number of characters from the start of the file to the end of its header. */
const longestStart = 2 ** 18

/**
 * Reads until the header is complete, trying each possible delimiter. Prefers a delimiter with which the header names
 * a field.
 */
async function readStart(pieces: AsyncIterator<string>, options: CsvOptions): Promise<Start> {
  const expected = delimiterFor(options.decimal)
  const candidates: readonly Delimiter[] =
    options.delimiter === undefined ? [expected, expected === ',' ? ';' : ',', '\t'] : [options.delimiter]
  let head = ''
  for (;;) {
    const { done, value } = await pieces.next()
    if (done !== true) head += value
    if (head.length > longestStart) {
      throw fileRefused({ code: 'header_endless', params: { limit: longestStart } })
    }
    const starts = candidates.map((delimiter) => startWith(delimiter, head, done === true))
    const best = starts.find(
      (start) => start !== undefined && 'header' in start && start.header.some(options.isField),
    )
    const chosen = best ?? starts[0]
    if (chosen !== undefined) {
      if ('header' in chosen) return chosen
      const { line, fault } = chosen
      throw fileRefused({ code: 'header_faulty', params: { line, fault } })
    }
    if (done === true) throw fileRefused({ code: 'file_without_header' })
  }
}

/** Line that spreadsheet programs write above the header to name the delimiter. */
const separatorHint = /^"?sep=.?"?$/i
const isHint = ({ cells = [] }: TableRow | BrokenRow): boolean => separatorHint.test(cells.join(''))

function startWith(delimiter: Delimiter, text: string, last: boolean): Start | BrokenRow | undefined {
  const splitter = new RowSplitter(delimiter)
  const rows = [...split(splitter, text, last)]
  const position = rows.findIndex((row) => !isBlankRow(row) && !isHint(row))
  const header = rows[position]
  if (header === undefined) return undefined
  if ('fault' in header) return header
  return {
    delimiter,
    header: header.cells.map((cell) => String(cell).trim()),
    headerLine: header.line,
    rows: rows.slice(position + 1),
    splitter,
  }
}

const isBlankRow = (row: TableRow | BrokenRow): boolean =>
  !('fault' in row) && row.cells.every((cell) => String(cell).trim() === '')
