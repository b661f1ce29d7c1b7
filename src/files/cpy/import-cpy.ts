/**
 * Imports files in the COPY formats of PostgreSQL, text or CSV, with a header. Meant for very large clean files: they
 * only add records, and one faulty record aborts the file.
 */
import { DatabaseError } from 'pg'
import type { CopySource } from '../../data/write/request.ts'
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import { uniqueViolation } from '../../database/errors.ts'
import { asSentence, joinLines, type Message } from '../../errors/messages.ts'
import { joinReasons } from '../tables/rejected-row.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { type BatchErrors, recordLevel, ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { RowSplitter } from '../csv/row-splitter.ts'
import type { SourceFile } from '../import/source-file.ts'
import { fileRefused, mapColumns, type TableColumns } from '../tables/columns.ts'
import { type ImportOptions, type TableReport, tableReport } from '../tables/import-table.ts'

export interface CpyOptions extends Pick<
  ImportOptions,
  'labels' | 'dateStyle' | 'mayAdd' | 'mayView' | 'createMissing' | 'withoutChangeLog'
> {
  /** Returns whether a header names a field; used to find the right delimiter. */
  readonly isField: (header: string) => boolean
}

/** Number of bytes within which the header must end. */
const longestHeader = 2 ** 20
const faultsReported = 10

const dateOrders = { 'YYYY-MM-DD': 'YMD', 'DD-MM-YYYY': 'DMY', 'MM-DD-YYYY': 'MDY' } as const

/**
 * Adds the records of the file.
 * @throws ServiceError `file_refused` with the line or record, the field and the reason of the first faults
 */
export async function importCpy(
  open: OpenWrite,
  entity: Entity,
  source: Pick<SourceFile, 'bytes' | 'size'>,
  options: CpyOptions,
): Promise<TableReport> {
  if (!options.mayAdd) throw fileRefused({ code: 'may_not_add' })
  const { head, sample } = await readStart(source.bytes())
  const { header, format, delimiter } = readHeader(head, options)
  const columns = mapColumns(entity, header, options.labels, { decimal: '.', dateStyle: options.dateStyle })
  const copy: CopySource = {
    format,
    delimiter,
    columns: columns.columns.map((column) => column?.field),
    bytes: () => withoutHeader(source.bytes()),
    size: source.size,
    blanks: blankFields(sample, format, delimiter, columns),
  }
  await open.client.query(`SET LOCAL datestyle = 'ISO, ${dateOrders[options.dateStyle]}'`)
  try {
    const result = await open.write(entity, {
      rows: [],
      copy,
      mode: 'create',
      onError: 'abort',
      strict: false,
      createMissing: options.createMissing,
      reportMissing: options.mayView,
      dryRun: false,
      returning: 'counts',
      mayAdd: true,
      mayChange: true,
      ...(options.withoutChangeLog === true ? { withoutChangeLog: true } : {}),
    })
    if (result.overridden > 0) {
      throw fileRefused({ code: 'records_repeated', params: { repeated: result.overridden } })
    }
    return tableReport(entity, { remarks: [] }, columns, result, 0)
  } catch (error) {
    throw importFault(entity, error)
  } finally {
    // After an error the transaction has ended, and the setting with it.
    await open.client.query(`SET LOCAL datestyle TO DEFAULT`).catch(() => undefined)
  }
}

interface Start {
  /** First line, decoded. */
  readonly head: string
  /** Complete lines after the header that were read together with it. */
  readonly sample: string
}

async function readStart(bytes: AsyncIterable<Buffer>): Promise<Start> {
  let start: Buffer = Buffer.alloc(0)
  let end = -1
  for await (const chunk of bytes) {
    start = Buffer.concat([start, chunk])
    end = start.indexOf(0x0a)
    if (end !== -1 || start.length >= longestHeader) break
  }
  if (end === -1) throw fileRefused({ code: 'file_without_header' })
  const head = start
    .subarray(0, end)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r$/, '')
  return { head, sample: start.subarray(end + 1, start.lastIndexOf(0x0a) + 1).toString('utf8') }
}

