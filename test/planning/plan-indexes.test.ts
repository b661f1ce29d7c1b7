/**
 * Every index on the tables of a plan slows down the storage of each order. An index stays as long as a query below
 * uses it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase

const fill = `
SET LOCAL search_path TO "default";
INSERT INTO "item" ("name") SELECT 'item ' || n FROM generate_series(1, 500) n;
INSERT INTO "location" ("name") SELECT 'location ' || n FROM generate_series(1, 200) n;
INSERT INTO "supplier" ("name") SELECT 'supplier ' || n FROM generate_series(1, 200) n;
INSERT INTO "resource" ("name") SELECT 'resource ' || n FROM generate_series(1, 100) n;
INSERT INTO "operation" ("name", "type", "location") SELECT 'operation ' || n, 'fixed_time', 'location 1' FROM generate_series(1, 500) n;
INSERT INTO "demand" ("name", "item", "location", "due", "quantity")
  SELECT 'demand ' || n, 'item ' || n % 500 + 1, 'location 1', '2026-01-01'::timestamp + n * interval '1 hour', 1
  FROM generate_series(1, 2000) n;
INSERT INTO "operationplan" ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "operation",
    "supplier", "origin", "destination", "demand", "batch", "source", "owner")
  SELECT n::text, CASE n % 100 WHEN 0 THEN 'PO' WHEN 1 THEN 'DO' WHEN 2 THEN 'DLVR' ELSE 'MO' END, 'proposed', 1,
    '2026-01-01'::timestamp + n * interval '20 minutes', '2026-01-02'::timestamp + n * interval '20 minutes', 'item ' || n % 500 + 1,
    'location ' || n % 4 + 1, CASE WHEN n % 100 > 2 THEN 'operation ' || n % 500 + 1 END,
    CASE n % 100 WHEN 0 THEN 'supplier ' || n % 199 + 1 END, CASE n % 100 WHEN 1 THEN 'location ' || n % 199 + 1 END,
    CASE n % 100 WHEN 1 THEN 'location ' || n % 197 + 1 END, CASE n % 100 WHEN 2 THEN 'demand ' || n % 1999 + 1 END,
    CASE n % 1000 WHEN 3 THEN 'batch ' || n END, CASE n % 1000 WHEN 4 THEN 'source ' || n % 7 END,
    CASE WHEN n > 1000 AND n % 10 = 5 THEN (n - n % 1000 + 3)::text END
  FROM generate_series(1, 30000) n;
INSERT INTO "operationplanmaterial" ("operationplan", "item", "location", "quantity", "flowdate", "source")
  SELECT n::text, 'item ' || n % 500 + 1, 'location ' || n % 4 + 1, 1, '2026-01-01'::timestamp + n * interval '20 minutes',
    CASE n % 1000 WHEN 4 THEN 'source ' || n % 7 END
  FROM generate_series(1, 30000) n;
INSERT INTO "operationplanresource" ("operationplan", "resource", "source")
  SELECT n::text, 'resource ' || n % 100 + 1, CASE n % 1000 WHEN 4 THEN 'source ' || n % 7 END FROM generate_series(1, 30000) n;
INSERT INTO "resourcesummary" ("resource", "startdate")
  SELECT 'resource ' || n % 100 + 1, '2026-01-01'::timestamp + n * interval '1 hour' FROM generate_series(1, 30000) n;
ANALYZE "operationplan", "operationplanmaterial", "operationplanresource", "resourcesummary"`

beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.withTransaction((client) => client.query(fill))
}, 120_000)
afterAll(() => test[Symbol.asyncDispose]())

const orders = 'SELECT * FROM "default"."operationplan" AS t WHERE'
const movements = 'SELECT * FROM "default"."operationplanmaterial" AS t WHERE'
const uses = 'SELECT * FROM "default"."operationplanresource" AS t WHERE'
const numbered = `rtrim(t."reference", '0123456789'::text)`

/** The reason and the query for each index. */
const needed: Readonly<Record<string, readonly [need: string, sql: string]>> = {
  operationplan_pkey: ['a record, and references to it', `${orders} "reference" = '17'`],
  operationplan_reference_order_idx: [
    'a page of any list of orders, in their order',
    `SELECT * FROM "default"."operationplan" AS t ORDER BY ${numbered}, length(t."reference"), t."reference" LIMIT 100`,
  ],
  operationplan_type_demand_idx: [
    'deliveries without a sales order in reports, and lists of one type, of which there may be few',
    `${orders} "type" = 'DLVR' AND "demand" IS NULL`,
  ],
  operationplan_startdate_idx: [
    'what starts within a week',
    `${orders} "startdate" >= '2026-02-02' AND "startdate" < '2026-02-09'`,
  ],
  operationplan_enddate_idx: [
    'what is received within a week',
    `${orders} "enddate" >= '2026-02-02' AND "enddate" < '2026-02-09'`,
  ],
  operationplan_operation_idx: [
    'orders of an operation, and its deletion',
    `${orders} "operation" = 'operation 7'`,
  ],
  operationplan_item_idx: [
    'orders behind a figure of the report on stock, and the deletion of an item',
    `${orders} "item" = 'item 7' AND "location" = 'location 2' AND "enddate" >= '2026-02-02' AND "enddate" < '2026-04-09'`,
  ],
  operationplan_supplier_idx: [
    'orders of a supplier, and its deletion',
    `${orders} "supplier" = 'supplier 2'`,
  ],
  operationplan_origin_idx: ['what a location ships', `${orders} "origin" = 'location 2'`],
  operationplan_destination_idx: ['what a location receives', `${orders} "destination" = 'location 2'`],
  operationplan_demand_idx: ['deliveries of a sales order', `${orders} "demand" = 'demand 102'`],
  operationplan_owner_idx: ['steps of an order', `${orders} "owner" = '2003'`],
  operationplan_batch_idx: ['orders of a batch', `${orders} "batch" = 'batch 1003'`],
  operationplan_source_idx: ['what a source has sent', `${orders} "source" = 'source 2'`],
  operationplanmaterial_pkey: ['a record', `${movements} "id" = 17`],
  operationplanmaterial_item_location_flowdate_idx: [
    'movements behind a figure of the report on stock, and the deletion of an item',
    `${movements} "item" = 'item 7' AND "location" = 'location 2' AND "flowdate" >= '2026-02-02' AND "flowdate" < '2026-06-09'`,
  ],
  operationplanmaterial_operationplan_idx: ['movements of an order', `${movements} "operationplan" = '17'`],
  operationplanmaterial_source_idx: ['what a source has sent', `${movements} "source" = 'source 2'`],
  operationplanresource_pkey: ['a record', `${uses} "id" = 17`],
  operationplanresource_resource_operationplan_key: [
    'work of a resource',
    `${uses} "resource" = 'resource 7'`,
  ],
  operationplanresource_operationplan_idx: ['resources of an order', `${uses} "operationplan" = '17'`],
  operationplanresource_source_idx: ['what a source has sent', `${uses} "source" = 'source 2'`],
  resourcesummary_pkey: [
    'a page along its numbers',
    `SELECT * FROM "default"."resourcesummary" ORDER BY "id" LIMIT 100`,
  ],
  resourcesummary_resource_startdate_key: [
    'load of a resource',
    `SELECT * FROM "default"."resourcesummary" WHERE "resource" = 'resource 7'`,
  ],
}

describe('an index on the tables of a plan', () => {
  it.each(Object.entries(needed))('%s is used: %s', async (index, [, sql]) => {
    const { rows } = await test.database.query<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${sql}` })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`\\b${index}\\b`))
  })

  it('is in the list with the query that needs it', async () => {
    const { rows } = await test.database.query<{ name: string }>({
      text: `SELECT indexname::text AS "name" FROM pg_indexes WHERE schemaname = 'default'
        AND tablename IN ('operationplan', 'operationplanmaterial', 'operationplanresource', 'resourcesummary')`,
    })
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(needed).toSorted())
  })
})
