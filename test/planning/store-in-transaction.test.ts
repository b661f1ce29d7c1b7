/** Tests that a plan and the records that it belongs to are stored in one transaction: either both or none. */
import { expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { writeInTransaction } from '../../src/data/write/write-in-transaction.ts'
import { requireEntity } from '../../src/model/model.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { finish } from '../../src/planner/pauses.ts'
import { analyzePlanInSteps } from '../../src/planner/result/plan-result.ts'
import { solve } from '../../src/planner/solve.ts'
import { loadScenario } from '../../src/planning/load/load-scenario.ts'
import { readPlanParameters } from '../../src/planning/parameters/plan-parameters.ts'
import { lockPlan } from '../../src/planning/store/guard.ts'
import { planTables } from '../../src/planning/store/plan-tables.ts'
import { type PlanToStore, storeIn } from '../../src/planning/store/store-plan.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { loadModel, type ModelRow, planScenario, storedPlan } from '../support/plans.ts'
import { buildWrite } from '../support/records.ts'

const row = (model: string, fields: ModelRow['fields']): ModelRow => ({ model: `input.${model}`, fields })

const shop: readonly ModelRow[] = [
  { model: 'common.parameter', fields: { name: 'currentdate', value: '2026-01-05' } },
  row('location', { name: 'Shop' }),
  row('supplier', { name: 'Parts Inc' }),
  row('item', { name: 'Chair' }),
  row('itemsupplier', { item: 'Chair', supplier: 'Parts Inc', location: 'Shop', leadtime: '5 00:00:00' }),
  row('demand', { name: 'SO 1', item: 'Chair', location: 'Shop', quantity: 3, due: '2026-02-01' }),
  row('demand', { name: 'SO 2', item: 'Chair', location: 'Shop', quantity: 5, due: '2026-02-09' }),
]

/** Returns the plan for another quantity of the first sales order. */
async function planWith(context: DataContext, quantity: number): Promise<PlanToStore> {
  const { tables, incomplete, parameters, basis } = await loadScenario(context)
  const settings = readPlanParameters({
    parameters,
    now: '2026-01-05T00:00:00',
    timeZone: 'UTC',
    current: undefined,
  })
  const constraints = { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true }
  const input: PlannerInput = {
    ...tables,
    demands: tables.demands.map((demand) =>
      demand.name === 'SO 1' ? Object.assign({}, demand, { quantity }) : demand,
    ),
    settings: { ...settings, plantype: 1, constraints, deliveryDuration: 0 },
  }
  return { input, incomplete, basis, analyzed: finish(analyzePlanInSteps(solve(input))), frozenUntil: 0 }
}

it('is stored with the records written before in its transaction, in one change set, or neither is', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadModel(context, shop)
  await planScenario(context)
  const before = await storedPlan(context)
  const demand = requireEntity(context.model, 'input.demand')
  const accept = (end: () => void): Promise<void> =>
    writeInTransaction(context, { dryRun: false, attempts: 1 }, async ({ client, changes, write }) => {
      await lockPlan(client, planTables(context))
      await write(demand, buildWrite([{ name: 'SO 1', quantity: 7 }]))
      await storeIn({ client, context, changes }, await planWith(context, 7))
      end()
    })
  await expect(
    accept(() => {
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await storedPlan(context)).toEqual(before)

  await accept(() => undefined)
  const after = await storedPlan(context)
  expect(after.orders.filter(({ type }) => type === 'DLVR').map(({ quantity }) => quantity)).toEqual([7, 5])
  const { rows } = await test.database.query<{ entity: string; updated: number }>({
    text: `SELECT "entity", "updated" FROM "default"."changesetentity"
      WHERE "changeset" = (SELECT max("id") FROM "default"."changeset") ORDER BY "entity"`,
  })
  expect(rows.map(({ entity }) => entity)).toEqual(
    expect.arrayContaining(['input.demand', 'input.operationplan', 'input.operationplanmaterial']),
  )
  // The records equal those of the plan, so storing the same plan again writes nothing.
  await planScenario(context)
  expect(await storedPlan(context)).toEqual(after)
})
