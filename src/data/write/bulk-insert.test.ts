import { expect, it } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { write } from '../../../test/support/records.ts'

it('fills a table that PostgreSQL knows to be empty without searching it for every record while it grows', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await write(context, 'input.item', [{ name: 'item' }])
  const records = Array.from({ length: 5_000 }, (_, index) => ({
    name: `order ${index}`,
    item: 'item',
    quantity: 1,
  }))
  await write(context, 'input.demand', records)
  await test.database.query({ text: 'TRUNCATE "default"."demand" CASCADE' })
  await test.database.query({ text: 'VACUUM (ANALYZE) "default"."demand"' })
  const scans = async (): Promise<number> => {
    const { rows } = await test.database.query<{ scans: number }>({
      text: `SELECT seq_scan AS "scans" FROM pg_stat_all_tables
        WHERE schemaname = 'default' AND relname = 'demand'`,
    })
    return rows[0]!.scans
  }
  const before = await scans()
  await write(context, 'input.demand', records)
  // Statistics are updated some seconds after the work.
  await expect.poll(scans, { timeout: 30_000 }).toBeGreaterThan(before)
  // Counting the new records reads the empty table once per record, which costs nothing; inserting must not read it
  // again.
  expect((await scans()) - before).toBeLessThan(2 * records.length)
})
