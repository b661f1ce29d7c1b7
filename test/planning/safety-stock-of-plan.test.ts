/** Tests proposals of safety stock for parts, whose demand and lead times come from the orders of the plan. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { loadDemo, planScenario } from '../support/plans.ts'

interface Proposed {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly demand: { readonly mean: number }
  readonly present: number
  readonly proposed: number | null
}

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  await loadDemo(createTestContext(server.database), 'manufacturing_demo')
  // The weeks of the demand count from the date of the plan.
  await server.api.create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await planScenario(createTestContext(server.database))
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

async function proposals(): Promise<readonly Proposed[]> {
  const { status, json } = await server.api.get('/api/plan/safetystock/?outlook=26', { as: 'superuser' })
  expect(status).toBe(200)
  return Object(json).buffers
}

const sum = (list: readonly Proposed[]): number => list.reduce((total, { proposed }) => total + proposed!, 0)

/** Stores the proposals that are higher than the present stock, makes a plan, and returns them. */
async function accept(proposed: readonly Proposed[]): Promise<readonly Proposed[]> {
  const raised = proposed.filter((one) => one.proposed !== null && one.proposed > one.present)
  for (const { item, location, proposed: minimum } of raised)
    await server.database.query({
      text: `UPDATE "default"."buffer" SET "minimum" = $3 WHERE "item" = $1 AND "location" = $2`,
      values: [item, location, minimum],
    })
  await planScenario(createTestContext(server.database))
  return raised
}

it('stays about as it was when the proposed stock is stored and the plan builds it up', detail, async () => {
  const raised = await accept(await proposals())
  expect(raised.length).toBeGreaterThan(20)
  const again = await proposals()
  const nowOf = ({ id }: Proposed): Proposed => again.find((one) => one.id === id)!
  // Orders may fall into other weeks, which changes the deviation of the demand, but not its mean.
  for (const one of raised) {
    expect(nowOf(one).demand.mean, one.item).toBeCloseTo(one.demand.mean, 0)
    expect(nowOf(one).proposed, one.item).toBeLessThanOrEqual(one.proposed! * 1.25 + 1)
  }
  expect(sum(raised.map(nowOf))).toBeLessThan(1.05 * sum(raised))
  // Pieces are proposed in whole numbers, although only shares of orders count.
  const frames = again.filter(({ item, proposed }) => item.startsWith('Frame') && proposed !== null)
  expect(frames.map(({ proposed }) => proposed!).filter((proposed) => !Number.isInteger(proposed))).toEqual(
    [],
  )
})
