/** Tests that a filter by two fields of a sales order reads only the records that it finds. */
import { expect, test } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import { parseRead } from './index.ts'
import { planRead } from './plan-read.ts'

test('large orders of a location are found without reading all its orders', async () => {
  await using opened = await createTestDatabase()
  const context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default"."location" ("name") SELECT 'site ' || i FROM generate_series(0, 9) AS i`,
  })
  await opened.database.query({
    text: `INSERT INTO "default"."demand" ("name", "location", "quantity")
      SELECT 'demand ' || i, 'site ' || i % 10, i FROM generate_series(1, 20000) AS i`,
  })
  await opened.database.query({ text: 'VACUUM ANALYZE "default"."demand"' })
  const query = new URLSearchParams({ location: 'site 3', quantity__gte: '19900' })
  const demand = requireEntity(context.model, 'input.demand')
  const { text, values } = planRead(context, parseRead(context.model, demand, query, { timeZone: 'UTC' }))
  const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${text}`,
    values,
  })
  const lines = rows.map((row) => row['QUERY PLAN'])
  const scans = lines.filter((line) => line.includes(' Scan'))
  expect(scans.join('\n')).toContain('demand_location_quantity_name_idx')
  // Ten of the 2,000 orders of the location.
  for (const scan of scans) expect(scan).toMatch(/actual rows=10(\.00)? /)
})
