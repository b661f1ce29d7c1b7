import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { detail } from '../../../test/support/detail.ts'
import { openTaskInstallation, type TaskInstallation } from '../../../test/support/tasks.ts'
import { until } from '../../../test/support/wait.ts'
import { taskKinds } from '../../extensions/task-kinds.ts'
import { taskListings } from '../registry.ts'
import { groupTask } from '../schedules/steps.ts'
import { launchTask } from './launch.ts'
import { liveWorkers, missingWorkerHint, queueHint, unservedTasks } from './workers.ts'
import { warmPlanctl } from '../../../test/support/warm-planctl.ts'

vi.setConfig({ testTimeout: 120_000 })

let bench: TaskInstallation
beforeAll(async () => {
  bench = await openTaskInstallation()
})
afterAll(() => bench[Symbol.asyncDispose]())

const rows = async () => {
  const { rows } = await bench.database.query<{ kinds: string[] | null; scenarios: string[] | null }>({
    text: 'SELECT "kinds", "scenarios" FROM control."worker" ORDER BY "started"',
  })
  return rows
}
const step = (task: string, args: object = {}) => ({ task, arguments: args })
const noted = (mark: string) => bench.launch('noted', { file: join(bench.folder, mark), mark })

it('takes only tasks of the kinds and scenarios to which a worker is limited, and says what nobody takes', async () => {
  const planner = await bench.startWorker({ kinds: ['plan', 'data'] })
  const elsewhere = await bench.startWorker({ scenarios: ['scenario1'] })
  await until('both have said what they take', async () => (await rows()).length === 2)
  // Workers have random numbers, so their rows have no fixed sequence.
  expect(new Set(await rows())).toEqual(
    new Set([
      { kinds: ['plan', 'data'], scenarios: null },
      { kinds: null, scenarios: ['scenario1'] },
    ]),
  )
  // The second task waits for the first one, which no worker accepts.
  const id = await noted('one')
  const buckets = await bench.launch('createbuckets', { start: '2027-01-01', end: '2027-02-01' })
  expect(await unservedTasks(bench.database)).toEqual([
    { name: 'noted', scenario: 'default', count: 1, waitingSeconds: expect.any(Number) },
  ])
  const hint = /No worker takes noted \(default\): those that run are limited/
  expect(await missingWorkerHint(bench.database, id)).toMatch(hint)
  expect(await missingWorkerHint(bench.database, buckets)).toMatch(hint)
  expect(await queueHint(bench.database)).toMatch(hint)
  const env = { PLANCTL_VAR: bench.folder, DATABASE_URL: bench.url, PLANCTL_TIME_ZONE: 'UTC' }
  const listed = await warmPlanctl(['status', '--workers'], { env, cwd: bench.folder })
  expect(listed.stderr).toBe('No server holds a live plan.\n')
  expect(listed.stdout).toMatch(/^WORKER ON +SINCE +KINDS +SCENARIOS +TASKS +MEMORY +RUNNING$/m)
  expect(listed.stdout).toMatch(/Z {2}plan,data +all +0 of \d+ +\d+ MB$/m)
  expect(listed.stdout).toMatch(/Z {2}all +scenario1 +0 of \d+ +\d+ MB$/m)
  const doctor = await warmPlanctl(['doctor'], { env, cwd: bench.folder })
  expect(doctor.stdout).toMatch(/warning\s+workers\s+2 running; 1 queued tasks wait\. No worker takes noted/)
  expect(await bench.record(id)).toMatchObject({ status: 'Waiting' })

  const worker = await bench.startWorkerProcess({ options: ['--kinds=other,export', '--scenarios=default'] })
  expect(worker.log()).toContain('of the kinds other, export in default at a time')
  expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
  expect(await bench.ended(buckets)).toMatchObject({ status: 'Done' })
  expect(await queueHint(bench.database)).toBeUndefined()
  await worker.end('SIGKILL')
  await until('the database has seen its end', async () => (await liveWorkers(bench.database)) === 2)
  await planner.close()
  // The next worker that registers deletes the row of the killed one.
  const last = await bench.startWorker()
  await until('the row of the dead is gone', async () => (await rows()).length === 2)
  expect(await bench.ended(await noted('two'))).toMatchObject({ status: 'Done' })
  await Promise.all([elsewhere.close(), last.close()])
  expect(await rows()).toEqual([])
})

