/** Tests that users share the limited number of live plan processes. */
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { detail } from '../../test/support/detail.ts'
import { lockWaits } from '../../test/support/lock-waits.ts'
import { loadDemo, loadModel, planScenario } from '../../test/support/plans.ts'
import { scenarioWork } from '../../test/support/scenarios.ts'
import { until } from '../../test/support/wait.ts'
import { workshop } from '../../test/support/workshop.ts'
import { storeExceptions } from '../planning/exceptions/store-exceptions.ts'
import { copyScenario } from '../scenarios/copy-scenario.ts'
import { loadSettings } from '../settings/load-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { LiveQuestion } from '../planning/live/questions.ts'
import { createLivePlans, type LivePlans } from './live-plans.ts'
import { createPlanReports, listReportedPlans } from './reported-plans.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 30 })
  await planScenario(createTestContext(test.database))
  for (const destination of ['scenario1', 'scenario2', 'scenario3']) {
    const request = { source: 'default', destination, force: true, user: null }
    await copyScenario(scenarioWork(test.database), request)
  }
})
afterAll(() => test[Symbol.asyncDispose]())

const question: LiveQuestion = { kind: 'trial', trial: { edits: [], mode: 'repair', displace: false } }

async function withPlans(
  count: number,
  run: (plans: LivePlans) => Promise<void>,
  more: Partial<Settings> = {},
  address = (): string => test.database.address(),
): Promise<void> {
  const given = loadSettings({ env: { PLANCTL_LIVE_PLANS: String(count) }, cwd: tmpdir() })
  const settings = { ...given, ...more }
  const plans = createLivePlans({ settings, database: { address } })
  try {
    await run(plans)
  } finally {
    plans.close()
  }
}

const ask = (plans: LivePlans, scenario: string, userId: number): Promise<unknown> =>
  plans.ask(scenario, question, { asker: { userId, channel: 'api' } })

it('answers others while a user asks without end', { timeout: 120_000 }, async () => {
  await withPlans(1, async (plans) => {
    const over = new AbortController()
    const flood = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await ask(plans, 'default', 1)
    })
    await ask(plans, 'default', 1)
    expect(await ask(plans, 'scenario1', 2)).toHaveProperty('shown')
    over.abort()
    await Promise.all(flood)
  })
})

it('answers a brief question while it searches for remedies', { timeout: 120_000 }, async () => {
  const context = createTestContext(test.database, { scenario: 'scenario3' })
  await loadDemo(context, 'manufacturing_demo')
  // With the date of today, all orders of the dataset would be late.
  await test.database.query({
    text: `UPDATE "scenario3"."parameter" SET "value" = '2026-01-05 00:00:00' WHERE "name" = 'currentdate'`,
  })
  await planScenario(context)
  await withPlans(1, async (plans) => {
    await ask(plans, 'scenario3', 1)
    const { rows } = await test.database.query<{ name: string }>({
      text: 'SELECT "name" FROM "scenario3"."demand" ORDER BY "delay" DESC NULLS LAST, "name" LIMIT 1',
    })
    const order: string[] = []
    const search = plans.ask(
      'scenario3',
      { kind: 'remedies', demand: rows[0]!.name, most: 50 },
      { asker: { userId: 1, channel: 'api' } },
    )
    const done = search.then(() => order.push('remedies'))
    await ask(plans, 'scenario3', 2)
    order.push('trial')
    await done
    expect(order).toEqual(['trial', 'remedies'])
  })
})

it(
  'answers again once the database has another address, without an idle time',
  { ...detail, timeout: 120_000 },
  async () => {
    const lost = new URL(test.database.address())
    lost.port = '1'
    let address = lost.href
    await withPlans(
      1,
      async (plans) => {
        await expect(ask(plans, 'default', 1)).rejects.toThrow(/not reachable/)
        address = test.database.address()
        expect(await ask(plans, 'default', 1)).toHaveProperty('shown')
      },
      {},
      () => address,
    )
  },
)

