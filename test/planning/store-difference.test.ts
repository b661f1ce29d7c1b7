/** Accepting one trial after the other stores only the difference. The result equals storing the whole plan. */
import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import type { DataContext } from '../../src/data/context.ts'
import { onConnection } from '../../src/data/on-connection.ts'
import { openChangeSet } from '../../src/data/write/log/change-set.ts'
import { inTransaction } from '../../src/data/write/transaction.ts'
import { LivePlan } from '../../src/planner/live/live-plan.ts'
import { finish } from '../../src/planner/pauses.ts'
import { analyzePlanInSteps } from '../../src/planner/result/plan-result.ts'
import { readBasis } from '../../src/planning/history/stored-plan.ts'
import { LiveScenario } from '../../src/planning/live/live-scenario.ts'
import { answerTo, type PlanEdit } from '../../src/planning/live/questions.ts'
import * as difference from '../../src/planning/store/store-difference.ts'
import { storeIn } from '../../src/planning/store/store-plan.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { mainCases } from '../support/detail.ts'
import { scale } from '../support/scale.ts'
import { loadDemo, planScenario, storedPlan, type StoredPlanRows, storedTables } from '../support/plans.ts'

vi.setConfig({ testTimeout: 300_000 })
afterEach(() => vi.restoreAllMocks())

const now = '2026-01-05T00:00:00'

const openLive = (): LiveScenario =>
  new LiveScenario(
    () => 0,
    () => now,
  )

/** Returns a generator of numbers from 0 to 1 that are the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Records {
  readonly demands: readonly {
    readonly name: string
    readonly item: string
    readonly location: string
    readonly quantity: number
    readonly due: string
  }[]
  readonly orders: readonly { readonly reference: string; readonly start: string }[]
}

async function readRecords({ home }: DataContext): Promise<Records> {
  const demands = await home.query<Records['demands'][number]>({
    text: `SELECT "name", "item", "location", "quantity", to_char("due", 'YYYY-MM-DD"T"HH24:MI:SS') AS "due"
      FROM "default"."demand" WHERE coalesce("status", 'open') IN ('open', 'quote') ORDER BY "name"`,
  })
  const orders = await home.query<Records['orders'][number]>({
    text: `SELECT "reference", to_char("startdate" + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS') AS "start"
      FROM "default"."operationplan" WHERE "type" = 'MO' AND "status" = 'proposed' AND "owner" IS NULL ORDER BY "reference"`,
  })
  return { demands: demands.rows, orders: orders.rows }
}

function randomEdit(random: () => number, { demands, orders }: Records, turn: number): PlanEdit {
  const pick = <Row>(rows: readonly Row[]): Row => rows[Math.floor(random() * rows.length)]!
  const { name, item, location, quantity, due } = pick(demands)
  const entity = 'input.demand'
  const days = (count: number): string =>
    new Date(Date.parse(`${due}Z`) + count * 86_400_000).toISOString().slice(0, 19)
  const kind = random()
  if (kind < 0.2)
    return { entity, action: 'update', key: name, fields: { priority: 1 + Math.floor(20 * random()) } }
  if (kind < 0.4)
    return { entity, action: 'update', key: name, fields: { due: days(Math.round(20 * random()) - 8) } }
  if (kind < 0.55)
    return { entity, action: 'update', key: name, fields: { quantity: quantity + Math.ceil(5 * random()) } }
  if (kind < 0.65) return { entity, action: 'update', key: name, fields: { status: 'canceled' } }
  if (kind < 0.7) return { entity, action: 'update', key: name, fields: { item: pick(demands).item } }
  if (kind < 0.8 || orders.length === 0)
    return {
      entity,
      action: 'create',
      fields: { name: `extra ${turn}`, item, location, quantity, due: days(3), priority: 5 },
    }
  const { reference, start } = pick(orders)
  return {
    entity: 'input.manufacturingorder',
    action: 'update',
    key: reference,
    fields: { status: 'approved', startdate: start, enddate: null },
  }
}

/** Stores the whole plan in memory over the stored plan, returns the result, and rolls the change back. */
async function storedWhole(context: DataContext, live: LiveScenario) {
  const { data, plan } = await live.current(context)
  let whole: { readonly rows: StoredPlanRows; readonly figures: unknown } | undefined
  await inTransaction(context, { dryRun: true, attempts: 1 }, async (client) => {
    const changes = await openChangeSet(client, context)
    const solution = plan.solution()
    const analyzed = finish(analyzePlanInSteps(solution, data))
    const names = solution.plan.orders.map((order) => plan.referenceOf(order))
    const { frozenUntil, input, incomplete } = data
    await storeIn(
      { client, context, changes },
      { input, incomplete, basis: await readBasis(client, context), analyzed, names, frozenUntil },
    )
    const query: Database['query'] = ({ text, values = [] }) => client.query({ text, values: [...values] })
    const reading = onConnection(context, { query })
    whole = { rows: await storedPlan(reading), figures: await lastFigures(reading) }
  })
  return whole!
}

