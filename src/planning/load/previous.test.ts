import { expect, it } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { loadDemo, planScenario } from '../../../test/support/plans.ts'
import { loadScenario } from './load-scenario.ts'

it('reads the previous plan as far as a limit, beyond which it is missing, so that the run can say so', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await test.database.query({
    text: `INSERT INTO "default"."operationplan" ("reference", "type", "status", "quantity", "startdate", "enddate", "name", "plan")
      SELECT 'P' || n, 'MO', 'proposed', 1, '2026-01-01', '2026-01-02', 'Make', '{}' FROM generate_series(1, 3) n`,
  })
  const previousUpTo = async (mostPrevious: number) =>
    (await loadScenario(context, { mostPrevious })).tables.previous?.map(({ reference }) => reference)
  expect(await previousUpTo(3)).toEqual(['P1', 'P2', 'P3'])
  expect(await previousUpTo(2)).toBeUndefined()
  expect(await previousUpTo(0)).toEqual([])
})

it('reads which of several alternate materials an order consumes', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadDemo(context, 'manufacturing_demo')
  await planScenario(context)
  const { previous = [] } = (await loadScenario(context, { mostPrevious: 1e6 })).tables
  const choosing = previous.filter(({ materials }) => materials !== undefined)
  const read = choosing.flatMap(({ reference, materials = [] }) =>
    materials.map((item) => `${reference} ${item}`),
  )
  // Both saddles are in use.
  expect(new Set(read.map((line) => line.match(/Saddle.*/)?.[0])).size).toBeGreaterThan(1)
  const { rows } = await test.database.query<{ line: string }>({
    text: `SELECT "operationplan" || ' ' || "item" AS "line" FROM "default"."operationplanmaterial"
      WHERE "quantity" < 0 AND "operationplan" = ANY($1)`,
    values: [choosing.map(({ reference }) => reference)],
  })
  expect(read.toSorted()).toEqual(rows.map(({ line }) => line).toSorted())
})
