/** Backs up a scenario to a file that can be restored with psql alone; production includes users and permissions. */
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { createGzipWriter } from '../../data/gzip-writer.ts'
import { homeOf } from '../../database/homes.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireInUse } from '../copy-scenario.ts'
import { leftBehind } from '../aside/left-behind.ts'
import { lockedScenario, withHomeLock, withScenarioLocks } from '../aside/scenario-lock.ts'
import { type ScenarioWork, workAt } from '../aside/work.ts'
import { controlSchema } from '../scenario.ts'
import { productionScenario } from '../../model/production.ts'
import { dumpFormat, type DumpHeader, headerMember } from './dump-format.ts'
import { deleteOldDumps, draftName, dumpFileName } from './old-dumps.ts'
import { publishDump } from './publish-dump.ts'
import { ending, preamble, writeSchema, type Written } from './write-dump.ts'

export interface Backup extends Written {
  readonly path: string
  readonly fileName: string
  /** Size of the file in bytes. */
  readonly size: number
  /** Older dumps that were deleted. */
  readonly deleted: readonly string[]
  /** Older dumps that could not be deleted, each with the reason. */
  readonly undeleted: readonly string[]
}

/** Compression level of gzip; low, because dumps are large and must be fast. */
const compression = 3

/**
 * Tables of data that is only valid for a running service: sessions, failed logins, and stored responses for repeated
 * requests.
 */
const withoutRows: ReadonlySet<string> = new Set([
  'session',
  'idempotency',
  'signinfailure',
  'usedchallenge',
  'tasklog',
])

/**
 * Writes the dump to the folder, with a temporary name until it is complete, readable by its owner only, and deletes
 * dumps older than a month. Throws `scenario_not_in_use`, `scenario_busy`, `scenario_missing`, and `command_failed`
 * for a folder that is not writable.
 */
export async function backupScenario(
  work: ScenarioWork,
  { scenario, folder }: { scenario: string; folder: string },
): Promise<Backup> {
  return withScenarioLocks(work, { reads: [scenario], replaces: [] }, async (holder) => {
    requireInUse(await lockedScenario(work.database, scenario))
    const at = workAt(work, homeOf(work.database, scenario))
    return withHomeLock(at, { holder, name: scenario, shared: '_shared' }, (client) =>
      writeBackup(at, client, { scenario, folder }),
    )
  })
}

async function writeBackup(
  work: ScenarioWork,
  client: pg.ClientBase,
  { scenario, folder }: { scenario: string; folder: string },
): Promise<Backup> {
  const moment = work.now()
  const wanted = dumpFileName(scenario, moment)
  const draft = join(folder, draftName(wanted))
  try {
    await mkdir(folder, { recursive: true })
    const written = await writeDump(work, client, { scenario, path: draft, moment })
    const fileName = await publishDump(draft, { folder, scenario, moment })
    const path = join(folder, fileName)
    const { size } = await stat(path)
    return { ...written, path, fileName, size, ...(await deleteOldDumps(folder, moment)) }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw fileFailure(join(folder, wanted), error)
  }
}

function fileFailure(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  return new ServiceError(
    'command_failed',
    { reason: { code: 'file_not_written', params: { file: path, reason: errorText(error) } } },
    { cause: error },
  )
}

async function writeDump(
  { progress }: ScenarioWork,
  client: pg.ClientBase,
  { scenario, path, moment }: { scenario: string; path: string; moment: Date },
): Promise<Written> {
  const file = await open(path, 'wx', 0o600)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL idle_in_transaction_session_timeout TO 0')
    const control = scenario === productionScenario
    const { rows } = await client.query<{ postgresql: string; migrations: readonly string[] }>(
      `SELECT current_setting('server_version') AS "postgresql",
        ARRAY(SELECT "name"::text FROM "${scenario}".schema_migration ORDER BY 1) AS "migrations"`,
    )
    const created = `${moment.toISOString().slice(0, 19)}Z`
    const draft: DumpHeader = {
      ...rows[0]!,
      format: dumpFormat,
      scenario,
      created,
      control,
      tables: 0,
      rows: 0,
      checksum: '',
    }
    // Stays in a file that was never finished, so that no checksum matches it.
    const start = headerMember(draft)
    await append(file, start)
    const gzip = createGzipWriter({ level: compression, append: (bytes) => append(file, bytes) })
    await gzip.write(preamble)
    const first = control
      ? await writeSchema(client, gzip.write, { schema: controlSchema, empty: withoutRows })
      : { tables: 0, rows: 0 }
    const data = await writeSchema(client, gzip.write, {
      schema: scenario,
      empty: leftBehind,
      onTable: (share, table) => progress?.(share, table),
    })
    await gzip.write(ending)
    const checksum = await gzip.end()
    await client.query('COMMIT')
    const total = { tables: first.tables + data.tables, rows: first.rows + data.rows }
    const header = headerMember({ ...draft, ...total, checksum })
    await file.write(header, 0, header.length, 0)
    await file.sync()
    return total
  } finally {
    await file.close()
  }
}

async function append(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset)
    offset += bytesWritten
  }
}