it(
  'leaves a process to others, however many scenarios a user asks about',
  { ...detail, timeout: 120_000 },
  async () => {
    await withPlans(2, async (plans) => {
      const first = ask(plans, 'default', 1)
      await expect(ask(plans, 'scenario1', 1)).rejects.toMatchObject({ code: 'live_plan_unavailable' })
      expect(await ask(plans, 'scenario1', 2)).toHaveProperty('shown')
      await first
      // After all questions are answered, the user may ask about another scenario.
      expect(await ask(plans, 'scenario2', 1)).toHaveProperty('shown')
      expect(plans.status()).toHaveLength(2)
    })
  },
)

it(
  'forgets a question that is canceled while it waits for a process',
  { ...detail, timeout: 120_000 },
  async () => {
    await withPlans(1, async (plans) => {
      const first = ask(plans, 'default', 1)
      const leaving = new AbortController()
      const second = plans.ask('scenario1', question, {
        asker: { userId: 2, channel: 'api' },
        signal: leaving.signal,
      })
      leaving.abort()
      await expect(second).rejects.toMatchObject({ code: 'canceled' })
      await first
      expect(await ask(plans, 'default', 1)).toHaveProperty('shown')
    })
  },
)

it('answers others when a canceled question does not stop', { ...detail, timeout: 120_000 }, async () => {
  await withPlans(1, async (plans) => {
    await ask(plans, 'default', 1)
    process.kill(plans.status()[0]!.pid, 'SIGSTOP')
    const leaving = new AbortController()
    const canceled = plans.ask('default', question, {
      asker: { userId: 1, channel: 'api' },
      signal: leaving.signal,
    })
    const other = ask(plans, 'default', 2)
    leaving.abort()
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' })
    expect(await other).toHaveProperty('shown')
  })
})

it('stores the exceptions of an accepted trial before anybody reads them', { timeout: 120_000 }, async () => {
  const context = createTestContext(test.database, { scenario: 'scenario1' })
  await loadModel(context, [
    { model: 'input.location', fields: { name: 'Shop' } },
    { model: 'input.item', fields: { name: 'Frame' } },
    { model: 'input.supplier', fields: { name: 'Frames Inc' } },
    {
      model: 'input.itemsupplier',
      fields: { item: 'Frame', supplier: 'Frames Inc', location: 'Shop', leadtime: '14 00:00:00' },
    },
    {
      model: 'input.demand',
      fields: { name: 'Soon', item: 'Frame', location: 'Shop', quantity: 3, due: '2026-01-12' },
    },
  ])
  await planScenario(context)
  await storeExceptions(context)
  const stored = async (): Promise<unknown> =>
    (
      await test.database.query({
        text: `SELECT p."changeset"::float8 AS "plan", e."changeset"::float8 AS "exceptions"
          FROM "scenario1"."storedplan" p CROSS JOIN "scenario1"."exceptionplan" e`,
      })
    ).rows[0]
  await withPlans(1, async (plans) => {
    const asker = { userId: 1, channel: 'api' } as const
    const edits = [
      { entity: 'input.demand', action: 'update', key: 'Soon', fields: { quantity: 5 } },
    ] as const
    const trial = { edits, mode: 'repair', displace: false } as const
    const { kept } = await plans.ask('scenario1', { kind: 'trial', trial }, { asker })
    const { shown } = await plans.ask('scenario1', { kind: 'accept', ...kept! }, { asker })
    const { changeset } = shown
    await expect.poll(stored).toEqual({ plan: changeset, exceptions: changeset })
  })
})

