/**
 * Writes a workbook as a stream, in constant memory: sheets are added to the archive as their rows arrive, the parts
 * that list them at the end. The same rows give the same bytes.
 *
 * Numbers, dates and durations are written as numbers with a format; text stays text, whatever it looks like.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ServiceError } from '../../../errors/service-error.ts'
import type { TooLong } from './cell-xml.ts'
import { noteShapesXml, notesXml } from './notes-xml.ts'
import {
  contentTypesXml,
  corePropertiesXml,
  type FinishedSheet,
  packageRelationsXml,
  sheetRelationsXml,
  workbookRelationsXml,
  workbookXml,
} from './package-xml.ts'
import type { SheetColumn, SheetSource } from './sheet-source.ts'
import { RowFeed, type SheetLimits, sheetLimits, sheetXml, type WrittenSheet } from './sheet-xml.ts'
import { continuedTitle } from '../sheet-titles.ts'
import { stylesXml } from './styles.ts'

export interface WorkbookOptions {
  /** Language code of titles and headers; stored in the file for its import. */
  readonly language: string
  /** Whether texts of more than 32,767 characters, which do not fit into a cell, are cut with a mark or end the stream. */
  readonly tooLong: TooLong
  readonly limits?: SheetLimits
}

export const workbookMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Earliest time that zip supports, so that files do not differ in their creation time. */
const noTime = new Date(1980, 0, 1)

/** Low compression levels take half the time for ten percent more bytes. */
const entryOptions = { mtime: noTime, forceDosTimestamp: true, compressionLevel: 4 }

/**
 * Returns the bytes of a workbook with these sheets, in this order; at least one. The stream fails with an error of
 * the rows of a sheet, and with `command_failed` for a text that is too long. Destroying the stream ends reading of
 * the rows.
 */
export function writeWorkbook(
  sheets: Iterable<SheetSource> | AsyncIterable<SheetSource>,
  options: WorkbookOptions,
): Readable {
  const open = new AbortController()
  const bytes = workbookBytes(sheets, options, open.signal)
  return new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    // The stream may be destroyed while it waits for slow rows, so the rows are canceled first.
    destroy(error, done) {
      open.abort()
      void closing(bytes, () => done(error))
    },
  })
}

async function closing(bytes: AsyncGenerator<Buffer>, closed: () => void): Promise<void> {
  await bytes.return(undefined).catch(() => undefined)
  closed()
}

async function* workbookBytes(
  sheets: Iterable<SheetSource> | AsyncIterable<SheetSource>,
  options: WorkbookOptions,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new Error('An archive is a stream.')
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  signal.addEventListener('abort', () => fail(new ServiceError('canceled')), { once: true })
  addSheets(zip, sheets, options, signal).then(() => zip.end(), fail)
  for await (const chunk of output) yield asBuffer(chunk)
}

function asBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  throw new Error('An archive gives nothing but bytes.')
}

async function addSheets(
  zip: ZipFile,
  sheets: Iterable<SheetSource> | AsyncIterable<SheetSource>,
  options: WorkbookOptions,
  signal: AbortSignal,
): Promise<void> {
  const finished: FinishedSheet[] = []
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name, entryOptions)
  add('_rels/.rels', packageRelationsXml)
  for await (const sheet of sheets) {
    const feed = new RowFeed(sheet.rows)
    try {
      for (let part = 1; part === 1 || (await feed.more()); part += 1) {
        const number = finished.length + 1
        const hasNotes = sheet.columns.some(({ note }) => note !== undefined)
        const title = continuedTitle(sheet.title, part)
        const rows = await addSheet(zip, { sheet, feed, number, title, options }, signal)
        if (hasNotes) {
          add(`xl/comments${number}.xml`, notesXml(sheet.columns))
          add(`xl/drawings/vmlDrawing${number}.vml`, noteShapesXml(sheet.columns))
          add(`xl/worksheets/_rels/sheet${number}.xml.rels`, sheetRelationsXml(number))
        }
        finished.push({ title, columns: sheet.columns.length, rows, hasNotes })
      }
    } finally {
      await feed.close()
    }
  }
  add('xl/styles.xml', stylesXml)
  add('docProps/core.xml', corePropertiesXml(options.language))
  add('xl/workbook.xml', workbookXml(finished))
  add('xl/_rels/workbook.xml.rels', workbookRelationsXml(finished))
  add('[Content_Types].xml', contentTypesXml(finished))
}

interface SheetPart {
  readonly sheet: SheetSource
  readonly feed: RowFeed
  readonly number: number
  readonly title: string
  readonly options: WorkbookOptions
}

/** Writes a sheet to the archive and resolves with the number of its rows. */
function addSheet(
  zip: ZipFile,
  { sheet, feed, number, title, options }: SheetPart,
  signal: AbortSignal,
): Promise<number> {
  const written: WrittenSheet = { rows: 0 }
  const { limits = sheetLimits, tooLong } = options
  const refuse = tooLong === 'cut' ? undefined : rejectIn(title)
  const xml = sheetXml(sheet.columns, feed, written, { limits, selected: number === 1, refuse })
  const stream = Readable.from(xml, { objectMode: false })
  return new Promise((resolve, reject) => {
    stream.once('end', () => resolve(written.rows))
    stream.once('error', reject)
    const cancel = (): void => void stream.destroy(new ServiceError('canceled'))
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    stream.once('close', () => signal.removeEventListener('abort', cancel))
    zip.addReadStream(stream, `xl/worksheets/sheet${number}.xml`, entryOptions)
  })
}

const rejectIn =
  (title: string) =>
  (address: string, { header }: SheetColumn, length: number): never => {
    const params = { sheet: title, address, header, length }
    throw new ServiceError('command_failed', { reason: { code: 'text_too_long_for_cell', params } })
  }
