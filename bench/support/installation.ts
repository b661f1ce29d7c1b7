/**
 * An installation for the duration of a benchmark: the embedded server with the default settings in a temporary
 * folder, and the service in a separate process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { createSuperuser } from '../../src/auth/user-accounts.ts'
import { stopEmbedded } from '../../src/database/embedded/control.ts'
import { holdServer } from '../../src/database/embedded/hold.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { followed } from '../../src/database/embedded/reachable-place.ts'
import { embeddedDatabase, embeddedFolder, withDatabase } from '../../src/database/with-database.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { createLogger } from '../../src/settings/logger.ts'

const compileCache = join(import.meta.dirname, '../../node_modules/.cache/planctl')

export interface RunningService {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface Installation {
  /** URL of the database. */
  readonly databaseUrl: string
  /** Header that authenticates a superuser. */
  readonly authorization: string
  /** Folder for files of the benchmark; it is deleted with the installation. */
  readonly folder: string
  /**
   * Registers a function that is called before the folder is deleted, also if a signal ends the benchmark. It may be
   * called twice.
   */
  readonly stopFirst: (stop: () => Promise<void>) => void
  startService(): Promise<RunningService>
}

const user = { username: 'bench', password: 'quite a long benchmark phrase' }

/** Runs the callback; afterwards, and on Ctrl-C, all processes are stopped and the folder is deleted. */
export async function withInstallation(
  { profile }: { readonly profile?: string | undefined },
  run: (installation: Installation) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-bench-'))
  // The account that runs the server for root needs access to the folder.
  await chmod(folder, 0o755)
  const env = { PLANCTL_VAR: folder, PLANCTL_LOG_LEVEL: 'warn', PLANCTL_TIME_ZONE: 'Europe/Brussels' }
  const settings = loadSettings({ env, cwd: folder })
  const services = new Set<ChildProcess>()
  const stops: (() => Promise<void>)[] = []
  const own = join(folder, 'bench')
  await mkdir(own)
  await chmod(own, 0o755)
  const starting = holdServer(embeddedFolder(settings), { onEvent: (message) => console.error(message) })

  let cleaning: Promise<void> | undefined
  async function clean(): Promise<void> {
    await Promise.allSettled(stops.map((stop) => stop()))
    await Promise.all([...services].map(stopChild))
    await starting.then(
      (hold) => hold.release(),
      () => undefined,
    )
    const place = followed(embeddedPaths(embeddedFolder(settings)).data)
    await stopEmbedded(embeddedFolder(settings), true)
    if (place !== undefined) await rm(dirname(place), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  const cleanOnce = (): Promise<void> => (cleaning ??= clean())
  let ended = false
  const onSignal = (signal: NodeJS.Signals): void => {
    ended = true
    // Work in progress fails now; these errors are not relevant.
    process.removeAllListeners('uncaughtException').on('uncaughtException', () => undefined)
    void cleanOnce().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)

  async function startService(): Promise<RunningService> {
    const child = fork(join(import.meta.dirname, 'service-process.ts'), {
      cwd: folder,
      // Compiled code is kept between runs, as by the launcher `planctl`.
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...env },
      execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    })
    services.add(child)
    child.once('exit', () => services.delete(child))
    return { url: await urlOf(child), pid: child.pid!, stop: () => stopChild(child) }
  }

  try {
    const hold = await starting
    await withDatabase(settings, createLogger(settings), async (database) => {
      await createInstallation(database)
      await createSuperuser(database, user)
    })
    await run({
      databaseUrl: hold.url(embeddedDatabase),
      authorization: encodeBasic({ name: user.username, password: user.password }),
      folder: own,
      stopFirst: (stop) => void stops.push(stop),
      startService,
    })
  } finally {
    await cleanOnce()
    // Prevents further suites from starting before the process ends.
    if (ended) await new Promise(() => undefined)
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The service ${reason}.`))
    child.once('exit', (code) => fail(`ended with exit code ${code}`))
    child.once('error', (error) => fail(`does not start: ${error.message}`))
    const timeout = setTimeout(() => fail('does not start'), startTimeoutMs)
    child.once('message', (message) => {
      clearTimeout(timeout)
      if (typeof message === 'object' && 'url' in message) resolve(String(message.url))
    })
  })
}

/** Timeouts of starting and stopping a service, in milliseconds. */
const startTimeoutMs = 60_000
const stopTimeoutMs = 10_000

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  if (child.connected) child.disconnect()
  await exited
  clearTimeout(timeout)
}
