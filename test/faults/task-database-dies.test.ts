/** Kills PostgreSQL while tasks run and wait: the task records contain the failure, and the queue continues. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { embeddedFolder, withDatabase } from '../../src/database/with-database.ts'
import { ServiceError } from '../../src/errors/service-error.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { taskById, type TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { trialTasks } from '../support/tasks.ts'
import { until } from '../support/wait.ts'
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts'

let folder: string
let worker: WorkerProcess | undefined
let env: Readonly<Record<string, string>>

const open = <Result>(run: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase({ VAR: folder, TIME_ZONE: 'UTC', POOL_SIZE: 2 }, pino({ level: 'silent' }), run, {
    applicationName: 'test',
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  // The account that runs the server on behalf of root needs access to the folder.
  await chmod(folder, 0o755)
  env = { PLANCTL_VAR: folder, PLANCTL_TIME_ZONE: 'UTC', PLANCTL_EXTENSIONS: trialTasks }
  await open(async (database) => void (await createInstallation(database)))
}, 120_000)
afterEach(async () => {
  await worker?.end('SIGKILL')
  worker = undefined
})
afterAll(async () => {
  // The database server stops a moment after its last user has disconnected.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

async function launch(...args: readonly string[]): Promise<number> {
  const { stdout, stderr } = await planctl([...args, '--background'], { env, cwd: folder })
  expect(stdout, stderr).toMatch(/^\d+\n$/)
  return Number(stdout)
}

/** Waits until the task record satisfies the test. A server that is restarting does not respond. */
const untilTask = (id: number, what: string, test: (task: TaskRecord) => boolean): Promise<TaskRecord> =>
  until(
    `task ${id}: ${what}`,
    async () => {
      const task = await open((database) => taskById(database, id)).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'database_unavailable') return undefined
        throw error
      })
      return task !== undefined && test(task) && task
    },
    45_000,
  )

async function processOf(id: number): Promise<number> {
  const { rows } = await open((database) =>
    database.query<{ processid: number }>({
      text: 'SELECT "processid" FROM control."task" WHERE "id" = $1',
      values: [id],
    }),
  )
  return rows[0]!.processid
}

/** Returns the process id of PostgreSQL. */
async function postmaster(): Promise<number> {
  const { data } = embeddedPaths(embeddedFolder({ VAR: folder }))
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

it('a running task fails with the reason, and those that waited run', { timeout: 240_000 }, async () => {
  worker = await startWorkerProcess({ env })
  const running = await launch('patient')
  const waiting = await launch('noted', `--file=${join(folder, 'notes')}`)
  await untilTask(running, 'runs', ({ step }) => step === 'waits to be stopped')
  const pid = await processOf(running)
  process.kill(await postmaster(), 'SIGKILL')
  const killed = Date.now()
  const task = await untilTask(running, 'ends', ({ finished }) => finished !== null)
  expect(task).toMatchObject({ status: 'Failed', message: expect.stringMatching(/database/) })
  expect(Date.now() - killed).toBeLessThan(30_000)
  await until('its process is gone', () => !isRunning(pid))
  expect(await untilTask(waiting, 'ends', ({ finished }) => finished !== null)).toMatchObject({
    status: 'Done',
  })
  expect(await worker.end('SIGTERM')).toBe(0)
})

it(
  'tasks that only wait outlive a restart and a crash, and run in their order',
  { ...detail, timeout: 240_000 },
  async () => {
    const notes = join(folder, 'waited')
    const ids: number[] = []
    for (const signal of ['SIGINT', 'SIGKILL', undefined] as const) {
      ids.push(await launch('noted', `--file=${notes}`, `--mark=${signal}`))
      if (signal === undefined) continue
      const pid = await open(async () => {
        const server = await postmaster()
        process.kill(server, signal)
        return server
      })
      await until('the server is gone', () => !isRunning(pid))
    }
    for (const id of ids) {
      expect(await open((database) => taskById(database, id))).toMatchObject({
        status: 'Waiting',
        started: null,
      })
    }
    worker = await startWorkerProcess({ env })
    for (const id of ids) {
      expect(await untilTask(id, 'ends', ({ finished }) => finished !== null)).toMatchObject({
        status: 'Done',
      })
    }
    const begun = (await readFile(notes, 'utf8')).matchAll(/^begin default (\d+) /gm)
    expect([...begun].map(([, id]) => Number(id))).toEqual(ids)
    expect(await worker.end('SIGTERM')).toBe(0)
  },
)
