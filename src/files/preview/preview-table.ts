/** Previews a file as the import would read it: its format, its header and its first rows. */
import { messageText, type MessageTexts } from '../../errors/messages.ts'
import { type Delimiter, openCsv } from '../csv/read-csv.ts'
import type { RecognisedFile } from '../import/recognise.ts'
import { openSourceFile } from '../import/source-file.ts'
import type { Folder } from '../folders/folder.ts'
import { localCopyOf } from '../folders/local-copy.ts'
import type { Cell, SourceTable } from '../tables/source-table.ts'
import { openFileTable } from '../xlsx/read/file-table.ts'
import { openWorkbook } from '../xlsx/read/open-workbook.ts'

export interface PreviewOptions {
  readonly charset: string
  readonly decimal: SourceTable['decimal']
  readonly delimiter?: Delimiter
  /** Title of the requested sheet; without it, the sheet that an import would read. */
  readonly sheet?: string
  readonly isField: (header: string) => boolean
  readonly namesEntity: (title: string) => boolean
  /** Maximum number of rows. */
  readonly rows: number
  /** Texts of the language of the faults. */
  readonly texts: MessageTexts
  readonly signal: AbortSignal
}

export interface PreviewRow {
  readonly line: number
  readonly cells: readonly Cell[]
  /** Why the row cannot become a record. */
  readonly fault?: string
}

export interface TablePreview {
  readonly format: 'csv' | 'xlsx'
  /** Whether the file is compressed with gzip. */
  readonly packed: boolean
  readonly charset?: string
  readonly delimiter?: string
  readonly decimal: SourceTable['decimal']
  /** Visible sheets of a workbook. */
  readonly sheets?: readonly string[]
  readonly sheet?: string
  readonly language?: string
  readonly headerLine: number
  readonly header: readonly string[]
  readonly rows: readonly PreviewRow[]
  /** Whether there are more rows. */
  readonly more: boolean
  readonly remarks: readonly string[]
}

/** Returns the first rows of a file. Throws `file_refused`, as the import would. */
export async function previewTable(
  folder: Folder,
  { name, format, gzip }: Pick<RecognisedFile, 'name' | 'format' | 'gzip'>,
  options: PreviewOptions,
): Promise<TablePreview> {
  const { charset, decimal, delimiter, isField, signal } = options
  if (format === 'xlsx') {
    await using copy = await localCopyOf(folder, name, signal)
    await using workbook = await openWorkbook(copy.path, { decimal, signal, mostTexts })
    const { sheets, language } = workbook
    const { sheet } = options
    const wanted = (title: string): boolean =>
      sheet === undefined ? options.namesEntity(title) : title === sheet
    const table = await openFileTable(workbook, wanted)
    return {
      format,
      packed: false,
      sheets,
      ...(language === undefined ? {} : { language }),
      ...(await beginning(table, options)),
    }
  }
  await using source = await openSourceFile(folder, { name, gzip, workbook: false, signal })
  const table = await openCsv(() => source.bytes(), {
    charset,
    decimal,
    isField,
    ...(delimiter === undefined ? {} : { delimiter }),
  })()
  return { format: 'csv', packed: gzip, ...table.text, ...(await beginning(table, options)) }
}

/**
 * Maximum number of shared texts of a workbook that are read. Programs number texts in the order of their first cell,
 * so that the first rows do not need those after it, and reading these would take seconds.
 */
const mostTexts = 400_000
/** Maximum number of characters of a cell that are shown. */
const longest = 200
/** Maximum number of characters of all cells that are shown; each cell counts as a few more. */
const mostCharacters = 2_000_000
const perCell = 8

async function beginning(
  table: SourceTable,
  { rows: most, signal, texts }: PreviewOptions,
): Promise<Omit<TablePreview, 'format' | 'packed' | 'sheets'>> {
  const rows: PreviewRow[] = []
  let more = false
  let characters = 0
  for await (const row of table.rows) {
    signal.throwIfAborted()
    const cells = (row.cells ?? []).map(shortened)
    if (!('fault' in row) && cells.every((cell) => cell === null || cell === '')) continue
    for (const cell of cells) characters += perCell + String(cell).length
    if (rows.length === most || characters > mostCharacters) {
      more = true
      break
    }
    rows.push({ line: row.line, cells, ...('fault' in row ? { fault: messageText(row.fault, texts) } : {}) })
  }
  const { sheet, header, headerLine, decimal, remarks } = table
  return {
    ...(sheet === undefined ? {} : { sheet }),
    decimal,
    headerLine,
    header: header.map((title) => title.slice(0, longest)),
    rows,
    more,
    remarks: remarks.map((remark) => messageText(remark, texts)),
  }
}

const shortened = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > longest ? `${cell.slice(0, longest)}…` : cell
