/** Tests commands whose task hangs: they end as tasks of workers do, and their records say how. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { failAbandonedTasks } from '../../src/tasks/queue/abandoned-tasks.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { type RunningCommand, startPlanctl } from '../support/planctl.ts'
import { runProgram } from '../support/programs.ts'
import { trialTasks } from '../support/tasks.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

/** Time after which a task that does not react is given up. If its process is blocked, it is ended after 20 seconds. */
const givenUpMs = 15_000

vi.setConfig({ testTimeout: 90_000 })

let test: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-hanging-'))
  test = await createTestDatabase()
  await runProgram('mkfifo', [join(folder, 'pipe')])
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const environment = (): Readonly<Record<string, string>> => ({
  DATABASE_URL: test.url,
  PLANCTL_VAR: join(folder, 'var'),
  PLANCTL_EXTENSIONS: trialTasks,
})

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand =>
  startPlanctl(args, { cwd: folder, env: { ...environment(), ...env } })

const stateOf = async (name: string): Promise<string> =>
  (await warmPlanctl(['status', `--name=${name}`], { cwd: folder, env: environment() })).stdout

it(
  'a task that waits for a file forever ends after a signal and after its timeout, and its record says so',
  detail,
  async () => {
    await using interrupted = start(['hangs', '--file=pipe'])
    await interrupted.says('opens the file')
    interrupted.kill('SIGTERM')
    await using late = start(['hangs', '--file=pipe'], { PLANCTL_TASK_TIMEOUT: '1' })
    await late.says('opens the file')
    await late.says('longer than allowed')
    expect([await interrupted.ended, await late.ended]).toEqual([130, 1])
    expect(await stateOf('hangs')).toMatch(
      /^\d+\tCanceled\thangs.*\n\d+\tFailed\thangs.*longer than allowed.*\n$/,
    )
  },
)

it('a second signal ends the command at once, and the task is recorded as canceled', detail, async () => {
  await using insisted = start(['hangs', '--file=pipe'])
  await insisted.says('opens the file')
  insisted.kill('SIGINT')
  await insisted.says('Ctrl-C again ends it at once')
  const before = Date.now()
  insisted.kill('SIGINT')
  expect(await insisted.ended).toBe(130)
  expect(Date.now() - before).toBeLessThan(givenUpMs)
  const { rows } = await test.database.query<{ id: number; cancel: boolean }>({
    text: `SELECT "id", "cancel" FROM control."task" WHERE "finished" IS NULL`,
  })
  expect(rows).toEqual([{ id: expect.any(Number), cancel: true }])
  await failAbandonedTasks(test.database, loadSettings({ cwd: folder, env: environment() }))
  expect(await stateOf('hangs')).toMatch(/\d+\tCanceled\thangs[^\n]*\n$/)
})

it('a check of a file that hangs ends with the first signal', detail, async () => {
  await using checks = start(['importworkbook', 'pipe'])
  await until('it has connected', async () => {
    const { rows } = await test.database.query({
      text: `SELECT FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND application_name = 'planctl'`,
    })
    return rows.length > 0
  })
  checks.kill('SIGINT')
  expect(await checks.ended).toBe(130)
})

it(
  'a task that lets nothing else run is ended after its timeout, with what it has started',
  detail,
  async () => {
    await using blocked = start(['blocks'])
    const child = Number(/started (\d+)/.exec(await blocked.says('started'))?.[1])
    await blocked.says('planctl: The task did not react. It took longer than allowed')
    expect(await blocked.ended).not.toBe(0)
    await until('what it has started is gone', () => !isRunning(child))
    expect(await stateOf('blocks')).toMatch(/^\d+\tFailed\tblocks.*longer than allowed.*\n$/)
  },
)
