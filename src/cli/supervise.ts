/**
 * Runs a command in a child process and restarts it when it fails, so that an attack or a fault that ends the process
 * does not end the service.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unsupervised } from './supervised.ts'

const main = join(import.meta.dirname, 'main.ts')

/** Pause before the first restart, in milliseconds; it doubles with each further restart that follows soon. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** After serving this long, in milliseconds, a failure is not counted as a consequence of the start. */
const soundAfterMs = 5 * 60_000
/** Number of consecutive failures after which the process is not restarted. */
const mostDeaths = 10

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Milliseconds for which the process served; undefined if it never did. */
  readonly servedMs: number | undefined
}

/** Returns the exit code of the process after it was stopped, could not start, or failed too often. */
export async function supervise(args: readonly string[]): Promise<number> {
  const stop = new AbortController()
  let child: ChildProcess | undefined
  const forward = (signal: NodeJS.Signals): void => {
    stop.abort()
    child?.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  // The parent process may be killed, for instance "npm run demo".
  process.once('disconnect', () => forward('SIGTERM'))
  let hasServed = false
  let deaths = 0
  for (;;) {
    child = start(args)
    const end = await endOf(child)
    hasServed ||= end.servedMs !== undefined
    const exitCode = end.code ?? 1
    // If the process could not even start, for instance because the port is in use, it has reported that itself.
    if (stop.signal.aborted || end.code === 0 || !hasServed) return exitCode
    deaths = (end.servedMs ?? 0) > soundAfterMs ? 1 : deaths + 1
    const pauseMs =
      deaths < mostDeaths ? Math.min(firstPauseMs * 2 ** (deaths - 1), longestPauseMs) : undefined
    await report(child, end, pauseMs)
    if (pauseMs === undefined) return exitCode
    await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined)
    if (stop.signal.aborted) return 0
  }
}

/**
 * Starts the process in a process group of its own: otherwise Ctrl-C in a terminal would reach it twice, which ends
 * it at once.
 */
function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...process.execArgv, main, ...args, unsupervised], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
}

async function endOf(child: ChildProcess): Promise<End> {
  let servingSince: number | undefined
  child.on('message', (message) => {
    if (message === 'ready') servingSince = performance.now()
  })
  const [code, signal]: [number | null, NodeJS.Signals | null] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...how) => resolve(how))
  })
  return { code, signal, servedMs: servingSince === undefined ? undefined : performance.now() - servingSince }
}

/** Writes a line to the log. Loads the logger only now, because most services never need it. */
async function report(
  { pid }: ChildProcess,
  { code, signal }: End,
  pauseMs: number | undefined,
): Promise<void> {
  const { createLogger } = await import('../settings/logger.ts')
  const logger = createLogger({ LOG_LEVEL: 'error' })
  const details = { server: pid, code, signal }
  if (pauseMs === undefined)
    logger.fatal(details, 'The server process has died too often and is not started again')
  else logger.error({ ...details, pauseMs }, 'The server process has died; it is started again')
}
