/**
 * The archive of the embedded server: its write-ahead log and base backups, from which the database can be restored
 * to any moment since the first base backup. Used only if the setting `DATABASE_ARCHIVE` contains a folder.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ServiceError } from '../../errors/service-error.ts'
import type { Account } from './account.ts'
import { runSingleUser, type SingleUserOptions } from './single-user.ts'
import { serviceRole } from './service-role.ts'

const execute = promisify(execFile)

export interface ArchivePaths {
  /** Segments of the log, compressed one by one. */
  readonly wal: string
  /** Base backups, one folder each. */
  readonly base: string
  /** Start times of the timelines, one line per restore. */
  readonly restores: string
}

export const archivePaths = (folder: string): ArchivePaths => ({
  wal: join(folder, 'wal'),
  base: join(folder, 'base'),
  restores: join(folder, 'restores.ndjson'),
})

/**
 * Marker file in the folder of the cluster: since its creation the archive has received every segment. It is deleted
 * as soon as the server runs without an archive.
 */
export const archivedFile = (data: string): string => join(data, 'planctl-archive')

/** Grants the functions that a base backup calls; by default only superusers may. */
const grants = `GRANT EXECUTE ON FUNCTION pg_catalog.pg_backup_start(text, boolean),
  pg_catalog.pg_backup_stop(boolean) TO ${serviceRole}`

/**
 * Prepares the cluster and the folder for a server that archives, or removes the marker if it does not. The caller
 * must hold the keeper's lock. Throws `unusable_database` if the account of the server cannot write to the folder.
 */
export async function prepareArchive(cluster: SingleUserOptions, folder: string | undefined): Promise<void> {
  const marker = archivedFile(cluster.data)
  if (folder === undefined) {
    await rm(marker, { force: true })
    return
  }
  const { wal } = archivePaths(folder)
  try {
    await makeEnterable(folder, cluster.account)
    await mkdir(wal, { recursive: true, mode: 0o700 })
    if (cluster.account !== undefined) await chown(wal, cluster.account.uid, cluster.account.gid)
    await execute('/bin/sh', ['-c', 'test -r "$1" && test -w "$1" && test -x "$1"', 'sh', wal], {
      ...cluster.account,
      cwd: '/',
    })
  } catch (cause) {
    const who = cluster.account === undefined ? 'The service' : `The account ${cluster.account.uid}`
    const reason =
      `${who}, under which the database runs, cannot write ${wal}. Let it enter and write the folder that ` +
      'DATABASE_ARCHIVE names, or name another one.'
    throw new ServiceError('unusable_database', { reason }, { cause })
  }
  if ((await stat(marker).catch(() => undefined)) !== undefined) return
  await runSingleUser(cluster, 'postgres', [grants])
  await writeFile(marker, '', { mode: 0o600, flush: true })
}

/** Creates the folder; if another account will write to it, new folders can be entered by that account. */
async function makeEnterable(folder: string, account: Account | undefined): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined || account === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
}

/** Returns the time since when the cluster archives without a gap; undefined if it does not. */
export async function archivedSince(data: string): Promise<Date | undefined> {
  return stat(archivedFile(data)).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
}

/** Returns the settings of a server that archives. A segment is archived after a minute even if it is not full. */
export const archiveSettings = (folder: string): Readonly<Record<string, string>> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: archiveCommand(archivePaths(folder).wal),
})

/**
 * Returns the command that archives a segment: it writes a temporary file, flushes it to disk, and renames it. An
 * existing file is correct if it has the same content, because the server may have crashed before it recorded the
 * success.
 */
function archiveCommand(wal: string): string {
  const file = `${quoted(wal)}/%f`
  return (
    `if test -e ${file}.gz; then gzip -cd ${file}.gz | cmp -s - "%p"; ` +
    `else gzip -1c "%p" > ${file}.new && sync ${file}.new && mv ${file}.new ${file}.gz && sync ${quoted(wal)}; fi`
  )
}

/**
 * Returns the command that restores a segment. A missing segment ends the log; a damaged one ends the recovery with
 * an error.
 */
export function restoreCommand(folder: string): string {
  const file = `${quoted(archivePaths(folder).wal)}/%f.gz`
  return `test -e ${file} || exit 1; gzip -cd ${file} > "%p" || exit 255`
}

/** Quotes a path as a shell word, in a command in which `%` has a meaning. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** A timeline: since `at` the database is the result of restoring the previous timeline to the moment `until`. */
export interface RestoreNote {
  readonly timeline: number
  readonly at: string
  readonly until: string
}

/** Returns the restores recorded in the archive, oldest first. */
export async function restoresOf(folder: string): Promise<readonly RestoreNote[]> {
  const text = await readFile(archivePaths(folder).restores, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const note: unknown = line === '' ? undefined : JSON.parse(line)
    return isNote(note) ? [note] : []
  })
}

const isNote = (value: unknown): value is RestoreNote =>
  typeof value === 'object' &&
  value !== null &&
  'timeline' in value &&
  typeof value.timeline === 'number' &&
  'at' in value &&
  typeof value.at === 'string' &&
  'until' in value &&
  typeof value.until === 'string'
