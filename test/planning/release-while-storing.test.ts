/** Tests that orders are released while a plan is stored: one waits for the other, and neither fails. */
import { expect, test } from 'vitest'
import { releaseOrders } from '../../src/planning/release/release-orders.ts'
import { lockPlan } from '../../src/planning/store/guard.ts'
import { planTables } from '../../src/planning/store/plan-tables.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { write } from '../support/records.ts'
import { until } from '../support/wait.ts'

test('releasing waits for a plan that is being stored, before it holds orders', async () => {
  await using held = await createTestDatabase()
  const context = createTestContext(held.database)
  await write(context, 'input.location', [{ name: 'plant' }])
  await write(context, 'input.item', [{ name: 'wheel' }])
  await write(context, 'input.supplier', [{ name: 'maker' }])
  const dates = { startdate: '2026-03-02T00:00:00', enddate: '2026-03-09T00:00:00' }
  const order = { reference: 'P1', status: 'proposed', item: 'wheel', location: 'plant', supplier: 'maker' }
  await write(context, 'input.purchaseorder', [{ ...order, ...dates, quantity: 5 }])
  const releasing = await held.database.withTransaction(async (client) => {
    await lockPlan(client, planTables(context))
    const released = releaseOrders(context, ['P1'])
    await until('the release waits', async () => {
      const { rowCount } = await held.database.query({
        text: `SELECT FROM pg_locks WHERE NOT "granted" AND "relation" = '"default"."operationplan"'::regclass`,
      })
      return rowCount === 1
    })
    await client.query(`SELECT FROM "default"."operationplan" WHERE "reference" = 'P1' FOR UPDATE NOWAIT`)
    await client.query(`UPDATE "default"."operationplan" SET "quantity" = 7 WHERE "reference" = 'P1'`)
    return { released }
  })
  await releasing.released
  const { rows } = await held.database.query({
    text: `SELECT "reference", "quantity"::float8 AS "quantity" FROM "default"."orderrelease"`,
  })
  expect(rows).toEqual([{ reference: 'P1', quantity: 7 }])
})
