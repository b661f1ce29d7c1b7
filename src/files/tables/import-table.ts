/**
 * Imports a table of any format into an entity: maps its columns to fields, passes its rows to the write path, and
 * reports which rows were rejected and why.
 *
 * Rows are read as a stream. Faults are known only after all rows are staged. If there are any, the table is read a
 * second time up to its last faulty row, so that rows do not have to stay in memory.
 */
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import type { DataContext } from '../../data/context.ts'
import { isBlank } from '../../data/write/intake/cells.ts'
import { authorAndTime, newerFields } from '../../data/write/checks/newer.ts'
import type {
  AssumedDates,
  MissingReferences,
  NewerChanges,
  WriteMode,
  WriteResult,
} from '../../data/write/request.ts'
import { joinItems, joinLines, listNames, type Message } from '../../errors/messages.ts'
import { type BatchErrors, recordLevel, type RecordErrors, ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import { englishLabels, entityLabel, type Labels } from '../../model/labels/labels.ts'
import { mapColumns, namedTitle, type TableColumns } from './columns.ts'
import { type DateStyle, hasDecimal } from './convert-cells.ts'
import { countBareDurations } from './count-bare-durations.ts'
import { lastSeenColumn } from './last-seen.ts'
import { joinReasons, rejectedLines, type RejectedRow, type RowFault } from './rejected-row.ts'
import { type SampleChange, sampleChanges } from './sample-changes.ts'
import type { BrokenRow, Cell, OpenTable, SourceTable, TableRow } from './source-table.ts'

export interface ImportOptions {
  /** Labels in the language of the file, besides English. */
  readonly labels: Labels
  readonly dateStyle: DateStyle
  /** Permissions of the user: rows that require a missing permission are rejected. */
  readonly mayAdd: boolean
  readonly mayChange: boolean
  /** Returns whether the user may view all records of an entity, so that messages may contain their names. */
  readonly mayView: (entity: Entity) => boolean
  /** Entities of which a missing record is created with just a name if a row refers to it. */
  readonly createMissing: readonly string[]
  readonly withoutChangeLog?: boolean
  /**
   * Whether to reject rows that differ from changes made after the table was exported, if it has the column "last
   * modified"; otherwise they overwrite these changes and are reported.
   */
  readonly rejectNewer?: boolean
  /** Whether to write rows of new records, of existing records, or of both; by default both. */
  readonly mode?: ImportMode
  /** Field names by column position, if the user has mapped the columns. */
  readonly fields?: readonly string[]
  /** If set, the report contains examples of changed records, for a dry run. */
  readonly sampled?: DataContext | undefined
  /** Called and awaited for each rejected row, in the order of the file. */
  readonly onRejected: (row: RejectedRow) => void | Promise<void>
  /** Maximum number of rejected rows before the whole file is refused; by default `mostRejected`. */
  readonly mostRejected?: number
}

/** Both, only new records, or only existing records; rows of other records are rejected. */
export type ImportMode = Extract<WriteMode, 'upsert' | 'create' | 'update'>

export interface TableReport extends Pick<
  WriteResult,
  'created' | 'updated' | 'unchanged' | 'overridden' | 'createdReferences' | 'newer'
> {
  readonly entity: Entity
  readonly sheet?: string
  readonly rejected: number
  /** Examples of changed records, if requested and if the user may view them. */
  readonly sample?: readonly SampleChange[]
  /** Titles of columns that are no fields; their values were not read. */
  readonly unknown: readonly string[]
  /** Information that is not a fault. */
  readonly remarks: readonly Message[]
}

/** Maximum number of rejected rows; keeps reports of faults within about fifty megabytes and their log readable. */
export const mostRejected = 50_000

/** Maximum number of faulty rows in the message if the file is refused because of too many. */
const namedWhenRefused = 10

/**
 * Adds and changes records. Faulty rows are rejected one by one and valid rows are written. The transaction of the
 * caller decides whether they are stored.
 * @throws ServiceError `file_refused` if the header cannot be used or too many rows are faulty; also all errors of
 *   the reader
 */
export async function importTable(
  open: OpenWrite,
  entity: Entity,
  openTable: OpenTable,
  options: ImportOptions,
): Promise<TableReport> {
  const table = await openTable()
  const style = { dateStyle: options.dateStyle, decimal: table.decimal }
  const columns = mapColumns(entity, table.header, options.labels, style, options.fields)
  const lastSeen = lastSeenColumn(entity, table.header, options.labels, {
    ...style,
    reject: options.rejectNewer === true,
    mayView: options.mayView(entity),
  })
  const most = options.mostRejected ?? mostRejected
  const bare = countBareDurations(entity, columns.columns)
  let broken = 0
  const failures = (): number => broken
  async function* sound(): AsyncGenerator<readonly Cell[]> {
    for await (const row of rowsOf(table)) {
      if ('fault' in row) {
        broken += 1
        if (broken > most) throw new TooManyFaults()
      } else {
        bare.count(row.cells)
        yield row.cells
      }
    }
  }
  const { sampled } = options
  const step = sampled === undefined ? 0 : open.changes.nextStep()
  try {
    const result = await open.write(entity, {
      rows: sound(),
      columns: columns.columns,
      ...(lastSeen === undefined ? {} : { lastSeen }),
      mostFaults: most,
      mode: options.mode ?? 'upsert',
      onError: 'skip',
      strict: false,
      createMissing: options.createMissing,
      reportMissing: options.mayView,
      dryRun: false,
      returning: 'counts',
      mayAdd: options.mayAdd,
      mayChange: options.mayChange,
      ...(options.withoutChangeLog === true ? { withoutChangeLog: true } : {}),
    })
    const rejected = result.failed + failures()
    if (rejected > most) throw new TooManyFaults(result.errors)
    if (rejected > 0) {
      for await (const row of rejectedRows(entity, columns, openTable, result.errors, rejected)) {
        await options.onRejected(row)
      }
    }
    const report = tableReport(entity, table, columns, result, rejected)
    const remarks = [...report.remarks, ...bare.remarks(), ...(lastSeen?.remarks() ?? [])]
    if (sampled === undefined || !options.mayView(entity)) return { ...report, remarks }
    return { ...report, remarks, sample: await sampleChanges(open, sampled, entity, step) }
  } catch (error) {
    const errors = batchErrors(error)
    if (errors === undefined) throw error
    throw await refusedForFaults({ entity, columns, openTable, errors, most, cause: error })
  }
}

/** Thrown if too many rows cannot be read as records. */
class TooManyFaults extends Error {
  readonly errors: BatchErrors

  constructor(errors: BatchErrors = { total: 0, byIndex: new Map() }) {
    super('too many faults')
    this.errors = errors
  }
}

function batchErrors(error: unknown): BatchErrors | undefined {
  if (error instanceof TooManyFaults) return error.errors
  return error instanceof ServiceError ? error.records : undefined
}

interface Refusal {
  readonly entity: Entity
  readonly columns: TableColumns
  readonly openTable: OpenTable
  readonly errors: BatchErrors
  readonly most: number
  readonly cause: unknown
}

async function refusedForFaults(refusal: Refusal): Promise<ServiceError> {
  const { entity, columns, openTable, errors, most } = refusal
  const lines: Message[] = []
  for await (const row of rejectedRows(entity, columns, openTable, errors, namedWhenRefused)) {
    lines.push(...rejectedLines(row))
  }
  // Faults of a set of rows, such as a circle of owners, refuse the file even if there are few.
  const many = errors.byIndex.size >= most || refusal.cause instanceof TooManyFaults
  const heading: Message = many
    ? { code: 'too_many_faulty_rows', params: { limit: most } }
    : { code: 'rows_contradict' }
  return new ServiceError('file_refused', { reason: joinLines(heading, ...lines) }, { cause: refusal.cause })
}

type ReadRow = TableRow | (BrokenRow & { readonly cells: readonly Cell[] })

/** Yields the rows of a table that are not blank. A row that is longer than the header is broken, so that no cell is lost. */
async function* rowsOf(table: SourceTable): AsyncGenerator<ReadRow> {
  const width = table.header.length
  for await (const row of table.rows) {
    if ('fault' in row) yield { ...row, cells: row.cells ?? [] }
    else if (row.cells.length > width && !row.cells.slice(width).every(isBlank)) {
      const lost = String(row.cells.slice(width).find((cell) => !isBlank(cell))).slice(0, 100)
      const params = { cells: row.cells.length, width, lost }
      yield { ...row, fault: { code: 'row_longer_than_header', params } }
    } else if (!row.cells.every(isBlank)) yield row
  }
}

/** Yields the rejected rows with their faults, up to `most`, by reading the table again. */
async function* rejectedRows(
  entity: Entity,
  { columns }: TableColumns,
  openTable: OpenTable,
  errors: BatchErrors,
  most: number,
): AsyncGenerator<RejectedRow> {
  const table = await openTable()
  const place = table.sheet === undefined ? {} : { sheet: table.sheet }
  const positions = new Map(
    columns.flatMap((column, position) => (column === undefined ? [] : [[column.field, position] as const])),
  )
  const numbers = new Set(
    [...positions].flatMap(([name, position]) => {
      const field = entity.fieldByName.get(name)
      return field !== undefined && hasDecimal(field) ? [position] : []
    }),
  )
  let [index, yielded] = [0, 0]
  for await (const row of rowsOf(table)) {
    const { line, cells } = row
    const common = { ...place, line, decimal: table.decimal, header: table.header, numbers, cells }
    if ('fault' in row) yield { ...common, faults: [{ field: '', reason: row.fault }] }
    else {
      const found = errors.byIndex.get(index)
      index += 1
      if (found === undefined) continue
      yield { ...common, faults: faultsOf(entity, found, positions, cells) }
    }
    yielded += 1
    if (yielded === most) return
  }
}

function faultsOf(
  entity: Entity,
  errors: RecordErrors,
  positions: ReadonlyMap<string, number>,
  cells: readonly Cell[],
): readonly RowFault[] {
  return Object.entries(errors).map(([name, messages]) => {
    const reason = joinReasons(messages.map((message) => inWordsOfFiles(entity, name, message)))
    if (name === recordLevel) return { field: '', reason }
    // A fault of a database column, such as `startdate`, is reported with the cell of the field that stores it, such
    // as `ordering_date`.
    const duplicate = entity.fields.find((field) => field.column === name && positions.has(field.name))
    const position =
      positions.get(name) ?? (duplicate === undefined ? undefined : positions.get(duplicate.name))
    if (position === undefined) return { field: name, reason }
    return { field: name, value: cells[position] ?? '', reason }
  })
}

/** Returns the message in the words of files: the API's message of a missing record names neither its entity nor a remedy. */
function inWordsOfFiles(entity: Entity, name: string, message: Message): Message {
  const reference = entity.fieldByName.get(name)?.reference
  const value = message.params?.['value']
  if (message.code !== 'invalid_reference' || reference === undefined || value === undefined) return message
  const model = reference.entity.slice(reference.entity.indexOf('.') + 1)
  return { code: 'reference_not_found', params: { entity: model, value } }
}

/** Returns the report of a table that was written. */
export function tableReport(
  entity: Entity,
  { remarks, sheet }: Pick<SourceTable, 'remarks' | 'sheet'>,
  { columns, unknown }: TableColumns,
  { created, updated, unchanged, overridden, createdReferences, missing = [], assumed, newer }: WriteResult,
  rejected: number,
): TableReport {
  const allRemarks: Message[] = [...remarks]
  if (unknown.length > 0) {
    const given = new Set(columns.flatMap((column) => (column === undefined ? [] : [column.field])))
    const named = unknown.slice(0, mostUnknownNamed).map((title) => namedTitle(entity, title, given))
    const titles = listNames(named, unknown.length)
    allRemarks.push({ code: 'unknown_columns', params: { entity: entity.name, titles } })
  }
  if (overridden > 0) allRemarks.push({ code: 'rows_repeated', params: { count: overridden } })
  allRemarks.push(...missing.map(missingRemark))
  if (assumed !== undefined) allRemarks.push(assumedRemark(assumed))
  if (newer !== undefined) allRemarks.push(newerRemark(newer))
  return {
    entity,
    ...(sheet === undefined ? {} : { sheet }),
    created,
    updated,
    unchanged,
    overridden,
    createdReferences,
    rejected,
    ...(newer === undefined ? {} : { newer }),
    unknown,
    remarks: allRemarks,
  }
}

/** Maximum number of unknown columns that are named. */
const mostUnknownNamed = 20

/** Maximum number of missing records that are named, and of orders whose missing date was assumed. */
const mostMissingNamed = 5

function newerRemark({ total, rejected, first }: NewerChanges): Message {
  const named = first.map((change): Message => {
    const record = change.key.slice(0, 60)
    return change.fields.length === 0
      ? { code: 'newer_deletion', params: { record, change: authorAndTime(change) } }
      : { code: 'newer_fields', params: { record, changes: newerFields(change) } }
  })
  // The changes of a record are separated by commas.
  const list = listNames(named, total, joinItems)
  return { code: rejected ? 'newer_rejected' : 'newer_overwritten', params: { count: total, list } }
}

function assumedRemark({ total, first }: AssumedDates): Message {
  const named = first
    .slice(0, mostMissingNamed)
    .map((reference): Message => ({ code: 'title_named', params: { title: reference.slice(0, 60) } }))
  return { code: 'dates_assumed', params: { count: total, list: listNames(named, total) } }
}

function missingRemark({ entity, total, created, first }: MissingReferences): Message {
  const named = first.slice(0, mostMissingNamed).map(({ key, rows, nearest }): Message => {
    const record = key.slice(0, 60)
    if (nearest === undefined)
      return rows > 1
        ? { code: 'record_rows', params: { record, rows } }
        : { code: 'title_named', params: { title: record } }
    const meant = { record, nearest: nearest.slice(0, 60) }
    return rows > 1
      ? { code: 'record_rows_meant', params: { ...meant, rows } }
      : { code: 'record_meant', params: meant }
  })
  return {
    code: created ? 'records_created' : 'records_missing',
    params: {
      count: total,
      entity: entity.name,
      records: entityLabel(entity, englishLabels, { plural: total !== 1 }),
      list: listNames(named, total),
    },
  }
}

/** Returns a remark that names an entity with the label of the reader's language; the log has the English one. */
export function remarkWithLabel(model: Model, remark: Message, labels: Labels): Message {
  if (remark.code !== 'records_created' && remark.code !== 'records_missing') return remark
  const { entity: name, count } = remark.params ?? {}
  const entity = typeof name === 'string' ? model.byName.get(name) : undefined
  if (entity === undefined) return remark
  return {
    ...remark,
    params: { ...remark.params, records: entityLabel(entity, labels, { plural: count !== 1 }) },
  }
}
