/** An installation with the trial tasks on its own database, with workers. */
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openService, type Service } from '../../src/service/service.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { prepareLaunch } from '../../src/tasks/prepare-launch.ts'
import { launchTask } from '../../src/tasks/queue/launch.ts'
import { taskById, type TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { extendedBy, findTask } from '../../src/tasks/registry.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/tasks/worker.ts'
import { createTestDatabase } from './database.ts'
import { until } from './wait.ts'
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts'

export const trialTasks = join(import.meta.dirname, 'trial-tasks.ts')

/**
 * Milliseconds between two polls of a worker. What happens is announced to it; with 200 ms, a worker without tasks
 * takes 4 % of a processor.
 */
const pollMs = 500

export interface TaskInstallationOptions {
  /** Name of a kept installation to copy; by default it is a new one. */
  readonly from?: string
}

export interface TaskInstallation extends AsyncDisposable {
  readonly service: Service
  readonly database: Database
  readonly settings: Settings
  readonly url: string
  readonly folder: string
  startWorker(options?: Partial<WorkerOptions>): Promise<Worker>
  /** Starts a worker as a separate process, which ends with the installation. */
  startWorkerProcess(options?: WorkerProcessOptions): Promise<WorkerProcess>
  /** Launches a task as the operator and returns its id. */
  launch(name: string, args?: Readonly<Record<string, unknown>>, scenario?: string): Promise<number>
  record(id: number): Promise<TaskRecord>
  /** Returns the id of the process that runs the task, once it runs. */
  processOf(id: number): Promise<number>
  /** Waits until the record meets the condition. */
  untilTask(id: number, what: string, test: (task: TaskRecord) => boolean): Promise<TaskRecord>
  /** Waits for the end of the task. */
  ended(id: number): Promise<TaskRecord>
  log(task: TaskRecord): Promise<string>
  /** Lets disposal keep database and folder under a name, so that others can be copied from them (`from`). */
  keepAs(name: string): void
}

const keptFolder = (name: string): string => join(inject('testFolder'), name)

export async function openTaskInstallation(
  given: Readonly<Record<string, string>> = {},
  { from }: TaskInstallationOptions = {},
): Promise<TaskInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-tasks-'))
  if (from !== undefined) await cp(keptFolder(from), folder, { recursive: true })
  const environment = { VAR: folder, TIME_ZONE: 'UTC', EXTENSIONS: trialTasks, TASK_GRACE: '0', ...given }
  const settings = loadSettings({
    cwd: folder,
    env: Object.fromEntries(Object.entries(environment).map(([key, value]) => [`PLANCTL_${key}`, value])),
  })
  const held = await createTestDatabase(from === undefined ? {} : { template: from })
  const { database, url } = held
  const logger = pino({ level: 'silent' })
  const service = await openService({ settings, database, logger, ...(await extendedBy(settings)) })
  const workers = new Set<Worker>()
  const processes = new Set<WorkerProcess>()
  let kept: string | undefined
  const record = async (id: number): Promise<TaskRecord> => (await taskById(database, id))!
  const untilTask: TaskInstallation['untilTask'] = (id, what, test) =>
    until(`task ${id}: ${what}`, async () => {
      const task = await record(id)
      return test(task) ? task : undefined
    })
  return {
    service,
    database,
    settings,
    url,
    folder,
    startWorker: async (options = {}) => {
      const worker = await startWorker({
        settings,
        logger,
        url: () => url,
        concurrency: 2,
        poll: pollMs,
        cancelGraceMs: 300,
        // A process that is ready before it is needed takes as much processor time as one that runs a small task.
        spare: false,
        ...options,
      })
      workers.add(worker)
      return worker
    },
    launch: async (name, args = {}, scenario = 'default') => {
      const definition = await (await findTask(settings, name))!.load()
      const launcher = { userId: null, operator: true, channel: 'command' } as const
      const launch = await prepareLaunch(service, { name, definition, scenario, args, ...launcher })
      return launchTask(database, service.secret, launch)
    },
    startWorkerProcess: async (options = {}) => {
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [`PLANCTL_${key}`, value]),
      )
      const worker = await startWorkerProcess({
        ...options,
        env: { ...env, DATABASE_URL: url, ...options.env },
      })
      processes.add(worker)
      return worker
    },
    record,
    processOf: (id) =>
      until(`the process of task ${id} is recorded`, async () => {
        const { rows } = await database.query<{ processid: number | null }>({
          text: 'SELECT "processid" FROM control."task" WHERE "id" = $1',
          values: [id],
        })
        return rows[0]?.processid ?? undefined
      }),
    untilTask,
    ended: (id) => untilTask(id, 'ends', ({ finished }) => finished !== null),
    log: ({ logfile }) => readFile(join(settings.LOGDIR, logfile ?? ''), 'utf8'),
    keepAs: (name) => {
      kept = name
      held.keepAs(name)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...workers].map((worker) => worker.close()))
      await Promise.all([...processes].map((worker) => worker.end('SIGKILL')))
      await service.close()
      if (kept !== undefined) await rename(folder, keptFolder(kept))
      await held[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