const demandOf = (constraint: object): string => ('demand' in constraint ? String(constraint.demand) : '')

/** Returns the rows that only one of two tables has. */
function differing(one: readonly object[], other: readonly object[]): readonly string[] {
  const [first, second] = [one, other].map((rows) => new Set(rows.map((row) => JSON.stringify(row))))
  return [
    ...[...first!].filter((row) => !second!.has(row)).map((row) => `difference: ${row}`),
    ...[...second!].filter((row) => !first!.has(row)).map((row) => `whole: ${row}`),
  ].slice(0, 8)
}

/** Returns the number of stored changes of proposals, by kind. */
async function keptChanges({ home }: DataContext, changeset: number) {
  const { rows } = await home.query<{ change: string; count: number }>({
    text: `SELECT c->>2 AS "change", count(*)::integer AS "count"
      FROM "default"."planchange" AS p, json_array_elements(p."changes"::json) AS c WHERE p."changeset" = $1 GROUP BY 1`,
    values: [changeset],
  })
  const of = (change: string): number => rows.find((row) => row.change === change)?.count ?? 0
  return { added: of('added'), moved: of('moved') + of('resized'), dropped: of('dropped') }
}

/** Returns the key figures of the latest plan, without the comparison with the previous plan. */
async function lastFigures({ control }: DataContext): Promise<Record<string, number>> {
  const { rows } = await control.query<{ figures: string }>({
    text: 'SELECT "figures"::text AS "figures" FROM control."planhistory" ORDER BY "id" DESC LIMIT 1',
  })
  const { changes: _, proposals, ...figures } = JSON.parse(rows[0]!.figures)
  const all: Record<string, number> = { ...figures, ...proposals }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]))
}

it.each(mainCases(['manufacturing_demo', 'distribution_demo'], (demo) => demo === 'distribution_demo'))(
  'stores the difference of %s as the whole plan would be',
  async (demo) => {
    await using test = await createTestDatabase()
    const context = createTestContext(test.database)
    await loadDemo(context, demo)
    await planScenario(context, { current: now })
    const stored = vi.spyOn(difference, 'storeDifference')
    const live = openLive()
    const random = randomOf(7)
    const turns = scale({ short: 4, full: 10 })
    let accepted = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const records = await readRecords(context)
      const count = 1 + Math.floor(3 * random())
      const edits = Array.from({ length: count }, (_, place) =>
        randomEdit(random, records, 10 * turn + place),
      )
      const trial = { edits, mode: 'repair', displace: random() < 0.5 } as const
      const tried = await live.answer(context, { kind: 'trial', trial }).catch((error: Error) => error)
      if (tried instanceof Error) continue
      const former = await storedPlan(context)
      const { shown } = answerTo('accept', await live.answer(context, { kind: 'accept', ...tried.kept! }))
      expect(shown.orders).toMatchObject(await keptChanges(context, Number(shown.changeset)))
      accepted += 1
      const rows = await storedPlan(context)
      const whole = await storedWhole(context, live)
      // Sales orders with the same delivery keep their causes.
      const moved = new Set(answerTo('trial', tried).shown.demands.map(({ name }) => name))
      const constraints = [
        ...former.constraints.filter((one) => !moved.has(demandOf(one))),
        ...whole.rows.constraints.filter((one) => moved.has(demandOf(one))),
      ]
      const expected = { ...whole.rows, constraints }
      for (const name of storedTables)
        expect([turn, name, differing(rows[name], expected[name])]).toEqual([turn, name, []])
      expect([turn, await lastFigures(context)]).toEqual([turn, whole.figures])
    }
    const differences = await Promise.all(
      stored.mock.results.map(({ value }) => Promise.resolve<unknown>(value)),
    )
    expect(accepted).toBeGreaterThan(turns / 2)
    expect(differences.filter((one) => one !== undefined).length).toBeGreaterThan(turns / 2)
  },
)

/** A plan with refills of safety stock is not restored exactly: refills are made again. */
const withoutSafetyStock = `UPDATE "default"."buffer" SET "minimum" = NULL, "minimum_calendar" = NULL`

async function planWithoutSafetyStock({ database }: TestDatabase): Promise<DataContext> {
  const context = createTestContext(database)
  await loadDemo(context, 'distribution_demo')
  await context.home.query({ text: withoutSafetyStock })
  await planScenario(context, { current: now })
  return context
}

const nothing = async (): Promise<void> => undefined

/** Prepares the acceptance of trials, as a process does while there are no requests. */
async function complete(live: LiveScenario, context: DataContext): Promise<void> {
  await live.explain(context)
  await live.compare(context, nothing)
}

