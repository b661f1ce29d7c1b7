/** Tests that few records are counted, also of a type in a large table, and that the number of many is estimated. */
import { expect, test } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import { countEntities } from './count-entities.ts'

test('few records are counted, also of a type in a large table, and the number of many is estimated', async () => {
  await using opened = await createTestDatabase()
  const context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT 'item ' || i FROM generate_series(1, 7) AS i`,
  })
  await opened.database.query({
    text: `INSERT INTO "default"."operationplan" ("reference", "type", "status", "quantity")
      SELECT i::text, CASE i % 100 WHEN 0 THEN 'PO' ELSE 'MO' END, 'proposed', 1 FROM generate_series(1, 60000) AS i`,
  })
  await opened.database.query({ text: 'VACUUM ANALYZE "default"."operationplan"' })
  const names = ['item', 'operationplan', 'purchaseorder', 'manufacturingorder', 'distributionorder']
  const entities = names.map((name) => requireEntity(context.model, `input.${name}`))
  const counts = await countEntities(context, entities)
  expect(counts.get('input.item')).toEqual({ count: 7, estimated: false })
  expect(counts.get('input.distributionorder')).toEqual({ count: 0, estimated: false })
  expect(counts.get('input.operationplan')).toEqual({ count: 60_000, estimated: true })
  expect(counts.get('input.purchaseorder')).toEqual({ count: 600, estimated: false })
  const { count, estimated } = counts.get('input.manufacturingorder')!
  expect([estimated, Math.abs(count - 59_400) < 600]).toEqual([true, true])
})
