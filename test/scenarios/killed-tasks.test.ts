import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { cleanupOnce } from '../../src/service/maintenance.ts'
import { listScenarios } from '../../src/scenarios/registry.ts'
import type { TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { createTestContext } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import { write } from '../support/records.ts'
import { scale } from '../support/scale.ts'
import { fillScenario, fingerprint, scenarioWork, untilNoLeftovers } from '../support/scenarios.ts'
import { seededMoments } from '../support/seeded.ts'
import { openTaskInstallation, type TaskInstallation } from '../support/tasks.ts'
import { until } from '../support/wait.ts'

// Kills the process of a task at any moment of its work, as the system does when memory runs out.
let installation: TaskInstallation
let dump: string
/** Sales orders of production; scenario1 has half of them. */
const records = scale({ short: 10_000, full: 20_000 })

beforeAll(async () => {
  installation = await openTaskInstallation()
  await fillScenario(installation.database, 'default', records)
  await fillScenario(installation.database, 'scenario1', records / 2)
  await installation.startWorker({ concurrency: 1 })
  const backup = await installation.ended(await installation.launch('backup'))
  dump = `${installation.settings.LOGDIR}/${/backup\S+gz/.exec(backup.message ?? '')?.[0]}`
}, 60_000)
afterAll(() => installation[Symbol.asyncDispose]())

/** Tables that are not compared: the change log contains the actions, and the parameters contain their times. */
const apart = ['follower', 'notification', 'changelog', 'changeset', 'changesetentity', 'change', 'parameter']

async function content(name: string): Promise<string> {
  const scenario = (await listScenarios(installation.database)).find((one) => one.name === name)!
  expect(scenario.status).toBe(scenario.hasSchema ? 'In use' : 'Free')
  return scenario.hasSchema ? fingerprint(installation.database, name, apart) : 'nothing'
}

interface Kind {
  readonly task: string
  readonly args?: () => Readonly<Record<string, unknown>>
  readonly scenario?: string
  /** Scenario whose data changes. */
  readonly changes: string
  /** Makes the data differ from the result of the task. */
  readonly before?: () => Promise<unknown>
  /** Returns the data to compare, if records get new numbers in every run. */
  readonly look?: () => Promise<unknown>
}

const query = (text: string) => installation.database.query({ text })
const differ = (schema: string) => () =>
  query(`DELETE FROM "${schema}".demand WHERE "name" = (SELECT max("name") FROM "${schema}".demand)`)

const kinds: Readonly<Record<string, Kind>> = {
  copy: {
    task: 'scenario_copy',
    args: () => ({ source: 'default', destination: 'scenario1', force: true }),
    changes: 'scenario1',
    before: differ('scenario1'),
  },
  restore: {
    task: 'restore',
    args: () => ({ dump_file: dump }),
    scenario: 'scenario1',
    changes: 'scenario1',
    before: differ('scenario1'),
  },
  backup: { task: 'backup', changes: 'default' },
  createbuckets: {
    task: 'createbuckets',
    args: () => ({ start: '2020-01-01', end: '2039-12-31' }),
    scenario: 'scenario1',
    changes: 'scenario1',
    before: () => query('DELETE FROM scenario1.bucketdetail'),
    look: async () =>
      (
        await query(`SELECT (SELECT count(*) FROM scenario1.bucket) AS "granularities",
          md5(string_agg(concat("bucket", "name", "startdate", "enddate"), ' ' ORDER BY "bucket", "startdate"))
          FROM scenario1.bucketdetail`)
      ).rows,
  },
  empty: {
    task: 'empty',
    args: () => ({ models: ['input.demand'] }),
    scenario: 'scenario1',
    changes: 'scenario1',
    before: () => query('INSERT INTO scenario1.demand TABLE "default".demand ON CONFLICT DO NOTHING'),
  },
  promote: {
    task: 'scenario_copy',
    args: () => ({ promote: true, source: 'scenario1', destination: 'default' }),
    changes: 'default',
    before: differ('default'),
  },
  refresh: {
    task: 'scenario_copy',
    args: () => ({ refresh: true, source: 'default', destination: 'scenario1' }),
    scenario: 'scenario1',
    changes: 'scenario1',
    before: () => diverge('default'),
    look: () => demands('scenario1'),
  },
  merge: {
    task: 'scenario_copy',
    args: () => ({ promote: true, merge: true, source: 'scenario1', destination: 'default' }),
    changes: 'default',
    before: () => diverge('scenario1'),
    look: () => demands('default'),
  },
}

/** Copies production to `scenario1`, and then changes a quarter of the sales orders of one of both. */
async function diverge(changed: string): Promise<void> {
  const { database } = installation
  await query(`UPDATE "default".demand SET "description" = 'before'`)
  const copy = { source: 'default', destination: 'scenario1', force: true, user: null }
  await copyScenario(scenarioWork(database), copy)
  const { rows } = await query(`SELECT "name" FROM "${changed}".demand WHERE "quantity" > ${records * 0.75}`)
  await write(
    { ...createTestContext(database), scenario: changed },
    'input.demand',
    rows.map(({ name }) => ({ name, description: 'after' })),
  )
}

const demands = async (schema: string): Promise<unknown> =>
  (
    await query(`SELECT "description", count(*), md5(string_agg(concat("name", "quantity", "due"), ' ' ORDER BY "name"))
      FROM "${schema}".demand GROUP BY 1 ORDER BY 1`)
  ).rows

interface Run {
  readonly record: TaskRecord
  /** Duration of its work, in milliseconds. */
  readonly took: number
}

/** Runs the task and kills its process the given milliseconds after the start of its work. */
async function run({ task, args = () => ({}), scenario }: Kind, killAfter?: number): Promise<Run> {
  const id = await installation.launch(task, args(), scenario)
  const process = await until(`task ${id} works`, async () => {
    const { rows } = await query(`SELECT t."processid" AS "pid" FROM control."task" t WHERE "id" = ${id}
      AND ("finished" IS NOT NULL OR EXISTS (SELECT FROM pg_stat_activity
        WHERE application_name = 'planctl task ${id}' AND query ~ 'scenario:|input|bucket'))`)
    const pid: unknown = rows[0]?.['pid']
    return typeof pid === 'number' ? pid : undefined
  })
  const begun = performance.now()
  if (killAfter !== undefined) {
    await delay(killAfter)
    try {
      globalThis.process.kill(process, 'SIGKILL')
    } catch {
      // The process has ended.
    }
  }
  return { record: await installation.ended(id), took: performance.now() - begun }
}

/** Final statuses of the tasks that were killed. */
const endings: string[] = []

it.each(mainCases(Object.keys(kinds), (kind) => ['copy', 'promote', 'merge'].includes(kind)))(
  'kill -9 of a running %s leaves the old data or the new, tells why, and the next task runs',
  async (name) => {
    const kind = kinds[name]!
    const { database, settings } = installation
    const look = kind.look ?? (() => content(kind.changes))
    // The first run is not interrupted: it gives the duration and the result.
    await kind.before?.()
    const whole = await run(kind)
    expect(whole.record).toMatchObject({ status: 'Done' })
    const after = await look()
    // The runs after the first one take less time.
    for (const moment of seededMoments(name, scale({ short: 1, full: 8 }), 0.7 * whole.took)) {
      await kind.before?.()
      const before = await look()
      const { record } = await run(kind, moment)
      endings.push(record.status)
      const now = await look()
      expect([before, after]).toContainEqual(now)
      // A task that ended before it was killed must have its full effect.
      const told = record.status === 'Failed' ? /killed \(SIGKILL\)/ : /./
      expect(record.message).toMatch(told)
      expect(['Failed', 'Done']).toContain(record.status)
      expect(record.status === 'Done' ? now : after).toEqual(after)
      // The server does this at its start and every few seconds.
      await cleanupOnce({ database, settings, contextOf: () => createTestContext(database) })
      expect(await look()).toEqual(now)
      await untilNoLeftovers(database, await keptSchemas())
      const { rows: pending } = await query(`SELECT "id" FROM control."proposal" WHERE "state" = 'open'`)
      expect(pending).toEqual([])
      expect((await readdir(settings.LOGDIR)).filter((file) => file.endsWith('.part'))).toEqual([])
    }
    // The next task runs and has its full effect.
    expect((await run(kind)).record).toMatchObject({ status: 'Done' })
    expect(await look()).toEqual(after)
  },
)

it('most of them were killed indeed', () => {
  const killed = endings.filter((status) => status === 'Failed')
  expect(killed.length).toBeGreaterThan(endings.length / 2)
})

/** Returns the number of schemas that a promote has replaced; at most one is kept. */
async function keptSchemas(): Promise<number> {
  const { rows } = await query(`SELECT FROM pg_catalog.pg_namespace WHERE nspname ~ '__old_'`)
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows.length
}

it(
  'a revert that is killed while it waits for a reader has changed nothing, and can be run again',
  { ...detail, timeout: 60_000 },
  async () => {
    const { database, settings } = installation
    const revert = { task: 'scenario_copy', args: () => ({ 'revert-promote': true }), changes: 'default' }
    await query(`UPDATE "default".item SET "description" = 'unlike anything that was replaced'`)
    const before = await content('default')
    await database.withTransaction(async (reader) => {
      await reader.query('SELECT FROM "default".item LIMIT 1')
      const id = await installation.launch(revert.task, revert.args())
      const task = await installation.untilTask(
        id,
        'waits',
        ({ step }) => step?.startsWith('Waiting') === true,
      )
      const { rows } = await query(`SELECT "processid" AS "pid" FROM control."task" WHERE "id" = ${task.id}`)
      globalThis.process.kill(Number(rows[0]!['pid']), 'SIGKILL')
      expect(await installation.ended(id)).toMatchObject({
        status: 'Failed',
        message: expect.stringContaining('killed (SIGKILL)'),
      })
    })
    await cleanupOnce({ database, settings, contextOf: () => createTestContext(database) })
    expect(await content('default')).toBe(before)
    await untilNoLeftovers(database, 1)
    expect((await run(revert)).record).toMatchObject({ status: 'Done' })
    expect(await content('default')).not.toBe(before)
    await untilNoLeftovers(database, 1)
  },
)

it(
  'a copy into a scenario that is being copied into is refused, and leaves the first alone',
  detail,
  async () => {
    const { database } = installation
    await query(`DELETE FROM scenario1.demand`)
    const first = await installation.launch('scenario_copy', {
      source: 'default',
      destination: 'scenario1',
      force: true,
    })
    await until('it copies', async () =>
      (await listScenarios(database)).some(({ status }) => status === 'Busy'),
    )
    const second = installation.launch('scenario_copy', {
      source: 'default',
      destination: 'scenario1',
      force: true,
    })
    // Queued after the first task, or rejected if the scenario was busy when the request arrived.
    const outcome = await second.then(
      async (id) => (await installation.ended(id)).status,
      (error: unknown) => String(error),
    )
    expect(outcome).toMatch(/Done|busy/)
    expect(await installation.ended(first)).toMatchObject({ status: 'Done' })
    expect((await installation.record(first)).status).toBe('Done')
    expect(await content('scenario1')).toBe(await content('default'))
  },
)
