import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { detail } from '../../test/support/detail.ts'
import { setReplacement } from '../../test/support/schedules.ts'
import { openTaskInstallation, type TaskInstallation } from '../../test/support/tasks.ts'
import { until } from '../../test/support/wait.ts'
import { warmPlanctl } from '../../test/support/warm-planctl.ts'
import { loadMessages } from '../errors/load-messages.ts'
import { recordedText } from '../errors/stored-message.ts'
import { isRunning } from '../database/embedded/process-state.ts'
import { cancelTask } from './queue/queue.ts'
import { waitText, waitingMessage } from './queue/task-message.ts'
import type { TaskRecord } from './queue/task-record.ts'
import { listWorkers, liveWorkers, missingWorkerHint, noWorkerHint } from './queue/workers.ts'

// Many of these tests start processes.
vi.setConfig({ testTimeout: 180_000 })

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation()
  await bench.startWorker({ concurrency: 2 })
})
afterAll(() => bench[Symbol.asyncDispose]())

const runs = (id: number, step: string) =>
  bench.untilTask(id, `tells "${step}"`, (task) => task.step === step)

/** Returns the message of a task in German. */
const inGerman = async (task: TaskRecord): Promise<string | null> =>
  recordedText(task, await loadMessages('de'))

it.runIf(process.platform === 'linux')(
  'the list of processes shows the task of a process, and the list of workers its number',
  async () => {
    const id = await bench.launch('patient')
    await runs(id, 'waits to be stopped')
    const pid = await bench.processOf(id)
    const title = (): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'latin1')
    expect(await title()).toMatch(new RegExp(`^planctl task: patient #${id} in default\\0*$`))
    const env = { PLANCTL_VAR: bench.folder, DATABASE_URL: bench.url, PLANCTL_TIME_ZONE: 'UTC' }
    const { stdout } = await warmPlanctl(['status', '--workers'], { env, cwd: bench.folder })
    expect(stdout).toContain(`#${id} patient in default (process ${pid})`)
    await cancelTask(bench.database, id, { code: 'task_canceled_while_waiting' })
    await bench.ended(id)
  },
)

describe('a task that goes wrong is recorded as Failed, with the reason,', () => {
  it.each([
    ['a fault', 'reject', /^did not work$/, /^did not work$/],
    ['an exit', 'exit', /exit code 3/, /^Der Prozess endete mit dem Exit-Code 3\.$/],
    [
      'a fault that nobody catches',
      'throw',
      /exit code \d+: TypeError: out of the blue/,
      /^Der Prozess endete mit dem Exit-Code \d+: TypeError: out of the blue/,
    ],
  ])('after %s', async (_what, how, message, german) => {
    const task = await bench.ended(await bench.launch('ends', { how }))
    expect(task.status).toBe('Failed')
    expect(task.message).toMatch(message)
    expect(await inGerman(task)).toMatch(german)
    expect(await bench.log(task)).toMatch(/^\S+Z error Failed: /m)
  })

  it('when its process is killed', async () => {
    const id = await bench.launch('ends', { how: 'busy' })
    await runs(id, 'busy')
    process.kill(await bench.processOf(id), 'SIGKILL')
    const task = await bench.ended(id)
    expect(task).toMatchObject({ status: 'Failed', message: expect.stringContaining('killed (SIGKILL)') })
    expect(await inGerman(task)).toMatch(/^Der Prozess wurde zwangsweise beendet \(SIGKILL\)/)
  })

  it('when it takes longer than allowed', async () => {
    const task = await bench.ended(await bench.launch('limited'))
    expect(task).toMatchObject({ status: 'Failed', message: expect.stringContaining('longer than allowed') })
    expect(await inGerman(task)).toBe('Die Aufgabe dauerte länger als erlaubt und wurde beendet.')
  })

  it('and the next task of the scenario runs', async () => {
    const task = await bench.ended(
      await bench.launch('noted', { file: join(bench.folder, 'next'), mark: 'x' }),
    )
    expect(task).toMatchObject({ status: 'Done', message: 'noted x' })
  })
})

const set = (text: string) => bench.database.query({ text })