async function* withoutHeader(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let within = true
  for await (const chunk of bytes) {
    const end = within ? chunk.indexOf(0x0a) : -1
    if (within && end === -1) continue
    within = false
    if (end + 1 < chunk.length) yield chunk.subarray(end + 1)
  }
}

/** Returns the fields that are empty in at least one of the sampled lines. */
function blankFields(
  sample: string,
  format: CopySource['format'],
  delimiter: string,
  { columns }: TableColumns,
): ReadonlySet<string> {
  const rows =
    format === 'text'
      ? sample.split('\n').map((line) => line.replace(/\r$/, '').split(delimiter))
      : Array.from(new RowSplitter(delimiter).push(sample), ({ cells = [] }) => cells)
  const empty = format === 'text' ? '\\N' : ''
  const blank = rows.flatMap((cells) =>
    cells.flatMap((cell, place) => (cell === empty ? (columns[place]?.field ?? []) : [])),
  )
  return new Set(blank)
}

/**
 * Returns the header and the format of the file: the text format if the header contains a tab, otherwise CSV with the
 * first delimiter for which the header names a field.
 */
function readHeader(
  head: string,
  { isField }: CpyOptions,
): Pick<CopySource, 'format' | 'delimiter'> & { readonly header: readonly string[] } {
  if (head.includes('\t')) return { format: 'text', delimiter: '\t', header: head.split('\t') }
  const readings = [',', ';'].map((delimiter) => {
    const [row] = new RowSplitter(delimiter).push(`${head}\n`)
    const header = row === undefined || 'fault' in row ? [head] : row.cells.map((cell) => String(cell).trim())
    return { format: 'csv' as const, delimiter, header }
  })
  return readings.find(({ header }) => header.some((title) => isField(title))) ?? readings[0]!
}

/**
 * Translates faults of single records and the errors of COPY about a line into `file_refused`. Returns other errors
 * unchanged.
 */
function importFault(entity: Entity, error: unknown): unknown {
  if (error instanceof ServiceError && error.records !== undefined) return faultyRecords(error.records, error)
  const duplicate = error instanceof Error ? error.cause : undefined
  if (duplicate instanceof DatabaseError && duplicate.code === uniqueViolation) {
    const detail = foreignText(duplicate.detail ?? duplicate.message)
    return fileRefused({ code: 'record_named_twice', params: { detail } })
  }
  if (!(error instanceof DatabaseError) || error.where?.startsWith('COPY ') !== true) return error
  const place = /, line (\d+)(?:, column "?([^":]+)"?)?/.exec(error.where)
  // COPY does not count the header, which is the first line of the file.
  const line: Message | '' =
    place === null ? '' : { code: 'place_line', params: { line: Number(place[1]) + 1 } }
  const name = place?.[2]
  const field: Message | '' =
    name === undefined
      ? line
      : { code: 'listed', params: { before: line, after: entity.fieldByName.get(name)?.name ?? name } }
  const message = asSentence(foreignText(error.message))
  return notImported({ code: 'nested', params: { field, message } }, error)
}

function faultyRecords({ byIndex }: BatchErrors, cause: ServiceError): ServiceError {
  const sorted = [...byIndex].toSorted(([one], [other]) => one - other)
  const [first, ...others] = sorted.slice(0, faultsReported).flatMap(([index, errors]) =>
    Object.entries(errors).map(([name, messages]): Message => {
      const record: Message = { code: 'place_record', params: { number: index + 1 } }
      const field: Message =
        name === recordLevel ? record : { code: 'listed', params: { before: record, after: name } }
      return { code: 'nested', params: { field, message: joinReasons(messages) } }
    }),
  )
  if (first === undefined) return cause
  const more: readonly Message[] = sorted.length > faultsReported ? [{ code: 'and_more' }] : []
  // The summary of the task shows the first line, so the first line names the first fault.
  return notImported(joinLines(first, ...others, ...more), cause)
}

const notImported = (fault: Message, cause: unknown): ServiceError =>
  new ServiceError('file_refused', { reason: { code: 'file_not_imported', params: { fault } } }, { cause })
