/**
 * Imports the files of a folder: each in a transaction of its own, or all of them in one. A file that is refused
 * stops no other one.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from 'pg'
import { type OpenWrite, writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { openChangeSet } from '../../data/write/log/change-set.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import { decodeText } from '../csv/decode.ts'
import { onFiles } from '../folders/folder-fault.ts'
import { listFiles } from '../folders/list-files.ts'
import { longestScript, runSql, type TableCounts } from '../sql/run-sql.ts'
import { fileRefused } from '../tables/columns.ts'
import type { FileOutcome, FolderImport, FolderReport } from './folder-import.ts'
import { withFolderLock } from './folder-lock.ts'
import { importFile } from './import-file.ts'
import { inImportOrder, type RecognisedFile, recogniseFile } from './recognise.ts'
import { openSourceFile, type SourceFile } from './source-file.ts'

/**
 * Imports what is in the folder.
 * @throws ServiceError `usage` for files or entities that are asked for and are not there
 */
export async function importFolder(job: FolderImport): Promise<FolderReport> {
  return withFolderLock(job, async () => {
    const chosen = await choose(job)
    const run = new Run(job, chosen)
    return job.allOrNothing || job.dryRun ? run.together() : run.oneByOne()
  })
}

interface Chosen {
  readonly files: readonly RecognisedFile[]
  readonly outcomes: readonly FileOutcome[]
  readonly left: readonly string[]
  readonly purge: ReadonlySet<Entity>
}

/** Decides what every file of the folder is. */
async function choose(job: FolderImport): Promise<Chosen> {
  const { model } = job.context
  const { labels } = job.conventions
  const listed = await listFiles(job.folder)
  const wanted = job.files === undefined ? undefined : new Set(job.files.map((name) => name.normalize('NFC')))
  const present = new Set(listed.map(({ name }) => name.normalize('NFC')))
  const missing = [...(wanted ?? [])].filter((name) => !present.has(name))
  if (missing.length > 0) {
    throw new ServiceError('usage', {
      reason: `There is no file ${missing.map((name) => `"${name}"`).join(', ')} in the folder.`,
    })
  }
  const files: RecognisedFile[] = []
  const outcomes: FileOutcome[] = []
  const left: string[] = []
  for (const entry of listed) {
    if (wanted?.has(entry.name.normalize('NFC')) === false) continue
    const found = recogniseFile(model, labels, entry)
    if (found.kind === 'recognised') files.push(found.file)
    else if (found.kind === 'forbidden' || wanted !== undefined) {
      outcomes.push({ file: entry.name, kind: 'refused', reason: `${found.file.reason}.` })
    } else {
      job.log(`${entry.name} is left alone: ${found.file.reason}.`)
      left.push(entry.name)
    }
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'refused') job.log(`${outcome.file} is refused: ${outcome.reason}`, 'error')
  }
  return { files: inImportOrder(model, files), outcomes, left, purge: purged(job, files) }
}

/** The entities to purge; each must come in one of the files, or it would only be emptied. */
function purged(
  { purge, context, conventions }: FolderImport,
  files: readonly RecognisedFile[],
): ReadonlySet<Entity> {
  return new Set(
    purge.map((name) => {
      const entity = findEntityByTitle(context.model, name, conventions.labels)
      const comes = files.some((file) => file.entity === entity && file.format !== 'sql')
      if (entity !== undefined && comes) return entity
      const reason =
        entity === undefined
          ? `--purge: "${name}" is the name of no entity.`
          : `--purge: no file of the folder brings ${entity.labelPlural}, so that they would only be deleted. Use the task "empty" for that.`
      throw new ServiceError('usage', { reason })
    }),
  )
}

/** Ends a transaction that is not to be stored, with what was found. */
class NotStored extends Error {}

/** Attempts at a file of which somebody else has written a record meanwhile. */
const attempts = 3

/** The share of the time of a file that goes into reading it; the rest is the database's. */
const readingShare = 0.6

class Run {
  readonly #job: FolderImport
  readonly #chosen: Chosen
  readonly #purge: Set<Entity>
  readonly #total: number
  readonly #outcomes: FileOutcome[]
  #done = 0

