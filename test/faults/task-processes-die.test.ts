/** Tests processes of tasks, workers and servers that are killed, stopped, or mistaken for other processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { foreignText } from '../../src/errors/plain-text.ts'
import { cancelTask, finishTask } from '../../src/tasks/queue/queue.ts'
import { failAbandonedTasks } from '../../src/tasks/queue/abandoned-tasks.ts'
import { processStart } from '../../src/tasks/runner/process-start.ts'
import { freePort } from '../platform/support/free-port.ts'
import { detail } from '../support/detail.ts'
import { startPlanctl } from '../support/planctl.ts'
import { startServerProcess } from '../support/server-process.ts'
import { idIn } from '../support/task-server.ts'
import { openTaskInstallation, type TaskInstallation, trialTasks } from '../support/tasks.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'
import type { WorkerProcess } from '../support/worker-process.ts'

/**
 * Timeout of a test that starts processes, in milliseconds: they are slow while other programs use the processors.
 */
const testTimeoutMs = 180_000

let bench: TaskInstallation
const started: WorkerProcess[] = []

beforeAll(async () => {
  bench = await openTaskInstallation({ TASK_GRACE: '2' })
  await buildUser(bench.database, { username: 'admin', rights: { default: 'superuser' } })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.end('SIGKILL')))
})
afterAll(() => bench[Symbol.asyncDispose]())

async function startWorker(options: Parameters<TaskInstallation['startWorkerProcess']>[0] = {}) {
  const worker = await bench.startWorkerProcess(options)
  started.push(worker)
  return worker
}

const notes = (): string => join(bench.folder, 'notes')
const note = (more: Readonly<Record<string, unknown>> = {}, scenario = 'default'): Promise<number> =>
  bench.launch('noted', { file: notes(), ...more }, scenario)
const runs = (id: number, step: string) =>
  bench.untilTask(id, `tells "${step}"`, (task) => task.step === step)
const gone = (pid: number) => until(`process ${pid} is gone`, () => !isRunning(pid))

/** Returns the database, where something happens between a query and the reader of its answer. */
const afterQuery = (database: Database, name: string, happen: () => Promise<unknown>): Database =>
  new Proxy(database, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return async (...args: readonly { readonly name?: string }[]) => {
        const answer: unknown = await Reflect.apply(value, target, args)
        if (key === 'query' && args[0]?.name === name) await happen()
        return answer
      }
    },
  })

describe('a worker that is killed', () => {
  it(
    'has its tasks ended by another one, with their processes, and the next tasks run',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const victim = await startWorker()
      const patient = await bench.launch('patient')
      const busy = await bench.launch('ends', { how: 'busy' }, 'scenario1')
      const after = [await note(), await note({}, 'scenario1')]
      await runs(patient, 'waits to be stopped')
      const pids = [await bench.processOf(patient), await bench.processOf(busy)]
      await victim.end('SIGKILL')
      const dead = Date.now()
      await startWorker()
      for (const id of [patient, busy]) {
        const task = await bench.ended(id)
        expect(task).toMatchObject({ status: 'Failed', message: 'worker died' })
        expect(await bench.log(task)).toMatch(/ error Failed: worker died\n$/)
      }
      expect(Date.now() - dead).toBeLessThan(30_000)
      for (const pid of pids) await gone(pid)
      for (const id of after) expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
    },
  )

  it(
    'does not turn work that was done into work that has failed',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const victim = await startWorker()
      const id = await note({ milliseconds: 1_000 })
      await runs(id, 'has begun')
      // From here on the worker cannot record anything, but the process of the task can.
      victim.child.kill('SIGSTOP')
      await until('the task has noted its end', async () => {
        const { rows } = await bench.database.query<{ outcome: string | null; finished: string | null }>({
          text: 'SELECT "outcome", "finished" FROM control."task" WHERE "id" = $1',
          values: [id],
        })
        return rows[0]?.outcome === 'Done' && rows[0].finished === null
      })
      await victim.end('SIGKILL')
      await startWorker()
      const task = await bench.ended(id)
      expect(task).toMatchObject({ status: 'Done', message: 'noted ' })
      expect(await bench.log(task)).toMatch(/ info Done: noted\n$/)
    },
  )

  it('leaves no idle process behind', { ...detail, timeout: testTimeoutMs }, async () => {
    const victim = await startWorker()
    const idle = await until('it has an idle process', async () => {
      const all = await victim.processes()
      return all.length > 0 && all
    })
    expect(await victim.end('SIGKILL')).toBe('SIGKILL')
    for (const pid of idle) await gone(pid)
  })
})

