/** Tests trials of a stored plan while hours pass: work that should have begun keeps its dates in the stored plan. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import type { DataContext } from '../../src/data/context.ts'
import { LiveScenario } from '../../src/planning/live/live-scenario.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { loadDemo, planScenario, storedPlan, type StoredPlanRows } from '../support/plans.ts'

let database: TestDatabase
let context: DataContext

beforeAll(async () => {
  database = await createTestDatabase()
  context = createTestContext(database.database)
  await loadDemo(context, 'manufacturing_demo')
})
afterAll(() => database[Symbol.asyncDispose]())

/** Returns what users see of where an order is. */
const placeOf = ({ reference, startdate, enddate, quantity }: StoredPlanRows['orders'][number]) => [
  reference,
  startdate,
  enddate,
  quantity,
]

it('a trial without consequences leaves the stored plan as it is, hours after the plan and after another trial', async () => {
  await context.home.query({
    text: `UPDATE "default"."parameter" SET "value" = 'now' WHERE "name" = 'currentdate'`,
  })
  await planScenario(context, { now: `${referenceDate}T10:00:00` })
  const made = await storedPlan(context)
  for (const hour of [10, 13, 18]) {
    const live = new LiveScenario(Date.now, () => `${referenceDate}T${hour}:05:00`)
    const { kept } = await live.answer(context, {
      kind: 'trial',
      trial: { edits: [], mode: 'repair', displace: false },
    })
    await live.answer(context, { kind: 'accept', ...kept! })
    const { orders, demands } = await storedPlan(context)
    expect(orders.map(placeOf)).toEqual(made.orders.map(placeOf))
    expect(demands).toEqual(made.demands)
  }
})

it('tells that a plan too old to be continued is made anew, until that plan is stored', async () => {
  await planScenario(context, { now: `${referenceDate}T10:00:00` })
  const late = new Date(Date.parse(`${referenceDate}T10:05:00Z`) + 9 * 86_400_000)
  const live = new LiveScenario(Date.now, () => late.toISOString().slice(0, 19))
  const trial = { edits: [], mode: 'repair', displace: false } as const
  const { shown, kept } = await live.answer(context, { kind: 'trial', trial })
  expect(shown).toMatchObject({ base: 'anew' })
  await live.answer(context, { kind: 'accept', ...kept! })
  expect((await live.answer(context, { kind: 'trial', trial })).shown).toMatchObject({ base: 'stored' })
})
