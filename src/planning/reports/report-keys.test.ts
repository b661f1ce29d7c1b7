/**
 * Tests that the reports of demand tell the same of one key as of all keys, also of orders and deliveries that do not
 * say their item or location.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type ScenarioTable, tablesOf } from '../../data/relation.ts'
import type { DataContext } from '../../data/context.ts'
import { parseRead, readCount } from '../../data/read/index.ts'
import { requireEntity } from '../../model/model.ts'
import { literal } from '../../database/identifiers.ts'
import { planReportByName } from './reports.ts'

let test: TestDatabase
let context: DataContext

const statements = [
  `INSERT INTO "default"."item" ("name") VALUES ('bike'), ('bolt'), ('ring')`,
  `INSERT INTO "default"."location" ("name") VALUES ('here'), ('there')`,
  `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity", "status") VALUES
    ('whole', 'bike', 'here', '2026-01-10', 10, 'open'),
    ('no status', 'bike', 'here', '2026-01-10', 640, NULL),
    ('quote', 'bike', 'there', '2026-01-20', 20, 'quote'),
    ('closed', 'ring', 'here', '2026-01-10', 40, 'closed'),
    ('no item', NULL, 'here', '2026-01-10', 80, 'open'),
    ('no location', 'bike', NULL, '2026-02-10', 160, 'open'),
    ('nothing', NULL, NULL, '2026-01-10', 320, 'open')`,
  `INSERT INTO "default"."operationplan"
    ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "demand", "plan")
    SELECT concat_ws(' ', "name", "item", "location", n), 'DLVR', CASE n WHEN 3 THEN 'closed' ELSE 'proposed' END, n,
      "moment", "moment", "item", "location", nullif("name", 'free'), '{}'
    FROM (VALUES ('whole', 'bolt', 'there'), ('quote', NULL, NULL), ('closed', 'ring', 'here'),
        ('no item', 'bolt', 'there'), ('no item', NULL, NULL), ('no location', 'bolt', 'there'),
        ('nothing', 'ring', 'there'), ('nothing', NULL, NULL), ('free', 'bolt', 'here'), ('free', 'bolt', NULL),
        ('free', NULL, NULL)) AS o ("name", "item", "location"),
      generate_series(1, 3) AS n, LATERAL (SELECT '2026-01-05'::timestamp + 7 * n * interval '1 day' AS "moment") AS m`,
  `INSERT INTO "default"."constraint" ("demand", "entity", "owner", "name", "description", "startdate", "enddate")
    SELECT "name", 'capacity', 'press', 'overload', '', '2026-01-01', '2026-01-02' FROM "default"."demand"`,
  `INSERT INTO "default"."bucket" ("name", "level") VALUES ('month', 7)`,
  `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
    SELECT 'month', to_char(m, 'YYYY-MM'), m, m + interval '1 month'
    FROM generate_series('2025-12-01'::timestamp, '2026-03-01', interval '1 month') AS m`,
]

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  for (const text of statements) await test.database.query({ text })
})
afterAll(() => test[Symbol.asyncDispose]())

const table: ScenarioTable = (...name) => tablesOf(context)(...name)
const part = (value: string | null): string => (value === null ? 'NULL::text' : literal(value))

const span = { bucket: 'month', start: '2026-01-01', end: '2026-04-01' }

async function rowsOf(query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = `SELECT * FROM (${query}) AS r ORDER BY "item", "location", "startdate"`
  return (await test.database.query<Record<string, unknown>>({ text })).rows
}

it('the demandreport counts orders without a status as open, as the planner does', async () => {
  const report = planReportByName.get('demandreport')!
  const one = `SELECT 'bike' AS "item", 'here' AS "location"`
  const found = await rowsOf(report.figures({ span, plan: table, time: table, keys: one }))
  expect(found[0]).toMatchObject({ item: 'bike', location: 'here', orders: 650 })
})

it('the figures of sales orders lead to the orders that they count', async () => {
  const { orders = '' } = planReportByName.get('demandreport')!.drilldowns!
  const row: Readonly<Record<string, string>> = {
    item: 'bike',
    location: 'here',
    startdate: '2026-01-01',
    enddate: '2026-02-01',
  }
  const [, query] = orders.replaceAll(/\{(\w+)\}/g, (_, name: string) => row[name] ?? '').split('?')
  const demand = requireEntity(context.model, 'input.demand')
  const request = parseRead(context.model, demand, new URLSearchParams(query), { timeZone: 'UTC' })
  expect(request.ignored).toEqual([])
  // 10 of the open order and 640 of the one without a status.
  expect(await readCount(context, request, { timeout: 30 })).toBe(2)
})

it.each([
  ['demandreport', 8],
  ['inventoryreport', 4],
])('the %s tells the same of one key as of all', async (name, count) => {
  const report = planReportByName.get(name)!
  const all = await rowsOf(report.figures({ span, plan: table, time: table }))
  const keys = await test.database.query<{ item: string | null; location: string | null }>({
    text: report.allKeys(table),
  })
  expect(keys.rows).toHaveLength(count)
  // Each key has its three buckets, none is missing among the keys.
  expect(all).toHaveLength(3 * count)
  for (const { item, location } of keys.rows) {
    const one = `SELECT ${part(item)} AS "item", ${part(location)} AS "location"`
    const found = await rowsOf(report.figures({ span, plan: table, time: table, keys: one }))
    expect(found).toEqual(all.filter((row) => row['item'] === item && row['location'] === location))
    expect(found).toHaveLength(3)
  }
})
