/**
 * Imports the files of a folder, each in its own transaction or all in one. A refused file does not stop the import
 * of the others.
 */
import type pg from 'pg'
import { zonedText } from '../../data/time-zone.ts'
import { type OpenWrite, writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { discardFile } from '../folders/delete-files.ts'
import { derivedFileName } from '../folders/file-name.ts'
import { listFiles } from '../folders/list-files.ts'
import { fileRefused } from '../tables/columns.ts'
import { triedAgain } from '../tables/tried-again.ts'
import { type Chosen, chooseFiles } from './choose-files.ts'
import { describeOutcome, storedTogether } from './describe-outcome.ts'
import type { FileOutcome, FolderImport, FolderReport, Unfinished } from './folder-import.ts'
import { withFolderLock } from './folder-lock.ts'
import { importFile } from './import-file.ts'
import { findImported, forgetImported, recordImported } from './imported-files.ts'
import { moveImported } from './put-away.ts'
import type { RecognisedFile } from './recognise.ts'
import { isRefusal } from './refusals.ts'
import { requireSqlRole, runStatements } from './run-statements.ts'
import { openSourceFile, type SourceFile } from './source-file.ts'

/**
 * Imports the files of the folder.
 * @throws ServiceError `usage` for requested files or entities that are missing
 */
export async function importFolder(job: FolderImport): Promise<FolderReport> {
  return withFolderLock(job, async () => {
    const chosen = await chooseFiles(job)
    await warnOfImported(job, chosen.files)
    const run = new Run(job, chosen)
    return job.allOrNothing || job.dryRun ? run.together() : run.oneByOne()
  })
}

/** Logs which of the files were imported before and have not changed since. */
async function warnOfImported(job: FolderImport, files: readonly RecognisedFile[]): Promise<void> {
  if (!job.records) return
  const { context } = job
  if (!job.dryRun) await forgetImported(context, await listFiles(job.folder))
  for (const [name, { at, task, changed }] of await findImported(context, files)) {
    if (changed) continue
    const run = task === null ? '' : ` by run ${task}`
    job.log(
      `${name} was imported before, at ${zonedText(at, context.timeZone)}${run}, and has not changed since. Importing it again overwrites edits that were made to its records after that.`,
      'warning',
    )
  }
}

/** Ends a transaction that must not be stored. */
class NotStored extends Error {}

/** Publishes the rejected rows of a file, of which the other rows are stored or not; deletes those of an earlier import. */
type Publish = (stored: boolean) => Promise<void>

/** Maximum number of attempts to import a file if a concurrent transaction has written one of its records. */
const attempts = 3

/** Estimated share of reading in the time of a file; writing to the database takes the rest. */
const readingShare = 0.6

class Run {
  readonly #job: FolderImport
  readonly #chosen: Chosen
  readonly #purge: Set<Entity>
  readonly #total: number
  readonly #outcomes: FileOutcome[]
  readonly #unfinished: Unfinished[] = []
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
   * Imports all files in one transaction, which is stored only if no file was refused and not too many rows were
   * rejected. A dry run uses one transaction too, because later files require the records of earlier ones.
   */
  async together(): Promise<FolderReport> {
    const { context, dryRun } = this.#job
    if (!dryRun) this.#rejectStatements()
    const afterwards: ((stored: boolean) => Promise<void>)[] = []
    const imported: (readonly [RecognisedFile, FileOutcome])[] = []
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
            imported.push([file, outcome])
            afterwards.push((kept) =>
              kept ? this.#finish(file, source, outcome, publish) : this.#publishUnstored(file, publish),
            )
            return outcome
          })
        }
        if (this.#faulty()) throw new NotStored('faulty')
        if (dryRun) await this.#job.inspect?.(open)
        else for (const [file, outcome] of imported) await this.#record(open.client, file, outcome)
      })
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
      stored = false
    }
    if (stored && afterwards.length > 0) this.#job.log('All files are stored.')
    if (!dryRun) for (const step of afterwards) await step(stored)
    return this.#report(stored)
  }

  /** Rolls back the changes of a refused file; the transaction continues, so that the faults of all files are reported. */
  async #within<Result>({ client }: OpenWrite, run: () => Promise<Result>): Promise<Result> {
    await client.query('SAVEPOINT "file"')
    try {
      return await run()
    } catch (error) {
      if (isRefusal(error)) await client.query('ROLLBACK TO SAVEPOINT "file"')
      throw error
    }
  }

  #rejectStatements(): void {
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
    return { outcomes: this.#outcomes, unfinished: this.#unfinished, left: this.#chosen.left, stored }
  }

  /** Imports a file in its own transaction. */
  async #alone(file: RecognisedFile): Promise<FileOutcome> {
    const { context } = this.#job
    await using scope = new AsyncDisposableStack()
    const source = scope.use(await this.#open(file))
    const own = { ...context, actor: { ...context.actor, origin: file.name } }
    let isAgain = false
    const { outcome, publish } = await writeInTransaction(own, { dryRun: false, attempts }, async (open) => {
      if (isAgain) this.#job.log(triedAgain([file.name]))
      isAgain = true
      const imported = await this.#table(open, file, source, scope)
      const { created, updated } = imported.outcome.report
      const isChanged = created + updated + imported.outcome.purged.size > 0
      const isLogged = isChanged && !this.#job.withoutChangeLog
      const changeset = isLogged ? await open.changes.settle(open.client) : undefined
      await this.#record(open.client, file, imported.outcome)
      return { ...imported, outcome: { ...imported.outcome, changeset } }
    })
    this.#purge.delete(file.entity)
    await this.#finish(file, source, outcome, publish)
    return outcome
  }

  /** Records that a file is imported, in the transaction of its records if it has one that may write the record. */
  async #record(client: pg.ClientBase, file: RecognisedFile, outcome: FileOutcome): Promise<void> {
    if (!this.#job.records) return
    const rejected = outcome.kind === 'table' ? outcome.report.rejected : 0
    await recordImported(client, this.#job.context, { ...file, rejected })
  }

  /**
   * Publishes the rejected rows of a file and puts the file away. Its records are stored already: if a folder cannot be
   * used, the outcome stays, and the file is reported as unfinished.
   */
  async #finish(
    file: RecognisedFile,
    source: SourceFile,
    outcome: FileOutcome,
    publish?: Publish,
  ): Promise<void> {
    for (const step of [() => publish?.(true), () => moveImported(file, source, outcome, this.#job)]) {
      try {
        await step()
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        this.#unfinished.push({ file: file.name, reason: messageOf(error) })
        this.#job.log(
          `${file.name} is imported, but a file could not be written, moved or deleted: ${error.message}`,
          'error',
        )
      }
    }
  }

  /** Publishes the rejected rows of a file of which nothing is stored. */
  async #publishUnstored(file: RecognisedFile, publish: Publish): Promise<void> {
    try {
      await publish(false)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.#job.log(`The rejected rows of ${file.name} could not be written: ${error.message}`, 'error')
    }
  }

  async #open(file: RecognisedFile): Promise<SourceFile> {
    const { folder, context, progress } = this.#job
    return openSourceFile(folder, {
      name: file.name,
      gzip: file.gzip,
      workbook: file.format === 'xlsx',
      signal: context.signal,
      onRead: (fraction) =>
        progress((this.#done + file.size * fraction * readingShare) / this.#total, file.name),
    })
  }

  /**
   * Imports a table within the transaction; `publish` publishes the file of rejected rows when the transaction has
   * ended.
   */
  async #table(
    open: OpenWrite,
    file: RecognisedFile,
    source: SourceFile,
    scope: AsyncDisposableStack,
  ): Promise<{ readonly outcome: FileOutcome & { kind: 'table' }; readonly publish: Publish }> {
    const job = this.#job
    const purge = this.#purge.has(file.entity)
    const { report, errors, ...details } = await importFile(open, file, source, job, purge)
    if (errors !== undefined) scope.use(errors)
    if (purge && report.rejected > job.tolerate) {
      throw fileRefused({ code: 'purge_with_faults', params: { rejected: report.rejected } })
    }
    // The rows of an earlier import that was stored are in no other file: they stay if this one is not stored.
    const kept = this.#errorsName(file, '.errors.csv')
    const unstored = this.#errorsName(file, '.errors.unstored.csv')
    const publish: Publish = async (stored) => {
      const name = stored || job.described !== undefined ? kept : unstored
      await errors?.publish(name)
      if (errors === undefined || name === kept) await discardFile(job.errors, unstored)
      if (errors === undefined) return stored ? discardFile(job.errors, kept) : undefined
      const place = job.described === undefined ? `are in errors/${name}` : 'can be downloaded for a day'
      const correct = job.described === undefined ? 'Correct them there' : 'Correct them'
      job.log(
        stored
          ? `The rejected rows of ${file.name} ${place}. ${correct} and import them.`
          : `The rejected rows of ${file.name} ${place}. Nothing is stored: correct them in ${file.name} and import it again.`,
      )
    }
    return { outcome: { file: file.name, kind: 'table', report, ...details }, publish }
  }

  /** Two files with the same title, such as demand.csv and demand.xlsx, have separate files of rejected rows. */
  #errorsName({ title, name }: RecognisedFile, after: string): string {
    const duplicates = this.#chosen.files.filter((file) => file.title.toLowerCase() === title.toLowerCase())
    return derivedFileName({
      name: duplicates.length > 1 ? name : title,
      after,
      keep: 'start',
    })
  }

  async #statements(file: RecognisedFile): Promise<FileOutcome> {
    const { dryRun, log } = this.#job
    const outcome = { file: file.name, kind: 'statements', entity: file.entity } as const
    if (dryRun) {
      requireSqlRole(this.#job)
      // The statements would wait for locks that this dry run holds.
      log(`${file.name} is not run, because a rehearsal runs no statements.`)
      return { ...outcome, counts: undefined }
    }
    await using source = await this.#open(file)
    const done = { ...outcome, counts: await runStatements(file, source, this.#job) }
    await this.#job.context.home.withTransaction((client) => this.#record(client, file, done))
    await this.#finish(file, source, done)
    return done
  }

  /** Runs the import of a file. An error that refuses the file becomes its outcome. */
  async #guarded(file: RecognisedFile, run: () => Promise<FileOutcome>): Promise<void> {
    const { log, progress, context, allOrNothing, dryRun } = this.#job
    context.signal?.throwIfAborted()
    progress(this.#done / this.#total, file.name)
    try {
      const outcome = await run()
      this.#outcomes.push(outcome)
      const after = allOrNothing && !dryRun ? storedTogether : ''
      for (const { text, level } of describeOutcome(outcome))
        log(level === 'info' ? text + after : text, level)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#outcomes.push({ file: file.name, kind: 'refused', reason: messageOf(error) })
      log(`${file.name} is refused: ${error.message}`, 'error')
    }
    this.#done += file.size
    progress(this.#done / this.#total, file.name)
  }
}