describe('a worker that is asked to stop', () => {
  it(
    'lets the running task finish and leaves the waiting ones',
    async () => {
      const worker = await startWorker()
      const running = await note({ milliseconds: 800 })
      const waiting = await note()
      await runs(running, 'has begun')
      expect(await worker.end('SIGTERM')).toBe(0)
      expect(await bench.record(running)).toMatchObject({ status: 'Done' })
      expect(await bench.record(waiting)).toMatchObject({ status: 'Waiting', started: null })
      await startWorker()
      expect(await bench.ended(waiting)).toMatchObject({ status: 'Done' })
    },
    testTimeoutMs,
  )

  it('stops a task that needs longer than it may', { ...detail, timeout: testTimeoutMs }, async () => {
    const worker = await startWorker()
    const id = await bench.launch('patient')
    await runs(id, 'waits to be stopped')
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(await bench.record(id)).toMatchObject({
      status: 'Failed',
      message: 'The worker was stopped before the task was through.',
    })
  })
})

describe('a process of a worker', () => {
  it(
    'takes another task when the one before has left nothing, and none otherwise',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      await startWorker({ concurrency: 1 })
      const pidAfter = async (more: Readonly<Record<string, unknown>> = {}): Promise<number> => {
        const id = await note(more)
        expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
        return bench.processOf(id)
      }
      // The first task may have started in one of two processes.
      await pidAfter()
      const first = await pidAfter()
      expect(await pidAfter()).toBe(first)
      for (const leaves of ['timer', 'process', 'variable', 'connection']) {
        const dirty = await pidAfter({ leaves })
        await gone(dirty)
        expect(await pidAfter()).not.toBe(dirty)
      }
      const failing = await bench.launch('ends', { how: 'exit' })
      expect(await bench.ended(failing)).toMatchObject({ status: 'Failed' })
      expect(await pidAfter()).not.toBe(await bench.processOf(failing))
    },
  )

  it(
    'knows what was added to the model since its last task',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      await startWorker({ concurrency: 1 })
      const known = async (): Promise<readonly [string | null, number]> => {
        const id = await bench.launch('attributes')
        return [(await bench.ended(id)).message, await bench.processOf(id)]
      }
      await known()
      const [before, pid] = await known()
      await bench.database.query({
        text: `INSERT INTO control."attribute" ("model", "name", "label", "type")
        VALUES ('input.demand', 'colour', 'colour', 'string')`,
      })
      expect(await known()).toEqual(['knows colour', pid])
      expect(before).toBe('knows ')
    },
  )

  it(
    'takes another task when its connections were cut while it was idle',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      await startWorker({ concurrency: 1 })
      expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
      const cut = async (): Promise<boolean> => {
        const { rows } = await bench.database.query<{ cut: boolean }>({
          text: `SELECT pg_terminate_backend(pid) AS "cut" FROM pg_stat_activity
          WHERE application_name = 'planctl task process' AND datname = current_database()`,
        })
        return rows.length > 0
      }
      for (let round = 0; round < 2; round += 1) {
        await until('there are connections to cut', cut)
        expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
      }
    },
  )

  it(
    'can be killed while it is idle, and nobody notices',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const worker = await startWorker()
      for (let round = 0; round < 2; round += 1) {
        for (const pid of await worker.processes()) process.kill(pid, 'SIGKILL')
        expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
      }
    },
  )

  it('that runs out of memory fails its task alone', { ...detail, timeout: testTimeoutMs }, async () => {
    await startWorker({ env: { NODE_OPTIONS: '--max-old-space-size=96' } })
    const id = await bench.launch('ends', { how: 'memory' })
    const beside = await note({}, 'scenario1')
    expect(await bench.ended(id)).toMatchObject({
      status: 'Failed',
      message: 'The process ran out of memory.',
    })
    expect(await bench.ended(beside)).toMatchObject({ status: 'Done' })
    expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
  })

  it(
    'that does nothing but compute is ended when its task is canceled',
    async () => {
      await using worker = await bench.startWorker()
      const id = await bench.launch('ends', { how: 'busy' })
      const beside = await bench.launch('patient', {}, 'scenario1')
      const pid = await bench.processOf(id)
      await runs(beside, 'waits to be stopped')
      await cancelTask(bench.database, id, { code: 'task_canceled_while_waiting' })
      expect(await bench.ended(id)).toMatchObject({ status: 'Canceled' })
      await gone(pid)
      expect(await bench.record(beside)).toMatchObject({ status: '25%' })
      await cancelTask(bench.database, beside, { code: 'task_canceled_while_waiting' })
      await bench.ended(beside)
      await worker.close()
    },
    testTimeoutMs,
  )
})

