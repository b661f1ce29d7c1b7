/** A queue with a worker as started by `planctl runworker`, and functions to launch tasks that do nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase } from '../../src/database/connect.ts'
import { openService } from '../../src/service/service.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { createLogger } from '../../src/settings/logger.ts'
import { prepareLaunch } from '../../src/tasks/prepare-launch.ts'
import { launchTask } from '../../src/tasks/queue/launch.ts'
import { type TaskRecord, taskById } from '../../src/tasks/queue/task-record.ts'
import { extendedBy, findTask } from '../../src/tasks/registry.ts'
import type { Installation } from '../support/installation.ts'
import { parentOf } from '../support/process-figures.ts'

export const planctl = join(import.meta.dirname, '../../planctl')

export interface BenchQueue {
  /** Environment in which `planctl` uses the queue. */
  readonly env: NodeJS.ProcessEnv
  /** Starts a worker. Returns a function that stops it, with the id of its process. */
  readonly startWorker: () => Promise<(() => Promise<void>) & { readonly pid: number }>
  /** Returns the id of the process of the database server. */
  readonly serverProcess: () => Promise<number>
  /** Queues a task and returns its id. */
  readonly launch: (scenario: string, dirty?: boolean) => Promise<number>
  readonly ended: (id: number) => Promise<TaskRecord>
  /** Returns the times of the lines of its log, in milliseconds since 1970. */
  readonly logTimes: (task: TaskRecord) => Promise<readonly number[]>
}

export async function withQueue(
  { databaseUrl, folder: scratch }: Installation,
  run: (queue: BenchQueue) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(scratch, 'tasks-'))
  const extension = join(import.meta.dirname, 'trial-extension.ts')
  const own = { PLANCTL_VAR: folder, PLANCTL_EXTENSIONS: extension, PLANCTL_TIME_ZONE: 'UTC' }
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PLANCTL_LOG_LEVEL: 'warn', ...own }
  const settings = loadSettings({ env, cwd: folder })
  const logger = createLogger(settings)
  const database = connectDatabase({
    url: databaseUrl,
    timeZone: settings.TIME_ZONE,
    poolSize: settings.POOL_SIZE,
    applicationName: 'bench',
  })
  const service = await openService({ settings, database, logger, ...(await extendedBy(settings)) })
  const definition = await (await findTask(settings, 'noop'))!.load()
  const workers = new Set<ChildProcess>()
  try {
    await run({
      env,
      startWorker: async () => {
        const child = spawn(planctl, ['runworker', '--concurrency=2'], {
          env,
          cwd: folder,
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        workers.add(child)
        await once(child.stderr, 'data')
        child.stderr.pipe(process.stderr)
        return Object.assign(() => stop(child), { pid: child.pid ?? 0 })
      },
      serverProcess: async () => {
        const { rows } = await database.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS "pid"' })
        return parentOf(rows[0]!.pid)
      },
      launch: async (scenario, dirty = false) => {
        const wanted = { name: 'noop', definition, scenario, args: { dirty } }
        const launch = await prepareLaunch(service, {
          ...wanted,
          userId: null,
          operator: true,
          channel: 'command',
        })
        return launchTask(database, service.secret, launch)
      },
      ended: async (id) => {
        for (;;) {
          const task = await taskById(database, id)
          if (task !== undefined && task.finished !== null) return task
          await delay(20)
        }
      },
      logTimes: async ({ logfile }) => {
        const text = await readFile(join(settings.LOGDIR, logfile ?? ''), 'utf8')
        return text
          .trimEnd()
          .split('\n')
          .map((line) => Date.parse(line.split(' ')[0] ?? ''))
      },
    })
  } finally {
    await Promise.all([...workers].map(stop))
    await service.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
