/**
 * Opens a workbook (.xlsx, .xlsm) and reads its sheets as tables, row by row, in constant memory. Formulas are never
 * computed; their stored results are read. Macros and links are ignored.
 */
import type { Message } from '../../../errors/messages.ts'
import type { Cell, SourceTable } from '../../tables/source-table.ts'
import type { CellReading } from './cell-value.ts'
import { type Archive, openArchive, refusedFile } from './archive.ts'
import { readCellFormats } from './cell-formats.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'
import { scanPieces } from './small-part.ts'
import { mostMergedNamed, type ReadArea, type SheetRow, SheetScan } from './sheet-scan.ts'
import { readTables, readWorkbookParts, type SheetPart } from './workbook-parts.ts'

export interface WorkbookOptions {
  /** Decimal separator of numbers that cells contain as text. */
  readonly decimal: '.' | ','
  /** Ends reading, with its reason as the error. */
  readonly signal?: AbortSignal | undefined
  /** Number of shared texts to read; those after it are shown as an ellipsis. */
  readonly mostTexts?: number
}

export interface Workbook extends AsyncDisposable {
  /** Titles of the visible sheets, in their order. */
  readonly sheets: readonly string[]
  /** Titles of hidden sheets, which are not read. */
  readonly hidden: readonly string[]
  /** Language of titles and headers, if the file declares it. */
  readonly language: string | undefined
  /**
   * Starts to read a sheet: the area of its table or of its filter if it has one, otherwise the whole sheet. May be
   * called again to read it from the start. Returns undefined for a blank sheet. Throws `file_refused` with the
   * title.
   */
  open(title: string): Promise<SourceTable | undefined>
}

/** Opens the file. Throws `file_refused` if it is not a readable workbook. */
export async function openWorkbook(path: string, options: WorkbookOptions): Promise<Workbook> {
  const archive = await openArchive(path, options.signal)
  try {
    const parts = await readWorkbookParts(archive)
    const formats = await readCellFormats(archive, parts.styles)
    const shown = parts.sheets.filter(({ hidden }) => !hidden)
    const streams = new Set<AsyncGenerator<SheetRow>>()
    let strings: Promise<SharedStrings> | undefined
    return {
      sheets: shown.map(({ title }) => title),
      hidden: parts.sheets.filter(({ hidden }) => hidden).map(({ title }) => title),
      language: parts.language,
      open: async (title) => {
        const sheet = shown.find((candidate) => candidate.title === title)
        if (sheet === undefined) throw refusedFile({ code: 'no_sheet', params: { sheet: title } })
        strings ??= readSharedStrings(archive, parts.strings, { most: options.mostTexts })
        const reading = { strings: await strings, formats, epoch: parts.epoch }
        return openSheet({ archive, sheet, reading, streams, options })
      },
      [Symbol.asyncDispose]: async () => {
        for (const stream of streams) await stream.return(undefined)
        ;(await strings?.catch(() => undefined))?.[Symbol.dispose]()
        await archive[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await archive[Symbol.asyncDispose]()
    throw error
  }
}

interface OpenSheet {
  readonly archive: Archive
  readonly sheet: SheetPart
  readonly reading: CellReading
  /** Open streams of sheets, which end with the workbook. */
  readonly streams: Set<AsyncGenerator<SheetRow>>
  readonly options: WorkbookOptions
}

async function openSheet({
  archive,
  sheet,
  reading,
  streams,
  options,
}: OpenSheet): Promise<SourceTable | undefined> {
  const { title, part } = sheet
  const remarks: Message[] = []
  const area = await areaToRead(archive, sheet, remarks)
  const scan = new SheetScan(reading, area)
  const rows = scanPieces(part, archive.read(part), scan, () => scan.take())
  streams.add(rows)
  const first = await rows.next()
  if (first.done === true) {
    streams.delete(rows)
    return undefined
  }
  if ('fault' in first.value)
    throw refusedFile({
      code: 'sheet_header_faulty',
      params: { sheet: title, fault: first.value.fault },
    })
  const header = first.value.cells.map(headerText)
  return {
    sheet: title,
    header,
    headerLine: first.value.line,
    decimal: options.decimal,
    remarks,
    rows: rest(rows, streams, () => remarks.push(...remarksOf(scan, area, header.length))),
  }
}

const headerText = (cell: Cell): string => (cell === null ? '' : String(cell))

/** Yields the other rows and then adds the remarks. */
async function* rest(
  rows: AsyncGenerator<SheetRow>,
  streams: Set<AsyncGenerator<SheetRow>>,
  atEnd: () => void,
): AsyncGenerator<SheetRow> {
  yield* rows
  streams.delete(rows)
  atEnd()
}

async function areaToRead(
  archive: Archive,
  sheet: SheetPart,
  remarks: Message[],
): Promise<ReadArea | undefined> {
  const [table, ...others] = await readTables(archive, sheet.part)
  if (others.length > 0) remarks.push({ code: 'sheet_tables', params: { number: others.length + 1 } })
  if (table !== undefined) return { ...table, grows: false }
  return sheet.filter === undefined ? undefined : { ...sheet.filter, grows: true }
}

function remarksOf(scan: SheetScan, area: ReadArea | undefined, width: number): readonly Message[] {
  const { rowsBelow, cellsBeside, merged, filter, headerRow } = scan
  const isFilter = area?.grows === true
  const beyond =
    area === undefined &&
    filter !== undefined &&
    (filter.firstRow !== headerRow || filter.firstColumn >= width)
  const named = merged.slice(0, mostMergedNamed).join(', ')
  const cells = merged.length > mostMergedNamed ? `${named}, …` : named
  return [
    ...(rowsBelow === 0
      ? []
      : [
          {
            code: isFilter ? 'rows_below_filter' : 'rows_below_table',
            params: { count: rowsBelow },
          } as const,
        ]),
    ...(cellsBeside ? [{ code: isFilter ? 'cells_beside_filter' : 'cells_beside_table' } as const] : []),
    ...(beyond ? [{ code: 'filter_elsewhere' } as const] : []),
    ...(merged.length === 0 ? [] : [{ code: 'cells_merged', params: { cells } } as const]),
  ]
}
