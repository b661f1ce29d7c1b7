/** Imports one file of any format within an open transaction. */
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import { planEmptying } from '../../data/write/empty/empty-plan.ts'
import { emptyWithin } from '../../data/write/empty/empty-entities.ts'
import type { Entity } from '../../model/entity.ts'
import { fieldFinder, findEntityByTitle } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { importCpy } from '../cpy/import-cpy.ts'
import { openCsv } from '../csv/read-csv.ts'
import { localCopyOf } from '../folders/local-copy.ts'
import { fileRefused } from '../tables/columns.ts'
import { importTable, type TableReport } from '../tables/import-table.ts'
import { describeRejected, type RejectedRow } from '../tables/rejected-row.ts'
import type { OpenTable } from '../tables/source-table.ts'
import { openFileTable } from '../xlsx/read/file-table.ts'
import { openWorkbook } from '../xlsx/read/open-workbook.ts'
import { createErrorsFile, type ErrorsFile } from './errors-file.ts'
import type { FolderImport, RejectedPlace } from './folder-import.ts'
import type { RecognisedFile } from './recognise.ts'
import type { SourceFile } from './source-file.ts'

export interface ImportedFile {
  readonly report: TableReport
  /** Number of records that were deleted first, by entity. */
  readonly purged: ReadonlyMap<string, number>
  readonly firstRejected: readonly RejectedPlace[]
  /** The rejected rows, not published yet. */
  readonly errors: ErrorsFile | undefined
}

/** Maximum number of rejected rows in the report, besides the log and the file of rejected rows. */
const maxReported = 100

/**
 * Imports a table. Its log messages are true whether or not the transaction is stored.
 * @param purge whether to delete the existing records first
 * @throws ServiceError `file_refused`
 */
export async function importFile(
  open: OpenWrite,
  file: RecognisedFile,
  source: SourceFile,
  job: FolderImport,
  purge: boolean,
): Promise<ImportedFile> {
  const { entity, name } = file
  const rights = job.rights(entity)
  if (!rights.add && !rights.change)
    throw fileRefused({ code: 'may_not_write', params: { entities: entity.labelPlural } })
  const purged = purge ? await purgeEntity(open, entity, job) : new Map<string, number>()
  const common = {
    ...job.conventions,
    mayAdd: rights.add,
    mayChange: rights.change,
    mayView: (referred: Entity) => job.rights(referred).view,
    createMissing: job.createMissing,
    rejectNewer: job.rejectNewer === true,
    ...(job.dryRun && job.inspect === undefined ? { sampled: job.context } : {}),
    withoutChangeLog: job.withoutChangeLog,
    ...(job.mode === undefined ? {} : { mode: job.mode }),
    ...(job.described?.fields === undefined ? {} : { fields: job.described.fields }),
    isField: isFieldOf(entity, job),
  }
  if (file.format === 'cpy') {
    const report = await importCpy(open, entity, source, common)
    await source.requireUnchanged()
    return { report, purged, firstRejected: [], errors: undefined }
  }
  const firstRejected: RejectedPlace[] = []
  let errors: ErrorsFile | undefined
  let complete = false
  const onRejected = async (row: RejectedRow): Promise<void> => {
    for (const line of describeRejected(row)) job.log(`${name}, ${line}`, 'warning')
    if (firstRejected.length < maxReported) {
      const { sheet, line, faults } = row
      firstRejected.push({ ...(sheet === undefined ? {} : { sheet }), line, faults })
    }
    if (job.dryRun) return
    errors ??= await createErrorsFile(job.errors, row)
    await errors.add(row)
  }
  try {
    const report = await withTable(file, source, job, (openTable, labels) =>
      importTable(open, entity, openTable, { ...common, labels, onRejected }),
    )
    await source.requireUnchanged()
    complete = true
    return { report, purged, firstRejected, errors }
  } finally {
    if (!complete) await errors?.[Symbol.asyncDispose]()
  }
}

/** Opens the table of a file with the labels of its language. The table is only valid until the callback ends. */
async function withTable(
  { format, entity, name }: RecognisedFile,
  source: SourceFile,
  job: FolderImport,
  run: (openTable: OpenTable, labels: Labels) => Promise<TableReport>,
): Promise<TableReport> {
  const { charset, decimal, labels, loadLabels } = job.conventions
  if (format !== 'xlsx') {
    return run(
      openCsv(() => source.bytes(true), {
        charset,
        decimal,
        isField: isFieldOf(entity, job),
        ...(job.described?.delimiter === undefined ? {} : { delimiter: job.described.delimiter }),
      }),
      labels,
    )
  }
  await using copy = await localCopyOf(job.folder, name, job.context.signal)
  await using workbook = await openWorkbook(copy.path, { decimal })
  const { language } = workbook
  const words = language === undefined || language === labels.language ? labels : await loadLabels(language)
  const sheet = job.described?.sheet
  if (sheet !== undefined && !workbook.sheets.includes(sheet))
    throw fileRefused({ code: 'no_sheet', params: { sheet } })
  const namesEntity = (title: string): boolean => (sheet === undefined ? isEntity(title) : title === sheet)
  const isEntity = (title: string): boolean =>
    [words, labels].some((each) => findEntityByTitle(job.context.model, title, each) === entity)
  // Awaited here, because the workbook is closed when this function ends.
  return await run(() => openFileTable(workbook, namesEntity), words)
}

function isFieldOf(entity: Entity, { conventions }: FolderImport): (header: string) => boolean {
  const find = fieldFinder(entity, conventions.labels)
  return (header) => header.trim() !== '' && find(header) !== undefined
}

async function purgeEntity(
  { client, changes }: OpenWrite,
  entity: Entity,
  job: FolderImport,
): Promise<ReadonlyMap<string, number>> {
  const { context } = job
  const plan = planEmptying(context.model, [entity.name])
  const forbidden = [...plan.requested, ...plan.following].filter((one) => !job.rights(one).delete)
  if (forbidden.length > 0) {
    const names = forbidden.map(({ labelPlural }) => labelPlural).join(', ')
    throw fileRefused({ code: 'may_not_purge', params: { entities: names } })
  }
  const { deleted, released } = await emptyWithin({ client, context, changes }, plan)
  for (const [name, count] of deleted) job.log(`Purge: ${count.toLocaleString('en')} records of ${name} go.`)
  for (const [name, count] of released)
    job.log(`Purge: ${count.toLocaleString('en')} records of ${name} lose a reference.`)
  return deleted
}
