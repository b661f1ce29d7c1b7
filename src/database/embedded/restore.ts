/**
 * Restores the embedded database to a moment: a base backup and the archived log are recovered to a second cluster,
 * which replaces the current one after it has started successfully. The current one is kept.
 */
import { constants, existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { serverAccount } from './account.ts'
import {
  archivedFile,
  archivePaths,
  archiveSettings,
  prepareArchive,
  restoreCommand,
  restoresOf,
} from './archive.ts'
import { type BaseBackup, baseBackups, clusterCopy, passwordCopy } from './base-backup.ts'
import { findBinaries } from './binaries.ts'
import { stopEmbedded } from './control.ts'
import { tryLock } from './exclusive-lock.ts'
import { freePort } from './free-port.ts'
import { replacementFile } from './has-cluster.ts'
import { embeddedPaths, type EmbeddedPaths } from './paths.ts'
import { type PostmasterOptions, startPostmaster } from './postmaster.ts'
import { dataFolder, followed, reachableBinaries } from './reachable-place.ts'
import { finishReplacement, replaceData } from './replace-data.ts'
import { serviceRole } from './service-role.ts'
import { copyUnarchived } from './unarchived.ts'

export interface RestoreOptions {
  /** `<VAR>/postgres` of the installation. */
  readonly folder: string
  /** The archive from which the database is restored. */
  readonly from: string
  /** The archive that the installation uses afterwards. */
  readonly archive: string | undefined
  /** The moment; undefined for everything that was archived. */
  readonly until: Date | undefined
  readonly signal: AbortSignal
  /** Called with a message about every step. */
  readonly onStep: (message: string) => void
}

export interface Restored {
  readonly backup: BaseBackup
  /** Commit time of the last restored transaction; undefined if there is none after the base backup. */
  readonly last: Date | undefined
  /** Whether the moment is after the end of the archive, so that all of it was restored. */
  readonly reachedEnd: boolean
  /** New path of the previous cluster. */
  readonly aside: string | undefined
}

/**
 * Restores the database, which must not be in use. Throws `command_failed` with the reason; nothing has changed then.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<Restored> {
  const { folder, from, until } = options
  const { backup, timeline } = await chooseBackup(from, until)
  await mkdir(folder, { recursive: true })
  const stopped = await stopEmbedded(folder)
  if (stopped.outcome === 'in use') {
    throw failed(`${stopped.holders} others use the database, such as a web server. End them first.`)
  }
  const paths = embeddedPaths(folder)
  const lock = tryLock(paths.lock)
  if (lock === undefined) throw failed('The database was started again meanwhile. End what uses it first.')
  try {
    await finishReplacement(paths)
    return await recover({ ...options, paths, backup, timeline })
  } finally {
    lock.release()
  }
}

interface Chosen {
  readonly backup: BaseBackup
  /** The timeline to follow; that of the base backup if undefined. */
  readonly timeline: number | undefined
}

/**
 * Returns the newest base backup from which the moment can be restored. The state of the database at a moment is that
 * of the timeline valid at the time, which started as a restore of an earlier timeline.
 */
async function chooseBackup(from: string, until: Date | undefined): Promise<Chosen> {
  const backups = await baseBackups(from)
  if (backups.length === 0) {
    throw failed(`There is no base backup in ${archivePaths(from).base}. Take one: planctl database backup`)
  }
  let lines = await restoresOf(from)
  let moment = until?.toISOString() ?? '9999'
  let timeline: number | undefined
  for (;;) {
    const index = lines.findLastIndex(({ at }) => at <= moment)
    const line = lines[index]
    timeline ??= line?.timeline
    const since = line?.at ?? ''
    const found = backups.findLast(({ ended }) => ended <= moment && ended >= since)
    if (found !== undefined) return { backup: found, timeline }
    if (line === undefined) break
    lines = lines.slice(0, index)
    moment = line.until
  }
  throw failed(
    `The oldest base backup in ${archivePaths(from).base} is of ${backups[0]!.ended}; earlier moments cannot be restored.`,
  )
}

interface Recovery extends RestoreOptions, Chosen {
  readonly paths: EmbeddedPaths
}

