/** Fills the tables of a plan: items at one location, each with a sales order, orders and movements. */
import type pg from 'pg'

const begin = `'2026-01-05'::timestamp`

/**
 * Replaces the existing rows.
 * @returns the number of movements: 25 per item
 */
export async function fillPlan(database: pg.Client, items: number, weeks: number): Promise<number> {
  const days = 7 * weeks
  const perItem = 25
  const orders = items * perItem
  const statements = [
    `TRUNCATE "default"."item", "default"."location", "default"."bucket" CASCADE`,
    `INSERT INTO "default"."location" ("name") VALUES ('here')`,
    `INSERT INTO "default"."item" ("name") SELECT 'item ' || lpad(i::text, 7, '0') FROM generate_series(1, ${items}) AS i`,
    `INSERT INTO "default"."bucket" ("name", "level") VALUES ('week', 4)`,
    `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
      SELECT 'week', 'W' || i, ${begin} + i * interval '7 days', ${begin} + (i + 1) * interval '7 days'
      FROM generate_series(0, ${weeks - 1}) AS i`,
    `INSERT INTO "default"."buffer" ("item", "location", "batch", "onhand", "minimum")
      SELECT "name", 'here', '', 10, 3 FROM "default"."item"`,
    `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity", "status")
      SELECT 'D' || "name", "name", 'here', ${begin} + (hashtext("name") & 255) * interval '1 day', 5, 'open'
      FROM "default"."item"`,
    `INSERT INTO "default"."operationplan"
        ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location")
      SELECT i::text, (ARRAY['PO', 'MO', 'DLVR'])[i % 3 + 1], 'proposed', 5,
        ${begin} + (i % ${days}) * interval '1 day', ${begin} + (i % ${days} + 5) * interval '1 day',
        'item ' || lpad((i % ${items} + 1)::text, 7, '0'), 'here'
      FROM generate_series(1, ${orders}) AS i`,
    `INSERT INTO "default"."operationplanmaterial" ("operationplan", "item", "location", "quantity", "flowdate")
      SELECT "reference", "item", "location", CASE "type" WHEN 'DLVR' THEN -5 ELSE 5 END, "enddate"
      FROM "default"."operationplan"`,
    'VACUUM ANALYZE',
  ]
  for (const statement of statements) await database.query(statement)
  return orders
}
