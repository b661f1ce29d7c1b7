/**
 * The keeper process: PostgreSQL runs as its child, and every process that uses the database holds a connection to
 * the keeper. When the last connection closes, even by kill -9, the keeper stops the server and ends. A kernel lock
 * ensures that there is at most one keeper per installation.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock, type ExclusiveLock } from './exclusive-lock.ts'
import { freePort } from './free-port.ts'
import { anotherKeeper, type KeeperConfig } from './keeper-config.ts'
import { openKeeperSocket, type KeeperSocket } from './keeper-socket.ts'
import { openSocket } from './open-socket.ts'
import { embeddedPaths, type EmbeddedPaths } from './paths.ts'
import { startPostmaster, type Postmaster } from './postmaster.ts'
import { followed } from './reachable-place.ts'
import { prepareServer } from './server-place.ts'

/** Time for which a failed start of the server is retried, in milliseconds. */
const startTimeoutMs = 30_000

/** Runs until the server is no longer needed; returns the exit code of the process. */
export async function runKeeper(config: KeeperConfig): Promise<number> {
  const paths = embeddedPaths(config.folder)
  await mkdir(config.folder, { recursive: true })
  const lock = await acquireLock(paths)
  if (lock === undefined) return anotherKeeper
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
  process.on('SIGHUP', () => undefined)
  const socket = await openKeeperSocket(paths.socket, config, () => stop.abort())
  try {
    await keep(config, paths, socket, stop.signal)
    return 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log(reason)
    socket.fail(reason)
    return 1
  } finally {
    socket.close()
    if (config.ephemeral) await removeAll(paths)
    log('Ended.')
    // The lock is released last, because until then a new keeper waits.
    lock.release()
  }
}

/** Returns the lock; undefined if another keeper is running. Waits for a keeper that is ending. */
async function acquireLock(paths: EmbeddedPaths): Promise<ExclusiveLock | undefined> {
  for (;;) {
    const lock = tryLock(paths.lock)
    if (lock !== undefined) return lock
    const other = await openSocket(paths.socket)
    other?.destroy()
    if (other !== undefined) return undefined
    await delay(50)
  }
}

/** Runs the server until it must stop; starts it again when it ends unexpectedly. */
async function keep(
  config: KeeperConfig,
  paths: EmbeddedPaths,
  socket: KeeperSocket,
  stop: AbortSignal,
): Promise<void> {
  const stopRequested = new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve())
  })
  while (!stop.aborted) {
    const { server, data, version } = await start(config, paths)
    log(`PostgreSQL ${version} runs as process ${server.pid} on port ${server.port}.`)
    socket.serve({ pid: server.pid, port: server.port, data, version })
    await Promise.race([server.ended, stopRequested])
    socket.serve(undefined)
    if (stop.aborted) {
      // A process that connects from now on starts the next keeper, which waits for this one to end.
      socket.close()
      await server.stop()
    } else log('PostgreSQL has ended unexpectedly; it is started again.')
  }
}

/**
 * Starts the server. A failure is retried for a while: another program may have used the port in between, and after a
 * crash of the server its last sessions must have ended.
 */
async function start(
  config: KeeperConfig,
  paths: EmbeddedPaths,
): Promise<{ readonly server: Postmaster; readonly data: string; readonly version: string }> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const place = await prepareServer(paths, config)
    try {
      const server = await startPostmaster({ ...place, port: await freePort(await lastPort(paths)) })
      await writeFile(paths.port, String(server.port), { mode: 0o600 })
      return { server, data: place.data, version: place.version }
    } catch (error) {
      if (Date.now() > deadline) throw error
      log(`${String(error)}\nTrying again.`)
      await delay(500)
    }
  }
}

async function lastPort(paths: EmbeddedPaths): Promise<number | undefined> {
  return Number(await readFile(paths.port, 'utf8').catch(() => '')) || undefined
}

async function removeAll(paths: EmbeddedPaths): Promise<void> {
  const place = followed(paths.data)
  if (place !== undefined) await rm(dirname(place), { recursive: true, force: true })
  await rm(paths.folder, { recursive: true, force: true })
}

/** Writes to standard output, which is the log file of a keeper. */
function log(message: string): void {
  console.log(`${new Date().toISOString()} keeper ${process.pid}: ${message}`)
}
