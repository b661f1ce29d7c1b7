/**
 * Keeps the quantity of an order of a routing and of its steps equal: all steps of a routing have its quantity. A write
 * that changes the quantity of one of them also changes that of the order and of its open steps which had the same
 * quantity before. A write of several of them gives their quantities itself.
 */
import { stage } from '../intake/staging.ts'
import { type Consequence, loggedUpdate } from '../log/logged.ts'
import { isOpen, isStaged, type WrittenOrders } from './written-orders.ts'

/** Steps whose quantity has changed with that of another one: `reference`, `owner`, `quantity`. */
export const resized = 'pg_temp."_resized"'
/** Orders of routings with their quantity before and after: `owner`, `was`, `quantity`. */
const sized = 'pg_temp."_sized"'

/** Returns the FROM clause of staged orders and steps whose quantity has changed. */
export const quantityChanges = ({ table, before }: Pick<WrittenOrders, 'table' | 'before'>): string =>
  `FROM ${table} t JOIN ${before} b ON b."reference" = t."reference"
    WHERE t."type" IN ('MO', 'WO') AND t."quantity" <> b."quantity"`

/** Changes the quantities. Returns whether steps have changed, which are then in the table {@link resized}. */
export async function resizeRoutings(write: Consequence, written: WrittenOrders): Promise<boolean> {
  const { client } = write
  const { orders, table, before } = written
  const { rowCount } = await client.query(
    `CREATE TEMPORARY TABLE "_sized" ON COMMIT DROP AS
     SELECT c."owner", c."was", c."quantity"
     FROM (
       SELECT CASE WHEN t."type" = 'WO' THEN t."owner" ELSE t."reference" END AS "owner", min(b."quantity") AS "was", min(t."quantity") AS "quantity"
       FROM ${table} t JOIN ${stage} s ON s."reference" = t."reference"
       LEFT JOIN ${before} b ON b."reference" = t."reference"
       WHERE t."type" IN ('MO', 'WO') GROUP BY 1 HAVING count(*) = 1) c
     JOIN ${table} o ON o."reference" = c."owner"
     WHERE c."quantity" <> c."was" AND o."quantity" = CASE WHEN ${isStaged('o')} THEN c."quantity" ELSE c."was" END`,
  )
  if (rowCount === 0) {
    await client.query(`DROP TABLE ${sized}`)
    return false
  }
  const quantity = (reference: string): string =>
    `(SELECT z."quantity" FROM ${sized} z WHERE z."owner" = ${reference})`
  await loggedUpdate(
    write,
    orders,
    { quantity: quantity('o."reference"') },
    `${isOpen('o')} AND o."reference" IN (SELECT z."owner" FROM ${sized} z) AND NOT ${isStaged('o')}`,
  )
  const { rowCount: steps } = await client.query(
    `CREATE TEMPORARY TABLE "_resized" ON COMMIT DROP AS
     SELECT o."reference", o."owner", z."quantity" FROM ${sized} z JOIN ${table} o ON o."owner" = z."owner"
     WHERE o."type" = 'WO' AND o."quantity" = z."was" AND ${isOpen('o')} AND NOT ${isStaged('o')}`,
  )
  await client.query(`DROP TABLE ${sized}`)
  if (steps === 0) {
    await client.query(`DROP TABLE ${resized}`)
    return false
  }
  await loggedUpdate(
    write,
    orders,
    { quantity: `(SELECT r."quantity" FROM ${resized} r WHERE r."reference" = o."reference")` },
    `o."reference" IN (SELECT r."reference" FROM ${resized} r)`,
  )
  return true
}
