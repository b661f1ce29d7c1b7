/** Tests that a page of a report reads only what belongs to its keys, wherever the page is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { DataContext } from '../../data/context.ts'
import { readEverything } from '../../data/read/index.ts'
import { type ScenarioTable, tablesOf } from '../../data/relation.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { plain } from './compared.ts'
import { pivotQuery } from './pivot.ts'
import { measuresOf, type PlanReport } from './report.ts'
import { planReportByName } from './reports.ts'
import { summaryOutput } from './summaries.ts'

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
/** Counts the pages of sales orders that are not known to be visible to all: PostgreSQL reads these besides the index. */
const hiddenPages = `SELECT "relpages" - "relallvisible" AS "count" FROM pg_catalog.pg_class WHERE "oid" = '"default"."demand"'::regclass`

let opened: TestDatabase
let context: DataContext
beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  for (const text of statements) await opened.database.query({ text })
})
afterAll(() => opened[Symbol.asyncDispose]())

const table: ScenarioTable = (...name) => tablesOf(context)(...name)
const span = { bucket: 'month', start: '2026-01-01', end: '2026-04-01' }
const slice = { kind: 'slice', limit: 20, offset: 9_900, by: 'limit' } as const
const keysOf = (report: PlanReport, page: string): string =>
  `SELECT * FROM (${report.allKeys(table)}) AS k ORDER BY "item", "location" ${page}`

async function explain(text: string): Promise<readonly string[]> {
  const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${text}`,
  })
  return rows.map((row) => row['QUERY PLAN'])
}

/** Vacuums, and returns how many pages are not marked: autovacuum may keep them from it for a moment. */
async function hidden(): Promise<number | undefined> {
  await opened.database.query({ text: vacuum })
  return (await opened.database.query<{ count: number }>({ text: hiddenPages })).rows[0]?.count
}

it('reads a page of the demand report by its keys', async () => {
  await expect.poll(hidden).toBe(0)
  const report = planReportByName.get('demandreport')!
  const keys = keysOf(report, 'LIMIT 10')
  const scans = (await explain(report.figures({ span, plan: table, time: table, keys }))).filter((line) =>
    line.includes(' Scan'),
  )
  expect(scans.join('\n')).toContain('demand_item_location_status_idx')
  const counts = scans.flatMap((line) => /actual rows=([\d.]+)/.exec(line)?.[1] ?? []).map(Number)
  expect(counts.length).toBeGreaterThan(5)
  expect(Math.max(...counts)).toBeLessThan(orderCount / 100)
})

it.each(['demandreport', 'inventoryreport'])(
  'computes the figures of the %s once for a page behind the number of keys that PostgreSQL expects',
  async (name) => {
    const report = planReportByName.get(name)!
    const page = keysOf(report, 'LIMIT 20 OFFSET 9900')
    const plan = await explain(
      pivotQuery(await plain(context, report, span), table, page, measuresOf(report)),
    )
    const aggregates = plan.filter((line) => line.includes('GroupAggregate'))
    expect(aggregates.join('\n')).toContain('loops=1)')
    expect(aggregates.filter((line) => !/loops=1\)|never executed/.test(line))).toEqual([])
  },
)

it.each(['json', 'csv'])(
  'reads the keys of a page before its figures, which are computed once (%s)',
  async (format) => {
    const report = planReportByName.get('demandreport')!
    const args = new Map([...Object.entries(span), ['shape', 'pivot'] as const])
    const { entity, rows } = await summaryOutput(report).open(
      { args, format, labels: await loadLabels('en') },
      context,
    )
    const ordering = report.keys.map((key) => ({ field: entity.fieldByName.get(key)!, descending: false }))
    const page = { ...readEverything(entity), ordering, paging: slice }
    const text = (await rows!(context, page, { timeout: 60 })).entity.query!(table)
    expect(text).toContain('FROM unnest(ARRAY[')
    const found = await opened.database.query<{ item: string; location: string }>({ text })
    const keys = await opened.database.query({ text: keysOf(report, 'LIMIT 20 OFFSET 9900') })
    expect(keys.rows).toHaveLength(20)
    const places = new Set(found.rows.map(({ item, location }) => JSON.stringify({ item, location })))
    expect([...places]).toEqual(keys.rows.map((row) => JSON.stringify(row)))
    const aggregates = (await explain(text)).filter((line) => line.includes('GroupAggregate'))
    expect(aggregates.filter((line) => !/loops=1\)|never executed/.test(line))).toEqual([])
  },
)