describe('a server that is killed', () => {
  it(
    'with the smallest pool, has its task ended by the next one, which runs the next task',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const settings = {
        EXTENSIONS: trialTasks,
        POOL_SIZE: '3',
        LOGDIR: bench.settings.LOGDIR,
        VAR: bench.folder,
      }
      const options = { databaseUrl: bench.url, folder: bench.folder, settings }
      await using victim = await startServerProcess(options)
      const id = idIn(await victim.request('POST', '/execute/api/patient/'))
      const waited = victim.request('POST', `/execute/api/noted/?file=${notes()}`, {
        headers: { prefer: 'wait=60' },
      })
      waited.catch(() => undefined)
      await runs(id, 'waits to be stopped')
      const pid = await bench.processOf(id)
      await victim.end('SIGKILL')
      await gone(pid)
      await using next = await startServerProcess(options)
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() =>
          next.request('POST', `/execute/api/noted/?file=${notes()}`, { headers: { prefer: 'wait=60' } }),
        ),
      )
      for (const { text } of answers) expect(text).toContain('"status":"Done"')
      expect(await bench.record(id)).toMatchObject({ status: 'Failed', message: 'worker died' })
      expect(await next.end('SIGTERM')).toBe(0)
    },
  )
})

describe('a server with several processes that is asked to stop', () => {
  it(
    'stops its tasks while it completes open requests, and begins no more',
    { timeout: testTimeoutMs },
    async () => {
      const port = await freePort()
      await using server = await startServerProcess({
        databaseUrl: bench.url,
        folder: bench.folder,
        options: ['--workers=2', `--port=${port}`],
        settings: { EXTENSIONS: trialTasks, TASK_GRACE: '1' },
      })
      const id = await bench.launch('patient')
      await runs(id, 'waits to be stopped')
      // A request whose body is incomplete is open until the server closes it.
      const client = connect(port, '127.0.0.1')
      client.on('error', () => undefined)
      const authorization = encodeBasic({ name: 'admin', password: goodPassword })
      client.write(
        `POST /api/input/item/ HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
      )
      await once(client, 'data')
      client.write('[')
      const ended = server.end('SIGTERM')
      expect(await bench.ended(id)).toMatchObject({
        status: 'Failed',
        message: expect.stringContaining('worker was stopped'),
      })
      expect(client.closed).toBe(false)
      const later = await note()
      // Longer than a worker waits before it looks for tasks without a notification.
      await delay(3_000)
      expect([client.closed, await bench.record(later)]).toEqual([
        false,
        expect.objectContaining({ status: 'Waiting' }),
      ])
      client.destroy()
      expect(await ended).toBe(0)
      await cancelTask(bench.database, later, { code: 'task_canceled_while_waiting' })
    },
  )
})

describe('what is left of a command', () => {
  it(
    'that has lost its sign of life is ended before the next task begins',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const env = { PLANCTL_VAR: bench.folder, PLANCTL_EXTENSIONS: trialTasks, DATABASE_URL: bench.url }
      await using command = startPlanctl(['patient'], { env, cwd: bench.folder })
      await command.says('waiting')
      const { rows } = await bench.database.query<{ id: number }>({
        text: `SELECT "id" FROM control."task" WHERE "name" = 'patient' AND "finished" IS NULL`,
      })
      const { id } = rows[0]!
      const pid = await bench.processOf(id)
      // The process hangs, so it does not detect that its connections are closed.
      process.kill(pid, 'SIGSTOP')
      await bench.database.query({
        text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'planctl' AND datname = current_database()`,
      })
      const next = await note()
      await startWorker()
      expect(await bench.ended(next)).toMatchObject({ status: 'Done' })
      expect(await bench.record(id)).toMatchObject({
        status: 'Failed',
        message: 'The command that ran it has ended unexpectedly.',
      })
      await gone(pid)
    },
  )

  it(
    'that hangs and is canceled by somebody else is ended after a while',
    { ...detail, timeout: testTimeoutMs },
    async () => {
      const env = { PLANCTL_VAR: bench.folder, PLANCTL_EXTENSIONS: trialTasks, DATABASE_URL: bench.url }
      const command = startPlanctl(['patient'], { env, cwd: bench.folder })
      await command.says('waiting')
      const { rows } = await bench.database.query<{ id: number; processid: number }>({
        text: `SELECT "id", "processid" FROM control."task" WHERE "name" = 'patient' AND "finished" IS NULL`,
      })
      const { id, processid } = rows[0]!
      process.kill(processid, 'SIGSTOP')
      // Canceled on a clock an hour ahead, as before the end of summer time.
      const ahead = connectDatabase({
        url: bench.url,
        timeZone: 'Etc/GMT-1',
        poolSize: 1,
        applicationName: 'test',
      })
      expect(await cancelTask(ahead, id, { code: 'task_canceled_while_waiting' })).toBe('asked')
      await ahead.close()
      expect(await failAbandonedTasks(bench.database, bench.settings)).toEqual([])
      expect(isRunning(processid)).toBe(true)
      await bench.database.query({
        text: `UPDATE control."task" SET "cancel_asked" = "cancel_asked" - interval '1 minute' WHERE "id" = $1`,
        values: [id],
      })
      await until('it is found', async () =>
        (await failAbandonedTasks(bench.database, bench.settings)).includes(id),
      )
      expect(await bench.record(id)).toMatchObject({ status: 'Canceled' })
      await gone(processid)
    },
  )

  it(
    'is told from another process that has its number by now',
    async () => {
      const innocent = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
      const pid = innocent.pid!
      const orphan = async (start: string | undefined): Promise<number> => {
        const id = await note()
        await bench.database.query({
          text: `UPDATE control."task" SET "status" = '1%', "worker" = 1, "host" = $2, "processid" = $3,
          "processgroupid" = $3, "processstart" = $4 WHERE "id" = $1`,
          values: [id, hostname(), pid, start],
        })
        return id
      }
      const reused = await orphan('another start')
      expect(await failAbandonedTasks(bench.database, bench.settings)).toEqual([reused])
      expect(isRunning(pid)).toBe(true)
      const own = await orphan(await processStart(pid))
      const ended = once(innocent, 'exit')
      expect(await failAbandonedTasks(bench.database, bench.settings)).toEqual([own])
      await ended
    },
    testTimeoutMs,
  )

  it(
    'is not killed when its task ends while others look for abandoned ones',
    async () => {
      const innocent = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
      const pid = innocent.pid!
      const id = await note()
      await bench.database.query({
        text: `UPDATE control."task" SET "status" = '1%', "worker" = 1, "host" = $2, "processid" = $3,
          "processstart" = $4 WHERE "id" = $1`,
        values: [id, hostname(), pid, await processStart(pid)],
      })
      const database = afterQuery(bench.database, 'orphaned-tasks', () =>
        finishTask(bench.database, id, { status: 'Done', message: foreignText(String(pid)) }),
      )
      expect(await failAbandonedTasks(database, bench.settings)).toEqual([])
      expect(isRunning(pid)).toBe(true)
      expect(await bench.record(id)).toMatchObject({ status: 'Done', message: String(pid) })
      innocent.kill()
    },
    testTimeoutMs,
  )
})

it('has left no two of its notes at once', async () => {
  const lines = (await readFile(notes(), 'utf8')).trimEnd().split('\n')
  const open = new Set<string>()
  for (const line of lines) {
    const [what = '', where = ''] = line.split(' ')
    expect(open.has(where), line).toBe(what === 'end')
    if (what === 'begin') open.add(where)
    else open.delete(where)
  }
})