  constructor(job: FolderImport, chosen: Chosen) {
    this.#job = job
    this.#chosen = chosen
    this.#purge = new Set(chosen.purge)
    this.#total = Math.max(
      1,
      chosen.files.reduce((sum, { size }) => sum + size, 0),
    )
    this.#outcomes = [...chosen.outcomes]
  }

  async oneByOne(): Promise<FolderReport> {
    for (const file of this.#chosen.files) {
      await this.#guarded(file, () => (file.format === 'sql' ? this.#statements(file) : this.#alone(file)))
    }
    return this.#report(true)
  }

  /**
   * All files in one transaction, which is stored only when nothing was refused and no row too many rejected. A
   * rehearsal goes this way as well: later files must find what earlier ones would have stored.
   */
  async together(): Promise<FolderReport> {
    const { context, dryRun } = this.#job
    if (!dryRun) this.#refuseStatements()
    const afterwards: (() => Promise<void>)[] = []
    await using scope = new AsyncDisposableStack()
    let stored = !dryRun
    try {
      await writeInTransaction(context, { dryRun, attempts: 1 }, async (open) => {
        for (const file of this.#chosen.files) {
          await this.#guarded(file, async () => {
            if (file.format === 'sql') return this.#statements(file)
            const source = scope.use(await this.#open(file))
            const { outcome, publish } = await this.#within(open, () =>
              this.#table(open, file, source, scope),
            )
            this.#purge.delete(file.entity)
            afterwards.push(publish, () => this.#processed(file, source, outcome))
            return outcome
          })
        }
        if (this.#faulty()) throw new NotStored('faulty')
      })
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
      stored = false
    }
    if (stored) for (const step of afterwards) await step()
    return this.#report(stored)
  }

  /** What a refused file has done is undone; the transaction goes on, so that the faults of all files are told. */
  async #within<Result>({ client }: OpenWrite, run: () => Promise<Result>): Promise<Result> {
    await client.query('SAVEPOINT "file"')
    try {
      return await run()
    } catch (error) {
      if (isRefusal(error)) await client.query('ROLLBACK TO SAVEPOINT "file"')
      throw error
    }
  }

  #refuseStatements(): void {
    const statements = this.#chosen.files.filter(({ format }) => format === 'sql')
    if (statements.length === 0) return
    const names = statements.map(({ name }) => name).join(', ')
    const reason = `--all-or-nothing: ${names} run in transactions of their own. Choose other files with --files.`
    throw new ServiceError('usage', { reason })
  }

  #faulty(): boolean {
    return this.#outcomes.some(({ kind }) => kind === 'refused') || this.#rejected() > this.#job.tolerate
  }

  #rejected(): number {
    return this.#outcomes.reduce(
      (sum, outcome) => sum + (outcome.kind === 'table' ? outcome.report.rejected : 0),
      0,
    )
  }

  #report(stored: boolean): FolderReport {
    return { outcomes: this.#outcomes, left: this.#chosen.left, stored }
  }

  /** A file in a transaction of its own. */
  async #alone(file: RecognisedFile): Promise<FileOutcome> {
    const { context } = this.#job
    await using scope = new AsyncDisposableStack()
    const source = scope.use(await this.#open(file))
    const own = { ...context, actor: { ...context.actor, origin: file.name } }
    const { outcome, publish } = await writeInTransaction(own, { dryRun: false, attempts }, (open) =>
      this.#table(open, file, source, scope),
    )
    this.#purge.delete(file.entity)
    await publish()
    await this.#processed(file, source, outcome)
    return outcome
  }

  async #open(file: RecognisedFile): Promise<SourceFile> {
    const { folder, context, progress } = this.#job
    return openSourceFile(join(folder.path, file.name), {
      name: file.name,
      gzip: file.gzip,
      workbook: file.format === 'xlsx',
      signal: context.signal,
      onRead: (fraction) =>
        progress((this.#done + file.size * fraction * readingShare) / this.#total, file.name),
    })
  }

  /** Imports a table within the transaction; `publish` makes its rejected rows a file once that is stored. */
  async #table(
    open: OpenWrite,
    file: RecognisedFile,
    source: SourceFile,
    scope: AsyncDisposableStack,
  ): Promise<{ readonly outcome: FileOutcome & { kind: 'table' }; readonly publish: () => Promise<void> }> {
    const job = this.#job
    const purge = this.#purge.has(file.entity)
    const { report, errors } = await importFile(open, file, source, job, purge)
    if (errors !== undefined) scope.use(errors)
    if (purge && report.rejected > job.tolerate) {
      throw fileRefused(
        `${report.rejected} of its rows are faulty, and with --purge their records would be lost. Correct them, or tolerate them with --tolerate=${report.rejected}.`,
      )
    }
    const name = this.#errorsName(file)
    const publish = async (): Promise<void> => {
      if (job.dryRun) return
      if (errors === undefined) await rm(join(job.errors.path, name), { force: true })
      else {
        await errors.publish(name)
        job.log(
          `The rejected rows of ${file.name} are in errors/${name}. Correct them there and import them.`,
        )
      }
    }
    return { outcome: { file: file.name, kind: 'table', report }, publish }
  }

  /** Two files of one title, such as demand.csv and demand.xlsx, each have their own. */
  #errorsName({ title, name }: RecognisedFile): string {
    const twins = this.#chosen.files.filter((file) => file.title.toLowerCase() === title.toLowerCase())
    return `${twins.length > 1 ? name : title}.errors.csv`
  }

  async #statements(file: RecognisedFile): Promise<FileOutcome> {
    const { sql, context, conventions, dryRun, log } = this.#job
    if (sql.role === undefined) {
      throw fileRefused(
        `no role is set for statements of this scenario. Name one with few rights as SQL_ROLE in the section [DATABASES.${context.scenario}] of the settings.`,
      )
    }
    if (!sql.allowed) throw fileRefused('only superusers of the scenario may run statements.')
    if (dryRun) {
      // Its statements would wait for what this very rehearsal holds.
      log(`${file.name} is not run, because a rehearsal runs no statements.`)
      return { file: file.name, kind: 'statements', entity: file.entity, counts: new Map() }
    }
    await using source = await this.#open(file)
    let text = ''
    for await (const piece of decodeText(source.bytes(), conventions.charset).text) {
      text += piece
      if (text.length > longestScript) {
        throw fileRefused(
          `it is longer than ${longestScript / 2 ** 20} million characters. Bring data as .csv or .cpy.`,
        )
      }
    }
    let notices = 0
    const counts = await runSql(text, {
      database: context.database,
      role: sql.role,
      scenario: context.scenario,
      timeout: sql.timeout,
      signal: context.signal,
      onNotice: (notice) => {
        notices += 1
        if (notices <= mostNotices) log(`${file.name}: ${notice}`)
      },
    })
    if (notices > mostNotices) log(`${file.name}: … and ${notices - mostNotices} more notices.`)
    await this.#noteChanges(file, counts)
    const outcome: FileOutcome = { file: file.name, kind: 'statements', entity: file.entity, counts }
    await this.#processed(file, source, outcome)
    return outcome
  }

  /** What statements changed is in no log of records; that something changed must be known all the same. */
  async #noteChanges({ name }: RecognisedFile, counts: ReadonlyMap<string, TableCounts>): Promise<void> {
    const { context } = this.#job
    const own = { ...context, actor: { ...context.actor, origin: name } }
    await context.database.withTransaction(async (client) => {
      const changes = await openChangeSet(client, own)
      for (const [table, numbers] of counts) {
        const entity = context.model.entities.find(
          (one) => one.schema === 'scenario' && one.view === undefined && one.table === table,
        )
        if (entity !== undefined) changes.count(entity.name, numbers)
      }
      await changes.close(client)
    })
  }

  /** Runs the import of a file; what refuses the file is its outcome. */
  async #guarded(file: RecognisedFile, run: () => Promise<FileOutcome>): Promise<void> {
    const { log, progress, context } = this.#job
    context.signal?.throwIfAborted()
    progress(this.#done / this.#total, file.name)
    try {
      const outcome = await run()
      this.#outcomes.push(outcome)
      for (const line of describeOutcome(outcome)) log(line.text, line.level)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#outcomes.push({ file: file.name, kind: 'refused', reason: error.message })
      log(`${file.name} is refused: ${error.message}`, 'error')
    }
    this.#done += file.size
    progress(this.#done / this.#total, file.name)
  }

  /** Puts a file away that was imported, if that is wanted and it is still the same file. */
  async #processed(file: RecognisedFile, source: SourceFile, outcome: FileOutcome): Promise<void> {
    const { onProcessed, dryRun, folder, log } = this.#job
    if (onProcessed === 'keep' || dryRun) return
    const path = join(folder.path, file.name)
    const rejected = outcome.kind === 'table' && outcome.report.rejected > 0
    if (!(await source.isStill(path))) {
      log(`${file.name} stays: another file has taken its place meanwhile.`, 'warning')
    } else if (onProcessed === 'delete') {
      if (rejected) log(`${file.name} stays, because rows of it were rejected.`)
      else await onFiles(() => rm(path, { force: true }))
    } else {
      const archive = join(folder.path, 'archive')
      const moment = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
      await onFiles(() => mkdir(archive, { recursive: true, mode: 0o750 }))
      await onFiles(() => rename(path, join(archive, `${moment}.${file.name}`)))
      log(`${file.name} is moved to archive/${moment}.${file.name}.`)
    }
  }
}

