/** Tests that small tables are counted, and that the records of large ones are estimated by their type. */
import { expect, test } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import { countEntities } from './count-entities.ts'

test('records of a large table are estimated by their type, and those of a small one are counted', async () => {
  await using opened = await createTestDatabase()
  const context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT 'item ' || i FROM generate_series(1, 7) AS i`,
  })
  await opened.database.query({
    text: `INSERT INTO "default"."operationplan" ("reference", "type", "status", "quantity")
      SELECT i::text, CASE i % 3 WHEN 0 THEN 'PO' ELSE 'MO' END, 'proposed', 1 FROM generate_series(1, 60000) AS i`,
  })
  await opened.database.query({ text: 'VACUUM ANALYZE "default"."operationplan"' })
  const names = ['item', 'operationplan', 'purchaseorder', 'manufacturingorder', 'distributionorder']
  const entities = [...names.map((name) => `input.${name}`), 'common.user'].map((name) =>
    requireEntity(context.model, name),
  )
  const counts = await countEntities(context, entities)
  expect(counts.get('input.item')).toEqual({ count: 7, estimated: false })
  expect(counts.get('input.distributionorder')).toEqual({ count: 0, estimated: false })
  expect(counts.get('common.user')).toEqual({ count: 0, estimated: false })
  expect(counts.get('input.operationplan')).toEqual({ count: 60_000, estimated: true })
  for (const [name, share] of [
    ['purchaseorder', 20_000],
    ['manufacturingorder', 40_000],
  ] as const) {
    const { count, estimated } = counts.get(`input.${name}`)!
    expect([estimated, Math.abs(count - share) < share / 20]).toEqual([true, true])
  }
})
