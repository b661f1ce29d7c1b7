/** Base backups of the embedded server: copies of the running cluster, which the archived log makes consistent. */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { archivePaths } from './archive.ts'
import { holdServer } from './hold.ts'
import { readPassword } from './cluster.ts'
import { embeddedPaths } from './paths.ts'

export interface BaseBackup {
  /** Name of its folder. */
  readonly name: string
  /** Time at which the copy was complete, as an ISO date; earlier moments cannot be restored from it. */
  readonly ended: string
  /** First log segment that it needs. */
  readonly segment: string
  readonly bytes: number
}

export interface BackupOptions {
  /** `<VAR>/postgres` of the installation. */
  readonly folder: string
  /** Folder of the archive. */
  readonly archive: string
  /** Number of base backups to keep, including this one. */
  readonly keep: number
  readonly signal: AbortSignal
}

/** Files and folders that a server creates itself when it starts from the copy. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|.*\/pg_internal\.init)$/
const emptied =
  /^(?:pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(?:^|\/)pgsql_tmp/
const description = 'backup.json'
const passwordFile = 'password'
/** Timeout of archiving the last segment, in milliseconds. */
const archiveTimeoutMs = 120_000

export const clusterCopy = (archive: string, { name }: BaseBackup): string =>
  join(archivePaths(archive).base, name, 'data')

export const passwordCopy = (archive: string, { name }: BaseBackup): string =>
  join(archivePaths(archive).base, name, passwordFile)

/**
 * Takes a base backup, and deletes older ones above `keep` together with the log that only they need. Throws
 * `command_failed` if the server runs without an archive.
 */
export async function backUpEmbedded(options: BackupOptions): Promise<BaseBackup> {
  const hold = await holdServer(options.folder, { archive: options.archive })
  try {
    return await takeBaseBackup(options, hold.url('postgres'), hold.server.data)
  } finally {
    hold.release()
  }
}

