/**
 * A complete installation: servers and workers as processes, a primary with a streaming replica, a PgBouncer in front
 * of each, an object store, and the same secret everywhere. Processes share no folder.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '../../../src/database/connect.ts'
import type { Database } from '../../../src/database/database.ts'
import { goodPassword } from '../../support/good-password.ts'
import { planctl } from '../../support/planctl.ts'
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../support/server-process.ts'
import {
  startWorkerProcess,
  type WorkerProcess,
  type WorkerProcessOptions,
} from '../../support/worker-process.ts'
import { startObjectStore } from './object-store.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from './replicated-database.ts'

export interface Platform extends AsyncDisposable {
  readonly held: ReplicatedDatabase
  /** Connections of the test, to the server that takes writes. */
  readonly database: Database
  /** Folder that is deleted at the end. */
  readonly folder: string
  /** Settings of all processes as environment variables, without the prefix. */
  readonly settings: Readonly<Record<string, string>>
  /** Starts a server that runs no tasks; it ends with the platform. An empty text removes a setting. */
  startServer(
    options?: Pick<ServerProcessOptions, 'program' | 'options' | 'settings'>,
  ): Promise<ServerProcess>
  /** Starts a worker; it ends with the platform. */
  startWorker(options?: WorkerProcessOptions): Promise<WorkerProcess>
  /** Runs a command of this release. Throws if it fails. */
  run(command: readonly string[], launcher?: string): Promise<void>
}

/**
 * Starts the components and creates the installation with the superuser `admin`.
 * @param more additional settings of all processes
 */
export async function startPlatform(more: Readonly<Record<string, string>> = {}): Promise<Platform> {
  await using failed = new AsyncDisposableStack()
  const held = failed.use(await startReplicatedDatabase())
  const store = failed.use(await startObjectStore())
  const folder = await mkdtemp(join(tmpdir(), 'planning-platform-'))
  failed.defer(() => rm(folder, { recursive: true, force: true }))
  const poolers = await Promise.all(held.addresses.map((address) => startPgBouncer(address)))
  for (const pooler of poolers) failed.use(pooler)
  const hosts = poolers.map((pooler, index) => new URL(pooler.address(held.addresses[index]!)).host)
  const settings = {
    DATABASE_URL: `postgres://planning@${hosts.join(',')}/planning?target_session_attrs=read-write`,
    DATABASE_DIRECT_URL: held.url,
    DATABASE_READ_URL: held.addresses[1],
    JWT_SECRET: 'the same secret of all the processes',
    TASK_CONCURRENCY: '0',
    POOL_SIZE: '5',
    ...store.settings,
    ...more,
  }
  const database = connectDatabase({
    url: held.url,
    timeZone: 'UTC',
    poolSize: 2,
    applicationName: 'test',
    onIdleFailure: () => undefined,
  })
  failed.defer(() => database.close())
  const environment = (name: string, own: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ VAR: join(folder, name), TIME_ZONE: 'UTC', ...settings, ...own }).map(
        ([key, value]) => [`PLANCTL_${key}`, value],
      ),
    )
  const run = async (command: readonly string[], launcher?: string): Promise<void> => {
    const env = { ...environment('commands'), PLANCTL_PASSWORD: goodPassword }
    const more = launcher === undefined ? {} : { launcher }
    const { exitCode, stderr } = await planctl(command, { env, cwd: folder, ...more })
    if (exitCode !== 0) throw new Error(`planctl ${command.join(' ')}: ${stderr}`)
  }
  await run(['createdatabase'])
  await run(['createsuperuser', 'admin'])
  let started = 0
  const ownFolder = async (): Promise<string> => {
    const name = `process-${(started += 1)}`
    await mkdir(join(folder, name))
    return name
  }
  const kept = failed.move()
  return {
    held,
    database,
    folder,
    settings,
    run,
    startServer: async ({ settings: own = {}, ...options } = {}) => {
      const all = Object.entries({ ...settings, ...own })
      const given = Object.fromEntries(all.filter(([, value]) => value !== ''))
      const server = await startServerProcess({
        ...options,
        folder: join(folder, await ownFolder()),
        settings: given,
      })
      kept.use(server)
      return server
    },
    startWorker: async (options = {}) => {
      const worker = await startWorkerProcess({
        ...options,
        env: { ...environment(await ownFolder()), ...options.env },
      })
      kept.defer(async () => void (await worker.end('SIGKILL')))
      return worker
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
