/** Tests that a page of the demand report reads only the sales orders of its keys. */
import { expect, it } from 'vitest'
import { createTestContext, createTestDatabase } from '../../../test/support/database.ts'
import { relationOf } from '../../data/relation.ts'
import { requireEntity } from '../../model/model.ts'
import { planReportByName } from './reports.ts'

const orderCount = 20_000

/** Half of the sales orders are closed. The others have a delivery and an item and location of their own. */
const statements = [
  `INSERT INTO "default"."item" ("name") SELECT 'item ' || i FROM generate_series(1, 500) AS i`,
  `INSERT INTO "default"."location" ("name") SELECT 'site ' || i FROM generate_series(1, 20) AS i`,
  `INSERT INTO "default"."demand" ("name", "description", "item", "location", "due", "quantity", "status")
    SELECT 'order ' || i, repeat('as agreed ', 20),
      'item ' || i / 2 % 500 + 1, 'site ' || i / 1000 % 20 + 1, '2026-02-01', 1,
      CASE i % 2 WHEN 0 THEN 'open' ELSE 'closed' END
    FROM generate_series(1, ${orderCount}) AS i`,
  `INSERT INTO "default"."operationplan"
    ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "demand", "plan")
    SELECT 'delivery of ' || "name", 'DLVR', 'proposed', 1, "due", "due", "item", "location", "name", '{}'
    FROM "default"."demand" WHERE "status" = 'open'`,
  `INSERT INTO "default"."bucket" ("name", "level") VALUES ('month', 7)`,
  `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
    SELECT 'month', to_char(m, 'YYYY-MM'), m, m + interval '1 month'
    FROM generate_series('2026-01-01'::timestamp, '2026-03-01', interval '1 month') AS m`,
]
const vacuum = 'VACUUM ANALYZE "default"."demand", "default"."operationplan"'
/** Returns the pages of sales orders that are not known to be visible to all: PostgreSQL reads these besides the index. */
const hiddenPages = `SELECT "relpages" - "relallvisible" AS "count" FROM pg_catalog.pg_class WHERE "oid" = '"default"."demand"'::regclass`

it('reads a page of the demand report by its keys', async () => {
  await using opened = await createTestDatabase()
  const context = createTestContext(opened.database)
  const { database } = opened
  for (const text of statements) await database.query({ text })
  // Autovacuum, which may read the table at the moment, keeps its pages from being marked.
  const hidden = async (): Promise<number | undefined> => {
    await database.query({ text: vacuum })
    return (await database.query<{ count: number }>({ text: hiddenPages })).rows[0]?.count
  }
  await expect.poll(hidden).toBe(0)
  const table = (entity: string): string => relationOf(context, requireEntity(context.model, entity))
  const report = planReportByName.get('demandreport')!
  const keys = `SELECT * FROM (${report.allKeys(table)}) AS k ORDER BY "item", "location" LIMIT 10`
  const span = { bucket: 'month', start: '2026-01-01', end: '2026-04-01' }
  const { rows } = await database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${report.figures({ span, plan: table, time: table, keys })}`,
  })
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' Scan'))
  expect(scans.join('\n')).toContain('demand_item_location_status_idx')
  const counts = scans.flatMap((line) => /actual rows=([\d.]+)/.exec(line)?.[1] ?? []).map(Number)
  expect(counts.length).toBeGreaterThan(5)
  expect(Math.max(...counts)).toBeLessThan(orderCount / 100)
})
