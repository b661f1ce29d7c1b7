/** Runs the PostgreSQL server: starts it, waits until it accepts connections, stops it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync, statSync } from 'node:fs'
import { open, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../errors/service-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { runSettings } from './tuning.ts'

export interface PostmasterOptions {
  readonly binaries: Binaries
  readonly data: string
  readonly account: Account | undefined
  readonly port: number
  readonly logFile: string
  readonly durable: boolean
  /** Settings of this run in addition to those of every run. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>
  /** Disconnects all sessions, writes memory to disk, and ends the server. */
  stop(): Promise<void>
}

/**
 * Signals and their timeouts in milliseconds: orderly shutdown, immediate shutdown (recovered at the next start),
 * then kill.
 */
const stopSteps: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
]

/** Starts the server and resolves when it accepts connections; throws with the last lines of its log if it ends. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { account, binaries, data, port } = options
  const log = openSync(options.logFile, 'a', 0o600)
  const logStart = statSync(options.logFile).size
  const { bavail, bsize } = await statfs(data)
  const given = { ...runSettings(options, bavail * bsize), ...options.settings }
  const settings = Object.entries(given).map(([key, value]) => `--${key}=${value}`)
  const child = spawn(binaries.postgres, ['-D', data, ...settings], {
    ...account,
    cwd: '/',
    // A separate session, so that signals for a terminal or for the keeper do not reach the server.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: process.env['TZ'] },
  })
  closeSync(log)
  await once(child, 'spawn')
  const pid = child.pid!
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const ended = once(child, 'exit').then(() => undefined)
  // Recovery after a crash may take minutes, so there is no timeout while the server runs.
  while (isRunning() && !(await isReady(data, pid))) await Promise.race([delay(20), ended])
  if (!isRunning()) {
    const tail = await readFrom(options.logFile, logStart)
    throw new ServiceError('unusable_database', {
      reason: `The embedded PostgreSQL did not start. Its log ${options.logFile} says:\n${tail}`,
    })
  }
  return { pid, port, ended, stop: () => stopProcess(pid, isRunning) }
}

/** Ends a server process, orderly if possible. */
export async function stopProcess(pid: number, isRunning: () => boolean): Promise<void> {
  for (const [signal, timeoutMs] of stopSteps) {
    const deadline = Date.now() + timeoutMs
    if (isRunning()) sendSignal(pid, signal)
    while (isRunning() && Date.now() < deadline) await delay(20)
    if (!isRunning()) return
  }
  throw new Error(`PostgreSQL process ${pid} does not end.`)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}

/** Returns whether the server is ready, according to the eighth line of postmaster.pid. */
async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [first, , , , , , , state] = lines.split('\n')
  return Number(first) === pid && state?.trim() === 'ready'
}

async function readFrom(file: string, start: number): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const from = Math.max(start, size - 2000)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
  return buffer.toString('utf8', 0, bytesRead).trim()
}
