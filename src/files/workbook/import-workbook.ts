/**
 * Imports a workbook: each sheet into the entity that its title names, parents first whatever the order of the
 * sheets, with the same code as any other table.
 *
 * Each sheet is one transaction, so that a sheet that cannot be read does not undo the others; `allOrNothing` uses
 * one transaction for all. A dry run is one transaction too, because later sheets require the records of earlier
 * ones.
 */
import type { DataContext } from '../../data/context.ts'
import { type OpenWrite, writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { isRetryable } from '../../database/errors.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { findLanguage } from '../../model/labels/languages.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { isLoadable } from '../fixtures/load-fixture.ts'
import { isRefusal } from '../import/refusals.ts'
import { type ImportOptions, importTable, type TableReport } from '../tables/import-table.ts'
import { openWorkbook, type Workbook } from '../xlsx/read/open-workbook.ts'
import { entityOfTitle } from './workbook-entities.ts'

/** Permissions of the user on an entity. */
export interface WorkbookRights extends Pick<ImportOptions, 'mayAdd' | 'mayChange'> {
  readonly mayView: boolean
}

export interface WorkbookImport {
  readonly path: string
  /** Labels in the language of the user. */
  readonly labels: Labels
  /** Loads the labels of another language, for a file that declares the language of its headers. */
  readonly loadLabels: (language: string) => Promise<Labels>
  /** Entities to import; undefined for all of the workbook. */
  readonly entities?: readonly Entity[]
  readonly rights: (entity: Entity) => WorkbookRights
  readonly dateStyle: ImportOptions['dateStyle']
  readonly createMissing: readonly string[]
  /** Whether to reject rows that differ from changes made after the workbook was exported. */
  readonly rejectNewer?: boolean
  /** If set, reports contain examples of changed records, for a dry run. */
  readonly sampled?: DataContext | undefined
  readonly withoutChangeLog: boolean
  readonly dryRun: boolean
  /** Called after a dry run has written and before the transaction is rolled back; not called if a sheet was refused. */
  readonly inspect?: ((open: OpenWrite) => Promise<void>) | undefined
  /** Whether to store nothing if a sheet is refused or more rows are rejected than are tolerated. */
  readonly allOrNothing: boolean
  /** Number of rejected rows, over all sheets, that are not a failure. */
  readonly tolerated: number
  readonly onRejected: (
    entity: Entity,
    ...row: Parameters<ImportOptions['onRejected']>
  ) => ReturnType<ImportOptions['onRejected']>
  /**
   * Called before sheets are imported again, because a concurrent transaction has written one of their records: their
   * rejected rows come again.
   */
  readonly onAgain?: (titles: readonly string[]) => Promise<void>
  /** Called when the import of a sheet starts, is complete, or is refused. */
  readonly onSheet: (event: SheetEvent) => void
}

export type SheetEvent =
  | { readonly kind: 'begins'; readonly title: string; readonly entity: Entity; readonly fraction: number }
  | { readonly kind: 'done'; readonly title: string; readonly report: TableReport }
  | { readonly kind: 'refused'; readonly title: string; readonly reason: string }
  | {
      readonly kind: 'left'
      readonly title: string
      /** `unchosen` = the request names other entities. */
      readonly cause: 'blank' | 'unchosen' | 'hidden' | 'foreign'
      readonly reason: string
    }

export interface WorkbookReport {
  readonly sheets: readonly TableReport[]
  readonly refused: number
  readonly rejected: number
  /** Titles of sheets without cells. */
  readonly blank: readonly string[]
  /** Titles of sheets that cannot be imported: hidden ones, and those of no entity of planning data. */
  readonly left: readonly string[]
  /** Whether the imported records are stored. */
  readonly stored: boolean
}

/** Maximum number of attempts if a concurrent transaction has written one of the records. */
const attempts = 3

interface Sheet {
  readonly title: string
  readonly entity: Entity
  readonly labels: Labels
}

/** Imports the sheets. Throws `file_refused` if the file is not a readable workbook or no sheet can be imported. */
export async function importWorkbook(context: DataContext, request: WorkbookImport): Promise<WorkbookReport> {
  const { decimalSeparator: decimal } = findLanguage(request.labels.language)
  await using workbook = await openWorkbook(request.path, { decimal })
  const left: string[] = []
  const blank = new Set<string>()
  const noting = {
    ...request,
    onSheet: (event: SheetEvent): void => {
      if (event.kind === 'left' && event.cause === 'blank') blank.add(event.title)
      else if (event.kind === 'left' && event.cause !== 'unchosen') left.push(event.title)
      request.onSheet(event)
    },
  }
  const sheets = await sheetsInOrder(context, workbook, noting)
  const done = await importSheets(context, workbook, sheets, noting)
  return { ...done, blank: [...blank], left }
}

async function importSheets(
  context: DataContext,
  workbook: Workbook,
  sheets: readonly Sheet[],
  request: WorkbookImport,
): Promise<Omit<WorkbookReport, 'blank' | 'left'>> {
  const tally: Tally = { sheets: [], refused: 0, rejected: 0 }
  if (request.dryRun || request.allOrNothing) {
    const stored = await importTogether(context, workbook, sheets, request, tally)
    return { ...tally, stored }
  }
  for (const [position, sheet] of sheets.entries()) {
    begin(request, sheet, position / sheets.length)
    const report = await attempt(request, sheet, tally, () => {
      let isAgain = false
      return writeInTransaction(context, { dryRun: false, attempts }, async (open) => {
        if (isAgain) await request.onAgain?.([sheet.title])
        isAgain = true
        return importSheet(open, workbook, sheet, request)
      })
    })
    done(request, sheet, tally, report)
  }
  return { ...tally, stored: true }
}

/** Throws the errors of `importWorkbook` that concern the file itself, without reading rows. */
export async function checkWorkbook(
  { model }: Pick<DataContext, 'model'>,
  { path, ...request }: Pick<WorkbookImport, 'path' | 'labels' | 'loadLabels' | 'entities'>,
): Promise<void> {
  const { decimalSeparator: decimal } = findLanguage(request.labels.language)
  await using workbook = await openWorkbook(path, { decimal })
  await sheetsInOrder({ model }, workbook, { ...request, onSheet: () => undefined })
}

/** Results of the sheets so far. */
interface Tally {
  sheets: TableReport[]
  refused: number
  rejected: number
}

/** Thrown to roll back the transaction if nothing must be stored. */
class NothingStored extends Error {}

/** Imports all sheets in one transaction. Returns whether it was stored. */
async function importTogether(
  context: DataContext,
  workbook: Workbook,
  sheets: readonly Sheet[],
  request: WorkbookImport,
  tally: Tally,
): Promise<boolean> {
  let runs = 0
  try {
    await writeInTransaction(context, { dryRun: request.dryRun, attempts }, async (open) => {
      runs += 1
      if (runs > 1) await request.onAgain?.(sheets.map(({ title }) => title))
      Object.assign(tally, { sheets: [], refused: 0, rejected: 0 } satisfies Tally)
      for (const [position, sheet] of sheets.entries()) {
        begin(request, sheet, position / sheets.length)
        const within = async (): Promise<TableReport | undefined> => {
          await open.client.query('SAVEPOINT sheet')
          try {
            return await importSheet(open, workbook, sheet, request)
          } catch (error) {
            await open.client.query('ROLLBACK TO SAVEPOINT sheet')
            throw error
          }
        }
        const report = await attempt(request, sheet, tally, within, { mayRetry: runs < attempts })
        done(request, sheet, tally, report)
      }
      if (tally.refused > 0 || tally.rejected > request.tolerated)
        throw new NothingStored('nothing is stored')
      if (request.dryRun) await request.inspect?.(open)
    })
    return !request.dryRun
  } catch (error) {
    if (error instanceof NothingStored) return false
    throw error
  }
}

function begin(request: WorkbookImport, { title, entity }: Sheet, fraction: number): void {
  request.onSheet({ kind: 'begins', title, entity, fraction })
}

function done(
  request: WorkbookImport,
  { title }: Sheet,
  tally: Tally,
  report: TableReport | undefined,
): void {
  if (report === undefined) return
  tally.sheets.push(report)
  tally.rejected += report.rejected
  request.onSheet({ kind: 'done', title, report })
}

/**
 * Runs the import of a sheet. A refused sheet is reported and the others continue; any other error ends the import.
 * With `mayRetry` the caller repeats its transaction after errors such as deadlocks, which are thrown.
 */
async function attempt(
  request: WorkbookImport,
  { title }: Sheet,
  tally: Tally,
  run: () => Promise<TableReport | undefined>,
  { mayRetry }: { readonly mayRetry: boolean } = { mayRetry: false },
): Promise<TableReport | undefined> {
  try {
    const report = await run()
    if (report === undefined) request.onSheet({ kind: 'left', title, cause: 'blank', reason: 'it is blank' })
    return report
  } catch (error) {
    if (mayRetry && isRetryable(error)) throw error
    if (!isRefusal(error, ['permission_denied', 'invalid_record'])) throw error
    const reason = error instanceof ServiceError ? error.detail(await loadMessages('en')) : error.message
    tally.refused += 1
    request.onSheet({ kind: 'refused', title, reason })
    return undefined
  }
}

async function importSheet(
  open: OpenWrite,
  workbook: Workbook,
  { title, entity, labels }: Sheet,
  request: WorkbookImport,
): Promise<TableReport | undefined> {
  const rights = request.rights(entity)
  if (!rights.mayAdd && !rights.mayChange) throw new ServiceError('permission_denied')
  const first = await workbook.open(title)
  if (first === undefined) return undefined
  let opened: typeof first | undefined = first
  const openTable = async () => {
    const table = opened ?? (await workbook.open(title)) ?? first
    opened = undefined
    return table
  }
  return importTable(open, entity, openTable, {
    labels,
    ...rights,
    mayView: (referred) => request.rights(referred).mayView,
    dateStyle: request.dateStyle,
    createMissing: request.createMissing,
    rejectNewer: request.rejectNewer === true,
    sampled: request.sampled,
    withoutChangeLog: request.withoutChangeLog,
    onRejected: (row) => request.onRejected(entity, row),
  })
}

/** Returns the sheets that name an entity, in import order. Reports why each other sheet is left out. */
async function sheetsInOrder(
  { model }: Pick<DataContext, 'model'>,
  workbook: Workbook,
  request: Pick<WorkbookImport, 'labels' | 'loadLabels' | 'entities' | 'onSheet'>,
): Promise<readonly Sheet[]> {
  const { language } = workbook
  const own = language === undefined || language === request.labels.language
  const languages = own ? [request.labels] : [await request.loadLabels(language), request.labels]
  const places = new Map(model.importOrder.map((entity, place) => [entity, place]))
  const sheets: Sheet[] = []
  const leave = (title: string, cause: 'unchosen' | 'hidden' | 'foreign', reason: string): void =>
    request.onSheet({ kind: 'left', title, cause, reason })
  for (const title of workbook.sheets) {
    const found = entityOfTitle(model, title, languages)
    if (found === undefined) leave(title, 'foreign', 'it is the name of no entity')
    else if (!isLoadable(found.entity)) leave(title, 'foreign', `${found.entity.name} cannot be imported`)
    else if (request.entities !== undefined && !request.entities.includes(found.entity)) {
      leave(title, 'unchosen', `${found.entity.name} is not among the entities to be imported`)
    } else sheets.push({ title, ...found })
  }
  for (const title of workbook.hidden) leave(title, 'hidden', 'it is hidden')
  if (sheets.length === 0) throw noSheet(workbook)
  return sheets.toSorted((one, other) => places.get(one.entity)! - places.get(other.entity)!)
}

function noSheet({ sheets }: Workbook): ServiceError {
  const titles = sheets.slice(0, 10).map((title) => `"${title.slice(0, 40)}"`)
  const reason: Message =
    titles.length === 0
      ? { code: 'all_sheets_hidden' }
      : { code: 'sheets_without_entity', params: { titles: titles.join(', ') } }
  return new ServiceError('file_refused', { reason })
}