async function recover(work: Recovery): Promise<Restored> {
  const { paths, backup, from, archive, until, signal, onStep } = work
  const account = await serverAccount(paths.data)
  const binaries = await reachableBinaries(findBinaries(), account)
  const before = followed(paths.data)
  const data = await dataFolder(paths, account)
  const parent = dirname(data)
  for (const name of await readdir(parent)) {
    // Left by a killed run.
    if (name.startsWith(`${basename(data)}.restored-`))
      await rm(join(parent, name), { recursive: true, force: true })
  }
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, '')
  const draft = join(parent, `${basename(data)}.restored-${stamp}`)
  onStep(`Copying the base backup of ${backup.ended} (${Math.ceil(backup.bytes / 2 ** 20)} MB) …`)
  try {
    await copyInto(clusterCopy(from, backup), draft, signal)
    const isOurs = before !== undefined && (await systemOf(before)) === (await systemOf(draft))
    if (isOurs) await copyUnarchived(before, draft, from, signal)
    await rm(archivedFile(draft), { force: true })
    await writeFile(join(draft, 'recovery.signal'), '')
    await giveTo(account, draft)
    const server = { account, binaries, data: draft, logFile: paths.serverLog, durable: true }
    if (archive !== undefined) await prepareArchiveOf(archive, server)
    onStep('Reading the log …')
    const password = (await readFile(passwordCopy(from, backup), 'utf8')).trim()
    const { reachedEnd, last, timeline } = await rollForward(server, work, password)
    const aside = before === undefined ? undefined : `${data}.before-${stamp}`
    const at = new Date().toISOString()
    await replaceData(paths, {
      data,
      draft,
      aside: aside ?? '',
      password,
      rest: isOurs && archive === from ? archive : null,
      note:
        archive === undefined || archive !== from
          ? null
          : { archive, timeline, at, until: until === undefined || reachedEnd ? at : until.toISOString() },
    })
    return { backup, last, reachedEnd, aside }
  } finally {
    // A replacement that was started and failed is completed by the next start, which needs the new cluster.
    if (!existsSync(replacementFile(paths.folder))) await rm(draft, { recursive: true, force: true })
  }
}

/** Copies a folder without flushing it, because PostgreSQL flushes all files to disk before it recovers. */
async function copyInto(from: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted()
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyInto(source, target, signal)
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}

/** Returns the system identifier that PostgreSQL assigns to a new cluster; copies of it have the same one. */
async function systemOf(data: string): Promise<string> {
  await using handle = await open(join(data, 'global/pg_control'))
  const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
  return buffer.toString('hex')
}

async function giveTo(account: PostmasterOptions['account'], folder: string): Promise<void> {
  await chmod(folder, 0o700)
  if (account === undefined) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    await chown(join(folder, name), account.uid, account.gid)
  }
}

/**
 * Prepares the archive. The copy already contains the grants that a base backup needs; only the folder may be new.
 */
async function prepareArchiveOf(archive: string, server: Omit<PostmasterOptions, 'port'>): Promise<void> {
  await writeFile(archivedFile(server.data), '', { mode: 0o600 })
  if (server.account !== undefined) {
    await chown(archivedFile(server.data), server.account.uid, server.account.gid)
  }
  await prepareArchive(server, archive)
}

interface RolledForward {
  readonly reachedEnd: boolean
  readonly last: Date | undefined
  readonly timeline: number
}

const endsBefore = 'recovery ended before configured recovery target was reached'

/** Starts the server on the copy, waits until recovery has ended, and stops it. */
async function rollForward(
  server: Omit<PostmasterOptions, 'port'>,
  { until, timeline, from, archive }: Recovery,
  password: string,
): Promise<RolledForward> {
  const shared = {
    restore_command: restoreCommand(from),
    recovery_target_timeline: String(timeline ?? 'current'),
    hot_standby: 'off',
    ...(archive === undefined ? {} : archiveSettings(archive)),
  }
  // Settings are read before names of time zones, such as Z, are available.
  const moment = until?.toISOString().replace('Z', '+00') ?? ''
  const target = { recovery_target_time: moment, recovery_target_action: 'promote' }
  const port = await freePort(undefined)
  const start = (settings: Readonly<Record<string, string>>): ReturnType<typeof startPostmaster> =>
    startPostmaster({ ...server, port, settings })
  let reachedEnd = until === undefined
  let running = until === undefined ? undefined : await start({ ...shared, ...target }).catch(allowEnd)
  if (running === undefined) {
    reachedEnd = true
    running = await start(shared)
  }
  try {
    const client = new Client({
      connectionString: `postgres://${serviceRole}:${password}@127.0.0.1:${port}/postgres`,
    })
    await client.connect()
    try {
      const { rows } = await client.query<{ last: Date | null; timeline: string }>(
        `SELECT pg_last_xact_replay_timestamp() AS "last",
          substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS "timeline"`,
      )
      const { last, timeline: hexadecimal } = rows[0]!
      return { reachedEnd, last: last ?? undefined, timeline: Number.parseInt(hexadecimal, 16) }
    } finally {
      await client.end()
    }
  } finally {
    await running.stop()
  }
}

/**
 * Returns undefined if the log ends before the moment: the whole log then gives the state at the moment. Throws other
 * errors again.
 */
function allowEnd(error: unknown): undefined {
  if (error instanceof Error && error.message.includes(endsBefore)) return undefined
  throw error
}

const failed = (reason: string): ServiceError =>
  new ServiceError('command_failed', { reason: englishText(reason) })
