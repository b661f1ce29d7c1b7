/**
 * Exports several files from one snapshot of a scenario. All files are written as drafts and get their names together
 * at the end, so a run that stops earlier changes nothing. If a file cannot be exported, its previous version stays
 * and the other files are not affected.
 */
import { DatabaseError } from 'pg'
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { onConnection } from '../../data/on-connection.ts'
import type { FormatOptions, ReadRequest } from '../../data/read/index.ts'
import { translateDatabaseError } from '../../database/errors.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Folder } from '../folders/folder.ts'
import { deleteStaleDrafts } from '../folders/stale-drafts.ts'
import type { FileFormat } from './file-format.ts'
import { writeFile, type WrittenFile } from './write-file.ts'

/** What an export reads, and the context it reads from: by default the snapshot of the run. */
export interface OpenedSource {
  readonly context: DataContext
  readonly request: ReadRequest
}

/** A snapshot of the database that several connections can share. */
export interface Snapshot {
  /** Context that reads within the transaction of the run. */
  readonly context: DataContext
  /** Identifier with which other transactions can import the snapshot. */
  readonly id: string
}

/** Determines what to read, calls `use` with it, and closes afterward what it opened. */
export type ExportSource = (
  snapshot: Snapshot,
  use: (opened: OpenedSource) => Promise<WrittenFile>,
) => Promise<WrittenFile>

export interface WantedFile {
  /** Name of the file. */
  readonly file: string
  readonly format: FileFormat
  readonly source: ExportSource
}

export interface ExportedFile {
  readonly file: string
  readonly rows: number
  /** Size in bytes. */
  readonly size: number
  /** Why the file could not be exported. */
  readonly fault?: ServiceError
}

export interface ExportRun {
  readonly context: DataContext
  readonly folder: Folder
  readonly files: readonly WantedFile[]
  readonly options: Omit<FormatOptions, 'signal' | 'onRows'>
  /** Called before each file; `index` starts at 0. */
  readonly onFile?: (file: string, index: number) => void
}

/**
 * Exports the files.
 * @returns the outcome of each file. Rejects if the run as a whole fails or is canceled; then nothing has changed
 */
export async function exportFiles(run: ExportRun): Promise<readonly ExportedFile[]> {
  const { context, folder, files } = run
  await deleteStaleDrafts(folder)
  const written: (readonly [WantedFile, WrittenFile | ServiceError])[] = []
  try {
    await context.home.withTransaction(
      async (client) => {
        await client.query('SET LOCAL idle_in_transaction_session_timeout TO 0')
        const snapshot = await snapshotOf(context, client)
        for (const [index, file] of files.entries()) {
          run.onFile?.(file.file, index)
          written.push([file, await writeOne(run, client, snapshot, file)])
        }
      },
      { isolation: 'repeatable read', readOnly: true, signal: context.signal },
    )
    const results: ExportedFile[] = []
    for (const [{ file }, outcome] of written) results.push(await publish(file, outcome))
    return results
  } finally {
    for (const [, outcome] of written) {
      if (!(outcome instanceof ServiceError)) await outcome.draft[Symbol.asyncDispose]()
    }
  }
}

async function snapshotOf(context: DataContext, client: pg.PoolClient): Promise<Snapshot> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_catalog.pg_export_snapshot() AS id')
  const reading = onConnection(context, {
    withClient: (use) =>
      use(client).catch((error: unknown) => {
        throw translateDatabaseError(error)
      }),
    query: ({ text, values = [] }) => client.query({ text, values: [...values] }),
  })
  return { context: reading, id: rows[0]!.id }
}

/** Errors that end the whole run. */
const ending: ReadonlySet<string> = new Set([
  'canceled',
  'database_unavailable',
  'scenario_server_unavailable',
  'shutting_down',
  'store_unavailable',
])

/** Exports one file within a savepoint, so that neither its settings nor its failure affect the next file. */
async function writeOne(
  { folder, options, context }: ExportRun,
  client: pg.PoolClient,
  snapshot: Snapshot,
  { source, format }: WantedFile,
): Promise<WrittenFile | ServiceError> {
  await client.query('SAVEPOINT "file"')
  try {
    return await source(snapshot, (opened) =>
      writeFile(opened.context, opened.request, {
        folder,
        format,
        options: { ...options, signal: context.signal },
      }),
    )
  } catch (error) {
    context.signal?.throwIfAborted()
    // Errors that the data or the query cause concern this file only.
    if (error instanceof DatabaseError) {
      return new ServiceError('export_failed', { reason: errorText(error) }, { cause: error })
    }
    if (error instanceof ServiceError && !ending.has(error.code)) return error
    throw error
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT "file"').catch(() => undefined)
  }
}

async function publish(file: string, outcome: WrittenFile | ServiceError): Promise<ExportedFile> {
  if (outcome instanceof ServiceError) return { file, rows: 0, size: 0, fault: outcome }
  try {
    await outcome.draft.publish(file)
    return { file, rows: outcome.rows, size: outcome.draft.size }
  } catch (error) {
    if (error instanceof ServiceError) return { file, rows: 0, size: 0, fault: error }
    throw error
  }
}