it('recognizes the stored plan after loading it, so that the first accepted trial stores only its difference', async () => {
  await using test = await createTestDatabase()
  const context = await planWithoutSafetyStock(test)
  const stored = vi.spyOn(difference, 'storeDifference')
  const live = openLive()
  await live.current(context)
  await complete(live, context)
  const { demands } = await readRecords(context)
  for (const { name, due } of [demands[0]!, demands.at(-1)!]) {
    const later = new Date(Date.parse(`${due}Z`) + 3 * 86_400_000).toISOString().slice(0, 19)
    const edits = [{ entity: 'input.demand', action: 'update', key: name, fields: { due: later } }] as const
    const { kept } = await live.answer(context, {
      kind: 'trial',
      trial: { edits, mode: 'repair', displace: false },
    })
    await live.answer(context, { kind: 'accept', ...kept! })
    expect(await stored.mock.results.at(-1)?.value).toBeDefined()
  }
  const rows = await storedPlan(context)
  const whole = await storedWhole(context, live)
  // The reasons that the run has found stay as they are.
  for (const name of storedTables.filter((one) => one !== 'constraints'))
    expect([name, differing(rows[name], whole.rows[name])]).toEqual([name, []])
  expect(await lastFigures(context)).toEqual(whole.figures)
})

it('recognizes the stored plan while trials are run between the steps of the comparison', async () => {
  await using test = await createTestDatabase()
  const context = await planWithoutSafetyStock(test)
  const live = openLive()
  await live.current(context)
  await live.explain(context)
  const { demands } = await readRecords(context)
  let trials = 0
  await live.compare(context, async () => {
    const { name } = demands[trials % demands.length]!
    trials += 1
    const edits = [{ entity: 'input.demand', action: 'update', key: name, fields: { priority: 1 } }] as const
    await live.answer(context, { kind: 'trial', trial: { edits, mode: 'repair', displace: true } })
  })
  expect(trials).toBeGreaterThan(1)
  expect((await live.current(context)).known).toBeDefined()
  expect(live.isToCompare).toBe(false)
})

it('ends the comparison with the stored plan when others change the data meanwhile', async () => {
  await using test = await createTestDatabase()
  const context = await planWithoutSafetyStock(test)
  const live = openLive()
  await live.current(context)
  await live.explain(context)
  const { demands } = await readRecords(context)
  await live.compare(context, async () => {
    const edits = [
      { entity: 'input.demand', action: 'update', key: demands[0]!.name, fields: { status: 'canceled' } },
    ] as const
    const other = openLive()
    const { kept } = await other.answer(context, {
      kind: 'trial',
      trial: { edits, mode: 'repair', displace: false },
    })
    await other.answer(context, { kind: 'accept', ...kept! })
    await live.current(context)
  })
  expect((await live.current(context)).known).toBeUndefined()
  expect(live.isToCompare).toBe(true)
})

it('loads a plan to the end although the request for it is canceled', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadDemo(context, 'distribution_demo')
  await planScenario(context, { current: now })
  const live = new LiveScenario(
    () => 0,
    () => now,
    { loadsToEnd: true },
  )
  const canceled = new AbortController()
  const first = live.current({ ...context, signal: canceled.signal })
  canceled.abort()
  await expect(first).rejects.toThrow('still being loaded')
  const prepared = vi.spyOn(LivePlan, 'prepare')
  expect((await live.current(context)).plan.state.deliveries.size).toBeGreaterThan(0)
  await live.current(context)
  expect(prepared).toHaveBeenCalledOnce()
})

it('does not take a plan for the stored one after another one or other rows were stored', async () => {
  await using test = await createTestDatabase()
  const context = await planWithoutSafetyStock(test)
  const knownAfter = async (change: () => Promise<unknown>) => {
    const live = openLive()
    expect((await live.current(context)).known).toBeUndefined()
    await change()
    await complete(live, context)
    return (await live.current(context)).known !== undefined
  }
  expect(await knownAfter(nothing)).toBe(true)
  const { demands } = await readRecords(context)
  const canceled = { entity: 'input.demand', action: 'update', key: demands[0]!.name } as const
  const trial = {
    edits: [{ ...canceled, fields: { status: 'canceled' } }],
    mode: 'repair',
    displace: false,
  } as const
  const acceptElsewhere = async (): Promise<void> => {
    const other = openLive()
    const { kept } = await other.answer(context, { kind: 'trial', trial })
    await other.answer(context, { kind: 'accept', ...kept! })
  }
  expect(await knownAfter(acceptElsewhere)).toBe(false)
  await planScenario(context, { current: now })
  expect(await knownAfter(nothing)).toBe(true)
  const pick = `(SELECT min("reference") FROM "default"."operationplan" WHERE "status" = 'proposed' AND "type" = 'DO')`
  const text = `UPDATE "default"."operationplanmaterial" SET "quantity" = 2 * "quantity" WHERE "operationplan" = ${pick}`
  expect(await knownAfter(() => context.home.query({ text }))).toBe(false)
  expect(await knownAfter(nothing)).toBe(false)
})