it(
  'runs a task at a worker with the memory that the last one of its kind needed, and not nowhere',
  detail,
  async () => {
    const small = await bench.startWorker({ memory: 256 })
    const first = await noted('three')
    expect(await bench.ended(first)).toMatchObject({ status: 'Done' })
    const { rows: before } = await bench.database.query<{ number: number }>({
      text: 'SELECT "number" FROM control."worker"',
    })
    const large = await bench.startWorker({ memory: 1_000 })
    await until('both have said what they take', async () => (await rows()).length === 2)
    const workerOf = async (id: number): Promise<number> => {
      expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
      const { rows: found } = await bench.database.query<{ worker: number }>({
        text: 'SELECT "worker" FROM control."task" WHERE "id" = $1',
        values: [id],
      })
      return found[0]!.worker
    }
    await bench.database.query({
      text: 'UPDATE control."task" SET "memory" = 900 WHERE "id" = $1',
      values: [first],
    })
    for (const mark of ['four', 'five', 'six'])
      expect(await workerOf(await noted(mark))).not.toBe(before[0]!.number)
    await large.close()
    // Nobody has enough: the task runs, and would say itself what is missing.
    expect(await workerOf(await noted('seven'))).toBe(before[0]!.number)
    await small.close()
  },
)

it('records the memory that a plan needs', detail, async () => {
  const worker = await bench.startWorker()
  await bench.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT n::text FROM generate_series(1, 5000) n`,
  })
  const id = await bench.launch('runplan', {})
  expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
  const { rows: found } = await bench.database.query<{ memory: number }>({
    text: 'SELECT "memory" FROM control."task" WHERE "id" = $1',
    values: [id],
  })
  expect(found[0]!.memory).toBeGreaterThan(0)
  await worker.close()
})

it(
  'expects of a group the memory that the largest of its steps needed, also within other groups',
  detail,
  async () => {
    await bench.database.query({
      text: `INSERT INTO control."task" ("id", "name", "scenario", "status", "memory", "submitted", "finished")
      VALUES (900001, 'noted', 'default', 'Done', 300, now(), now()), (900002, 'runplan', 'default', 'Done', 5000, now(), now()),
        (900003, 'runplan', 'default', 'Done', 700, now(), now()), (900004, 'createbuckets', 'scenario1', 'Done', 800, now(), now())`,
    })
    const groups = {
      inner: [step('createbuckets'), step('runplan')],
      outer: [step('noted'), step('scheduletasks', { schedule: 'inner' })],
      light: [step('noted')],
      unknown: [step('createbuckets')],
      // Saving refuses such a circle; a record of before must not stop the queue.
      circle: [step('noted'), step('scheduletasks', { schedule: 'circle' })],
    }
    const needed: Record<string, number | null> = {}
    for (const [schedule, steps] of Object.entries(groups)) {
      await bench.database.query({
        text: `INSERT INTO control."scheduledtask" ("name", "scenario", "steps") VALUES ($1, 'default', $2)`,
        values: [schedule, JSON.stringify(steps)],
      })
      const id = await launchTask(bench.database, 'secret', {
        name: groupTask,
        scenario: 'default',
        scenarios: ['default'],
        args: { text: '', all: { schedule }, open: { schedule }, secret: {} },
        userId: null,
        operator: true,
        channel: 'api',
      })
      const { rows: found } = await bench.database.query<{ memory: number | null }>({
        text: 'SELECT "memory" FROM control."task" WHERE "id" = $1',
        values: [id],
      })
      needed[schedule] = found[0]!.memory
    }
    expect(needed).toEqual({ inner: 700, outer: 700, light: 300, unknown: null, circle: 300 })
  },
)

it('refuses a kind that there is not, naming those that there are', async () => {
  const env = { PLANCTL_VAR: bench.folder, DATABASE_URL: bench.url }
  const { exitCode, stderr } = await warmPlanctl(['runworker', '--kinds=plans'], { env, cwd: bench.folder })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('"plan", "import", "export"')
})

it('has a kind for every task, as the documentation says', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/how-to/run-tasks.md'), 'utf8')
  const documented = new Map(
    [...page.matchAll(/^\| `([a-z]+)` \| (`.*`|tasks of .*) \|$/gm)].map(([, kind = '', tasks = '']) => [
      kind,
      [...tasks.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ]),
  )
  expect([...documented.keys()]).toEqual([...taskKinds])
  for (const kind of taskKinds) {
    const own = taskListings.filter((listing) => listing.kind === kind).map(({ name }) => name)
    expect(documented.get(kind)?.toSorted(), kind).toEqual(own.toSorted())
  }
})
