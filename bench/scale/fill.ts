/**
 * Inserts sales orders with COPY, and orders with stock movements, five per sales order. The number of items grows
 * with the number of orders, so that each item has the same number of movements at every size.
 */
import type pg from 'pg'
import { copyPieces, demands, masterData } from '../data-api/demands.ts'
import { copyInto, withoutIndexes } from '../data-api/tables.ts'

const demandTable = '"default"."demand"'
const orders = '"default"."operationplan"'
const movements = '"default"."operationplanmaterial"'

/** Number of sales orders per order and per moved item, and of movements per order. */
const [demandsPerOrder, demandsPerItem, movementsPerOrder] = [5, 500, 25]
const weeks = 50
const begin = `'2026-01-05'::timestamp`

/** Inserts the records that all others refer to. */
export async function prepareScale(client: pg.Client): Promise<void> {
  const statements = [
    ...masterData,
    `INSERT INTO "default"."bucket" ("name", "level") VALUES ('week', 4)`,
    `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
      SELECT 'week', 'W' || i, ${begin} + i * interval '7 days', ${begin} + (i + 1) * interval '7 days'
      FROM generate_series(0, ${weeks - 1}) AS i`,
  ]
  for (const statement of statements) await client.query(statement)
}

/** Adds the sales orders with the numbers from `first` to before `end`, with their orders and movements. */
export async function fillScale(
  client: pg.Client,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<void> {
  // Generated rows contain only valid references; checking them is not part of the measurement.
  await client.query('SET session_replication_role = replica')
  await withoutIndexes(client, demandTable, () =>
    copyInto(client, demandTable, copyPieces(demands(first, end))),
  )
  const item = (order: string): string =>
    `'MOVED-' || lpad((${order} / ${demandsPerItem / demandsPerOrder})::text, 7, '0')`
  const site = (order: string): string =>
    `'Site ' || to_char(${order} / ${demandsPerItem / demandsPerOrder} % 50 + 1, 'FM00')`
  const [from, to] = [Math.floor(first / demandsPerOrder), Math.floor(end / demandsPerOrder) - 1]
  await client.query(
    `INSERT INTO "default"."item" ("name") SELECT DISTINCT ${item('n')} FROM generate_series(${from}, ${to}) AS n
     ON CONFLICT DO NOTHING`,
  )
  await withoutIndexes(client, orders, () =>
    client.query(
      `INSERT INTO ${orders} ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location")
       SELECT n::text, CASE n % 2 WHEN 0 THEN 'PO' ELSE 'DLVR' END, 'proposed', 5,
         ${begin} + n % ${7 * weeks} * interval '1 day', ${begin} + (n % ${7 * weeks} + 5) * interval '1 day',
         ${item('n')}, ${site('n')}
       FROM generate_series(${from}, ${to}) AS n`,
    ),
  )
  await withoutIndexes(client, movements, () =>
    client.query(
      `INSERT INTO ${movements} ("operationplan", "item", "location", "quantity", "flowdate")
       SELECT n::text, ${item('n')}, ${site('n')}, CASE n % 2 WHEN 0 THEN 5 ELSE -5 END,
         ${begin} + (n + m) % ${7 * weeks} * interval '1 day'
       FROM generate_series(${from}, ${to}) AS n CROSS JOIN generate_series(1, ${movementsPerOrder}) AS m`,
    ),
  )
  await client.query('RESET session_replication_role')
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
}
