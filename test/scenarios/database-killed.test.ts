import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { embeddedFolder, withDatabase } from '../../src/database/with-database.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { listScenarios } from '../../src/scenarios/registry.ts'
import { taskById, type TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { mainCases } from '../support/detail.ts'
import { scale } from '../support/scale.ts'
import { fillScenario, fingerprint, scenarioWork, untilNoLeftovers } from '../support/scenarios.ts'
import { seededMoments } from '../support/seeded.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Kills PostgreSQL itself during tasks of a running service; it restarts by itself.
let folder: string
let server: ServerProcess
let dump: string

const open = <Result>(run: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase({ VAR: folder, TIME_ZONE: 'UTC', POOL_SIZE: 4 }, pino({ level: 'silent' }), run, {
    applicationName: 'test',
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  await chmod(folder, 0o755)
  await open(async (database) => {
    await createInstallation(database)
    await fillScenario(database, 'default', 60_000)
    const request = { source: 'default', destination: 'scenario1', force: false, user: null }
    await copyScenario(scenarioWork(database), request)
    await database.query({ text: `DELETE FROM scenario1.demand WHERE "name" LIKE '%7'` })
    dump = (await backupScenario(scenarioWork(database), { scenario: 'default', folder })).path
  })
  server = await startServerProcess({ folder })
}, 90_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  // The database server stops a moment after its last user has disconnected.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

async function killPostgres(): Promise<void> {
  const { data } = embeddedPaths(embeddedFolder({ VAR: folder }))
  const [line] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(line), 'SIGKILL')
}

const apart = ['follower', 'notification', 'changeset', 'parameter']

const content = (name: string): Promise<string> =>
  open(async (database) => {
    const scenario = (await listScenarios(database)).find((one) => one.name === name)!
    expect(scenario.status).toBe(scenario.hasSchema ? 'In use' : 'Free')
    return scenario.hasSchema ? fingerprint(database, name, apart) : 'nothing'
  })

async function launch(args: readonly string[]): Promise<number> {
  const env = { PLANCTL_VAR: folder, PLANCTL_TIME_ZONE: 'UTC' }
  const { stdout, stderr, exitCode } = await warmPlanctl([...args, '--background'], { cwd: folder, env })
  expect([exitCode, stderr]).toEqual([0, expect.anything()])
  return Number(/\d+/.exec(stdout)?.[0])
}

/** Waits until the record satisfies the test, even if the database is unavailable meanwhile. */
const untilTask = (id: number, what: string, test: (task: TaskRecord) => boolean): Promise<TaskRecord> =>
  until(
    `task ${id}: ${what}`,
    async () => {
      const task = await open((database) => taskById(database, id)).catch(() => undefined)
      return task !== undefined && test(task) ? task : undefined
    },
    60_000,
  )

const kinds: readonly (readonly [name: string, args: readonly string[], changes: string])[] = [
  ['restore', ['restore', '<dump>', '--database=scenario1', '--noinput'], 'scenario1'],
  ['promote', ['scenario_copy', '--promote', 'scenario1', 'default'], 'default'],
]
/** Further kinds, for the full form. */
const copies: typeof kinds = [
  ['copy', ['scenario_copy', '--force', 'default', 'scenario1'], 'scenario1'],
  ['copy to a free one', ['scenario_copy', 'default', 'scenario2'], 'scenario2'],
]

it.each([...scale({ short: [], full: copies }), ...mainCases(kinds, ([kind]) => kind === 'promote')])(
  'kill -9 of PostgreSQL in the midst of a %s: the old data or the new, and the record says Failed',
  async (name, args, changes) => {
    const [before, other] = [await content(changes), await content('default')]
    const after = name === 'promote' ? await content('scenario1') : other
    const id = await launch(args.map((arg) => (arg === '<dump>' ? dump : arg)))
    await untilTask(id, 'begins', ({ status }) => status !== 'Waiting')
    for (const moment of seededMoments(name, 1, 600)) await delay(moment)
    await killPostgres()
    const record = await untilTask(id, 'ends', ({ finished }) => finished !== null)
    const now = await content(changes)
    expect([before, after]).toContain(now)
    expect(['Failed', 'Done']).toContain(record.status)
    expect(record.status === 'Done' ? now : after).toBe(after)
    expect(record.message).not.toBe('')
    // The next task runs.
    const next = await launch(['backup', `--database=${now === 'nothing' ? 'default' : changes}`])
    expect(await untilTask(next, 'ends', ({ finished }) => finished !== null)).toMatchObject({
      status: 'Done',
    })
  },
  120_000,
)

/** Returns temporary schemas, in addition to those of the scenarios. */
const left = () =>
  open((database) =>
    database.query<{ name: string }>({
      text: `SELECT nspname AS "name" FROM pg_catalog.pg_namespace WHERE nspname ~ '__(new|drop|old)_' ORDER BY 1`,
    }),
  )

it('a while later nothing is left of it', async () => {
  const names = await until(
    'what was built is removed',
    async () => {
      const { rows } = await left()
      return rows.every(({ name }) => name.includes('__old_')) ? rows : undefined
    },
    40_000,
  )
  // The schema that the promote has replaced, if it was reached.
  expect(names.length).toBeLessThanOrEqual(1)
  await open((database) => untilNoLeftovers(database, names.length))
}, 120_000)