async function takeBaseBackup(options: BackupOptions, url: string, data: string): Promise<BaseBackup> {
  const { base } = archivePaths(options.archive)
  await mkdir(base, { recursive: true, mode: 0o700 })
  for (const name of await readdir(base)) {
    // Left by a killed run.
    if (name.endsWith('.new')) await rm(join(base, name), { recursive: true, force: true })
  }
  const client = new Client({ connectionString: url, application_name: 'planctl backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireArchiving(client, options.archive)
    return await copyCluster(client, { ...options, data }, base)
  } finally {
    await client.end()
  }
}

async function requireArchiving(client: Client, archive: string): Promise<void> {
  const { rows } = await client.query<{ mode: string; tablespaces: number }>(
    `SELECT current_setting('archive_mode') AS "mode",
      (SELECT count(*)::integer FROM pg_catalog.pg_tablespace WHERE spcname !~ '^pg_') AS "tablespaces"`,
  )
  if (rows[0]?.mode !== 'on') {
    const reason = `The database runs without DATABASE_ARCHIVE (${archive}). End everything that uses it, such as web servers, and try again.`
    throw new ServiceError('command_failed', { reason: englishText(reason) })
  }
  if (rows[0].tablespaces > 0) {
    const reason = 'The database has tablespaces of its own, which a base backup would not hold.'
    throw new ServiceError('command_failed', { reason: englishText(reason) })
  }
}

async function copyCluster(
  client: Client,
  options: BackupOptions & { readonly data: string },
  base: string,
): Promise<BaseBackup> {
  const { archive, data, signal, keep } = options
  const password = await readPassword(embeddedPaths(options.folder).password)
  const { rows: begun } = await client.query<{ name: string; segment: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISSMS"Z"') AS "name",
      pg_walfile_name(pg_backup_start('planctl', true)) AS "segment"`,
  )
  const { name, segment } = begun[0]!
  const draft = join(base, `${name}.new`)
  try {
    await mkdir(draft, { mode: 0o700 })
    const bytes = await copyTree(data, join(draft, 'data'), signal)
    const { rows } = await client.query<{ label: string; last: string; ended: Date }>(
      `SELECT s.labelfile AS "label", pg_walfile_name(s.lsn) AS "last", clock_timestamp() AS "ended"
        FROM pg_backup_stop(false) s`,
    )
    const { label, last, ended } = rows[0]!
    await writeSafely(join(draft, 'data', 'backup_label'), label)
    await writeSafely(join(draft, passwordFile), password)
    await waitForSegment(archive, last, signal)
    const backup = { name, ended: ended.toISOString(), segment, bytes }
    await writeSafely(join(draft, description), JSON.stringify(backup))
    await rename(draft, join(base, name))
    await flushFolder(base)
    await deleteOlder(archive, keep)
    return backup
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Copies the files that the server needs; files may be created and deleted meanwhile. Returns the number of copied
 * bytes.
 */
async function copyTree(from: string, to: string, signal: AbortSignal): Promise<number> {
  let bytes = 0
  const copyFolder = async (relative: string): Promise<void> => {
    await mkdir(join(to, relative), { mode: 0o700 })
    const entries = await readdir(join(from, relative), { withFileTypes: true }).catch(ignoreMissing)
    for (const entry of entries ?? []) {
      signal.throwIfAborted()
      const path = join(relative, entry.name)
      if (leftOut.test(path) || emptied.test(path)) continue
      if (entry.isDirectory()) await copyFolder(path)
      else if (entry.isFile())
        bytes += (await copySafely(join(from, path), join(to, path)).catch(ignoreMissing)) ?? 0
    }
    await flushFolder(join(to, relative))
  }
  await copyFolder('')
  return bytes
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** Copies a file and flushes it to disk, sharing its blocks if the file system supports it. */
export async function copySafely(from: string, to: string): Promise<number> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await using handle = await open(to, 'r+')
  await handle.sync()
  return (await handle.stat()).size
}

const writeSafely = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600, flush: true })

export async function flushFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Waits for a segment in the archive. A base backup is usable only after the log up to its end was archived. */
async function waitForSegment(archive: string, segment: string, signal: AbortSignal): Promise<void> {
  const file = join(archivePaths(archive).wal, `${segment}.gz`)
  const deadline = Date.now() + archiveTimeoutMs
  while ((await stat(file).catch(() => undefined)) === undefined) {
    if (Date.now() > deadline) {
      const reason = `The log did not reach the archive: ${file} is missing. postgres.log under VAR says why.`
      throw new ServiceError('command_failed', { reason: englishText(reason) })
    }
    await delay(50, undefined, { signal })
  }
}

/** Returns the base backups of an archive, oldest first. */
export async function baseBackups(archive: string): Promise<readonly BaseBackup[]> {
  const { base } = archivePaths(archive)
  const names = await readdir(base).catch(ignoreMissing)
  const found = await Promise.all(
    (names ?? []).map(async (name) => {
      const text = await readFile(join(base, name, description), 'utf8').catch(() => 'null')
      const value: unknown = JSON.parse(text)
      return !name.endsWith('.new') && isBackup(value) ? [value] : []
    }),
  )
  return found.flat().sort((a, b) => (a.ended < b.ended ? -1 : 1))
}

const isBackup = (value: unknown): value is BaseBackup =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'ended' in value &&
  typeof value.ended === 'string' &&
  'segment' in value &&
  typeof value.segment === 'string' &&
  'bytes' in value &&
  typeof value.bytes === 'number'

/** Returns the position of a segment in the log, by which segments are sorted independent of their timeline. */
const placeInLog = (name: string): string | undefined => /^[0-9A-F]{8}([0-9A-F]{16})/.exec(name)?.[1]

async function deleteOlder(archive: string, keep: number): Promise<void> {
  const { base, wal } = archivePaths(archive)
  const backups = await baseBackups(archive)
  const old = backups.slice(0, Math.max(0, backups.length - keep))
  const kept = backups.slice(old.length)
  for (const { name } of old) await rm(join(base, name), { recursive: true, force: true })
  const first = kept
    .map(({ segment }) => placeInLog(segment) ?? '')
    .reduce((least, place) => (place < least ? place : least))
  if (old.length === 0) return
  for (const name of await readdir(wal)) {
    const place = placeInLog(name)
    if (place !== undefined && place < first) await rm(join(wal, name), { force: true })
  }
}