describe('a database that a newer release has migrated', () => {
  it('keeps its tasks waiting, and they run once the release is right again', detail, async () => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    await using worker = await bench.startWorker({ logger })
    await set(`INSERT INTO control.schema_migration ("name") VALUES ('9001_of_the_future')`)
    const id = await bench.launch('noted', { file: join(bench.folder, 'future') })
    await until('the worker says why it takes no tasks', () =>
      lines.some((line) => /takes no tasks/.test(line) && /9001_of_the_future/.test(line)),
    )
    expect(await bench.record(id)).toMatchObject({ status: 'Waiting' })
    await until('others see that nobody takes tasks', async () => (await liveWorkers(bench.database)) === 0)
    expect(await missingWorkerHint(bench.database, id)).toBe(noWorkerHint)
    expect((await listWorkers(bench.database)).map(({ kinds }) => kinds)).toEqual([[], []])
    await set(`DELETE FROM control.schema_migration WHERE "name" = '9001_of_the_future'`)
    expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
    expect(await liveWorkers(bench.database)).toBeGreaterThan(0)
    await until('the worker says that it goes on', () => lines.some((line) => /takes tasks again/.test(line)))
    await worker.close()
  })
})

describe('a scenario whose data is being replaced on a further server', () => {
  it('keeps its tasks waiting, and they say for what', async () => {
    await setReplacement(bench, '{}')
    const id = await bench.launch('noted', { file: join(bench.folder, 'replaced') })
    const record = await bench.record(id)
    const message = waitingMessage(record)
    await setReplacement(bench, null)
    expect(message).toEqual({
      code: 'task_waits_for',
      params: { what: { code: 'scenario_being_replaced', params: { name: 'default' } } },
    })
    expect(waitText(record)).toBe('scenario "default", whose data is being replaced')
    expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
  })
})

describe('cancelling', () => {
  it('ends a waiting task at once', async () => {
    const first = await bench.launch('patient')
    const second = await bench.launch('noted', { file: join(bench.folder, 'never') })
    await runs(first, 'waits to be stopped')
    expect(await bench.record(second)).toMatchObject({
      status: 'Waiting',
      waitsFor: { name: 'patient', id: first, scenario: 'default' },
    })
    expect(await cancelTask(bench.database, second, { code: 'task_canceled_while_waiting' })).toBe('canceled')
    expect(await bench.record(second)).toMatchObject({
      status: 'Canceled',
      message: 'Canceled while it was waiting.',
    })
    expect(await cancelTask(bench.database, first, { code: 'task_canceled_while_waiting' })).toBe('asked')
    expect(await bench.ended(first)).toMatchObject({ status: 'Canceled' })
    expect(await cancelTask(bench.database, first, { code: 'task_canceled_while_waiting' })).toBe('finished')
    await expect(readFile(join(bench.folder, 'never'))).rejects.toThrow('ENOENT')
  })

  it('ends a task that does not listen, with the processes that it has started', async () => {
    const id = await bench.launch('stubborn')
    const task = await runs(id, 'does not listen')
    const other = Number(/started (\d+)/.exec(await bench.log(task))?.[1])
    expect(isRunning(other)).toBe(true)
    await cancelTask(bench.database, id, { code: 'task_canceled_while_waiting' })
    expect(await bench.ended(id)).toMatchObject({ status: 'Canceled' })
    await until('its process is gone', () => !isRunning(other))
  })

  it('interrupts a statement', async () => {
    const id = await bench.launch('ends', { how: 'statement' })
    await runs(id, 'statement')
    await cancelTask(bench.database, id, { code: 'task_canceled_while_waiting' })
    await bench.ended(id)
    // On a busy machine its process is killed first, and the server notices that only then.
    const closed = until('its connections are closed', async () => {
      const { rowCount } = await bench.database.query({
        text: `SELECT FROM pg_stat_activity WHERE application_name = $1`,
        values: [`planctl task ${id}`],
      })
      return rowCount === 0
    })
    await expect(closed).resolves.toBe(true)
  })
})

describe('a task', () => {
  it('gets its secrets, and leaves them nowhere', async () => {
    const id = await bench.launch('secretive', { name: 'it', password: 'pass phrase' })
    const task = await bench.ended(id)
    expect(task).toMatchObject({ status: 'Done', message: 'it has 11 characters', arguments: '--name=it' })
    const { rows } = await bench.database.query({
      text: `SELECT t::text FROM control."task" t WHERE "id" = $1 AND ("sealed" IS NOT NULL OR t::text LIKE '%phrase%')`,
      values: [id],
    })
    expect(rows).toEqual([])
    expect(await bench.log(task)).not.toContain('phrase')
  })

  it('has a log with a time and a level in every line', async () => {
    const task = await bench.ended(await bench.launch('noted', { file: join(bench.folder, 'noted') }))
    expect(task.status).toBe('Done')
    for (const line of (await bench.log(task)).trimEnd().split('\n')) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z (info|warning|error) \S/)
    }
  })
})