it('does not accept a trial again whose process has ended meanwhile', { timeout: 120_000 }, async () => {
  const { database } = test
  const context = createTestContext(database, { scenario: 'scenario2' })
  await loadModel(context, workshop)
  await planScenario(context)
  const stored = async (): Promise<unknown> =>
    (
      await database.query({
        text: `SELECT d."quantity", p."changeset"::float8 AS "plan"
          FROM "scenario2"."demand" d CROSS JOIN "scenario2"."storedplan" p WHERE d."name" = 'Later'`,
      })
    ).rows
  const before = await stored()
  await withPlans(1, async (plans) => {
    const asker = { userId: 1, channel: 'api' } as const
    const edits = [
      { entity: 'input.demand', action: 'update', key: 'Later', fields: { quantity: 5 } },
    ] as const
    const trial = { edits, mode: 'repair', displace: false } as const
    const { kept } = await plans.ask('scenario2', { kind: 'trial', trial }, { asker })
    const { accepted } = await database.withTransaction(async (client) => {
      await client.query('LOCK TABLE "scenario2"."demand" IN ROW EXCLUSIVE MODE')
      const asked = Promise.allSettled([plans.ask('scenario2', { kind: 'accept', ...kept! }, { asker })])
      await until('it waits for the tables of the plan', async () => (await lockWaits(database)) > 0)
      const { pid } = plans.status()[0]!
      process.kill(pid, 'SIGKILL')
      await until('its process has ended', () => plans.status()[0]?.pid !== pid)
      return { accepted: asked }
    })
    expect(await accepted).toMatchObject([
      {
        status: 'rejected',
        reason: { code: 'live_plan_unavailable', params: { reason: { code: 'plan_process_ended' } } },
      },
    ])
    expect(plans.status()).toEqual([])
    await until('its session has ended', async () => (await lockWaits(database)) === 0)
    expect(await stored()).toEqual(before)
  })
})

it('cancels a question that its process has already received', { timeout: 120_000 }, async () => {
  await withPlans(1, async (plans) => {
    await ask(plans, 'default', 1)
    const { pid } = plans.status()[0]!
    process.kill(pid, 'SIGSTOP')
    const leaving = new AbortController()
    const asked = Promise.allSettled([
      plans.ask('default', question, { asker: { userId: 1, channel: 'api' }, signal: leaving.signal }),
    ])
    await until('it is asked', () => plans.status()[0]?.questions === 1)
    leaving.abort()
    process.kill(pid, 'SIGCONT')
    expect(await asked).toMatchObject([{ status: 'rejected', reason: { code: 'canceled' } }])
    expect(plans.status()).toMatchObject([{ pid }])
  })
})

it(
  'does not load a plan again whose process has run out of memory',
  { ...detail, timeout: 120_000 },
  async () => {
    await withPlans(1, async (plans) => {
      await ask(plans, 'default', 1)
      const { pid } = plans.status()[0]!
      process.kill(pid, 'SIGSTOP')
      const asked = ask(plans, 'default', 1)
      // As V8 does at the limit of its heap.
      process.kill(pid, 'SIGABRT')
      process.kill(pid, 'SIGCONT')
      await expect(asked).rejects.toMatchObject({
        code: 'live_plan_unavailable',
        params: { reason: { code: 'plan_process_ended' } },
      })
      expect(plans.status()).toEqual([])
      expect(await ask(plans, 'default', 1)).toHaveProperty('shown')
    })
  },
)

it('ends a process that takes more memory than it may, after its answer', { timeout: 120_000 }, async () => {
  await withPlans(
    1,
    async (plans) => {
      expect(await ask(plans, 'default', 1)).toHaveProperty('shown')
      await expect.poll(() => plans.status()).toEqual([])
    },
    // Less than a process takes without a plan.
    { LIVE_PLAN_MEMORY: 60 },
  )
})

it(
  'lists the plans of all servers, without those of servers that have ended',
  { timeout: 120_000 },
  async () => {
    const { database } = test
    await withPlans(1, async (plans) => {
      const faults: unknown[] = []
      const onFault = (error: unknown): number => faults.push(error)
      const reports = createPlanReports({ database, plans: () => plans.status(), onFault, everyMs: 20 })
      await ask(plans, 'scenario1', 1)
      const expected = { scenario: 'scenario1', answered: 1, questions: 0, pid: plans.status()[0]!.pid }
      await expect
        .poll(() => listReportedPlans(database))
        .toEqual([expect.objectContaining({ ...expected, memory: plans.status()[0]!.memory })])
      await database.query({
        text: `INSERT INTO control."live_plan" SELECT gen_random_uuid(), "pid", 'gone', 'scenario2', "started", 0, 1, 1,
        now() - interval '1 minute' FROM control."live_plan"`,
      })
      expect(await listReportedPlans(database)).toHaveLength(1)
      await reports.close()
      const { rows } = await database.query({ text: 'SELECT FROM control."live_plan"' })
      expect({ rows, faults }).toEqual({ rows: [], faults: [] })
    })
  },
)