const mostNotices = 100

/** Errors that end a file; any other one ends the import. */
const refusals: ReadonlySet<string> = new Set([
  'file_refused',
  'conflict',
  'statement_timeout',
  'folder_unusable',
])

/** What the database says of the data of one file is no reason to leave the others. */
const isRefusal = (error: unknown): error is ServiceError | DatabaseError =>
  error instanceof DatabaseError || (error instanceof ServiceError && refusals.has(error.code))

interface LogLine {
  readonly text: string
  readonly level: 'info' | 'warning'
}

function describeOutcome(outcome: FileOutcome): readonly LogLine[] {
  if (outcome.kind === 'table') {
    const { report, file } = outcome
    return [
      ...report.remarks.map((text) => ({ text: `${file}: ${text}`, level: 'warning' }) as const),
      { text: `${file}: ${countWords(report)}`, level: 'info' },
    ]
  }
  if (outcome.kind === 'refused') return []
  const parts = [...outcome.counts].map(([table, counts]) => `${table}: ${countWords(counts)}`)
  return [
    { text: `${outcome.file}: ${parts.length === 0 ? 'no rows changed' : parts.join('; ')}`, level: 'info' },
  ]
}

const countNames = ['created', 'updated', 'unchanged', 'deleted', 'rejected'] as const

/** Counts such as `120 created, 14 updated`. */
export function countWords(counts: Readonly<Partial<Record<(typeof countNames)[number], number>>>): string {
  return countNames
    .flatMap((name) => (counts[name] === undefined ? [] : [`${counts[name].toLocaleString('en')} ${name}`]))
    .join(', ')
}
