/** Tests that figures of stock lead to the movements and orders that they count. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import { flowMeasures, wayMeasures } from '../../model/reports/inventory-report.ts'
import type { DataContext } from '../../data/context.ts'
import { parseRead, readCount } from '../../data/read/index.ts'
import { tablesOf } from '../../data/relation.ts'
import { stockDrilldowns } from './drilldowns.ts'
import { planReportByName } from './reports.ts'

let test: TestDatabase
let context: DataContext

/** One order of each type and status, and of each type without a status, each with movements of one of each direction and material status. */
const statements = [
  `INSERT INTO "default"."item" ("name") VALUES ('bolt')`,
  `INSERT INTO "default"."location" ("name") VALUES ('here')`,
  `INSERT INTO "default"."operationplan"
      ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "destination", "plan")
    SELECT concat_ws(' ', t, coalesce(s, 'none')), t, s, 1, '2026-01-05', '2026-02-05', 'bolt',
      CASE t WHEN 'DO' THEN NULL ELSE 'here' END, CASE t WHEN 'DO' THEN 'here' END, '{}'
    FROM unnest(ARRAY['PO', 'DO', 'MO', 'WO', 'DLVR']) AS t,
      unnest(ARRAY['proposed', 'approved', 'confirmed', 'completed', 'closed', NULL]) AS s`,
  `INSERT INTO "default"."operationplanmaterial"
      ("operationplan", "item", "location", "quantity", "flowdate", "status")
    SELECT o."reference", 'bolt', 'here', q, '2026-01-10', s
    FROM "default"."operationplan" AS o, unnest(ARRAY[1, -1]) AS q,
      unnest(ARRAY['proposed', 'confirmed', 'closed', NULL]) AS s`,
  `INSERT INTO "default"."bucket" ("name", "level") VALUES ('month', 7)`,
  `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
    VALUES ('month', '2026-01', '2026-01-01', '2026-02-01'), ('month', '2026-02', '2026-02-01', '2026-03-01')`,
]

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  for (const text of statements) await test.database.query({ text })
})
afterAll(() => test[Symbol.asyncDispose]())

/** Returns the number of records behind a figure. */
async function listed(url: string, row: Readonly<Record<string, string>>): Promise<number> {
  const [path = '', query] = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => row[name] ?? '').split('?')
  const entity = requireEntity(context.model, `input.${path.split('/').at(-2)}`)
  const request = parseRead(context.model, entity, new URLSearchParams(query), { timeZone: 'UTC' })
  expect(request.ignored).toEqual([])
  return readCount(context, request, { timeout: 30 })
}

it('lists as many movements and orders as the figures of the inventory report count', async () => {
  const table = tablesOf(context)
  const span = { bucket: 'month', start: '2026-01-01', end: '2026-02-01' }
  const figures = planReportByName.get('inventoryreport')!.figures({
    span,
    plan: table,
    time: table,
    keys: `SELECT 'bolt' AS "item", 'here' AS "location"`,
  })
  const { rows } = await test.database.query<Record<string, number>>({ text: figures })
  const [figure = {}] = rows
  const row = { item: 'bolt', location: 'here', startdate: '2026-01-01', enddate: '2026-02-01' }
  const names = [...flowMeasures, ...wayMeasures].map(({ name }) => name)
  const lists = await Promise.all(
    names.map(async (name) => [name, await listed(stockDrilldowns[name]!, row)] as const),
  )
  expect(Object.fromEntries(lists)).toEqual(
    Object.fromEntries(names.map((name) => [name, Number(figure[name])])),
  )
  expect(figure).toMatchObject({ produced_po: 15, produced_po_confirmed: 9, onorder_confirmed: 3 })
})
