/** Finds orders that the statements of a file have made invalid, before the transaction is stored. */
import type { ClientBase } from 'pg'
import { isLockTimeout } from '../../database/errors.ts'
import type { Database } from '../../database/database.ts'
import { literal, qualified } from '../../database/identifiers.ts'

/** Maximum number of orders in the message that end before they start. */
const mostNamed = 5
/** Number of orders per query. */
const pageSize = 1_000
/** Timeout for reading the stored orders, in milliseconds, in case the statements have locked the table exclusively. */
const lockTimeoutMs = 2_000

interface ReversedOrder {
  readonly reference: string
  readonly start: string
  readonly end: string
}

/**
 * Throws if the open transaction makes orders end before they start, as every other way of writing does. Orders that
 * already did so before the transaction are allowed.
 * @param client connection of the transaction, with the privileges of the statements
 * @param database connection that reads the stored state
 */
export async function rejectReversedOrders(
  client: ClientBase,
  database: Database,
  scenario: string,
): Promise<void> {
  const orders = qualified(scenario, 'operationplan')
  const { rows: rights } = await client.query<{ readable: boolean }>(
    `SELECT pg_catalog.has_table_privilege(${literal(orders)}, 'SELECT') AS readable`,
  )
  if (!rights[0]!.readable) {
    throw new Error(
      `it writes orders, and its role may not read them, so that their dates cannot be checked; grant it: GRANT SELECT ON ${orders}`,
    )
  }
  const found: ReversedOrder[] = []
  for (let after: string | null = null; found.length <= mostNamed;) {
    const { rows }: { rows: readonly ReversedOrder[] } = await client.query<ReversedOrder>(
      `SELECT "reference", pg_catalog.to_char("startdate", 'YYYY-MM-DD HH24:MI:SS') AS start,
         pg_catalog.to_char("enddate", 'YYYY-MM-DD HH24:MI:SS') AS end
       FROM ${orders} o
       WHERE "enddate" OPERATOR(pg_catalog.<) "startdate"
         AND pg_catalog.age(o.xmin) OPERATOR(pg_catalog.<=) 0
         AND ($1::pg_catalog.text IS NULL OR "reference" OPERATOR(pg_catalog.>) $1::pg_catalog.text)
       ORDER BY "reference" LIMIT ${pageSize}`,
      [after],
    )
    const known = rows.length === 0 ? new Set() : await reversedBefore(database, orders, rows)
    found.push(...rows.filter(({ reference }) => !known.has(reference)))
    if (rows.length < pageSize) break
    after = rows.at(-1)!.reference
  }
  if (found.length === 0) return
  const named = found
    .slice(0, mostNamed)
    .map(({ reference, start, end }) => `"${reference.slice(0, 60)}" (start ${start}, end ${end})`)
  const more = found.length > mostNamed ? ' and others' : ''
  throw new Error(
    `it makes orders end before they start: ${named.join(', ')}${more}; correct their startdate or enddate`,
  )
}

/** Returns which of the orders already ended before they started. */
async function reversedBefore(
  database: Database,
  orders: string,
  found: readonly ReversedOrder[],
): Promise<ReadonlySet<string>> {
  try {
    return await database.withTransaction(async (client) => {
      // This connection does not read uncommitted changes of the statements; without a timeout, it would wait forever
      // for a lock of the statements.
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
      const { rows } = await client.query<{ reference: string }>(
        `SELECT "reference" FROM ${orders} WHERE "reference" = ANY($1::text[]) AND "enddate" < "startdate"`,
        [found.map(({ reference }) => reference)],
      )
      return new Set(rows.map(({ reference }) => reference))
    })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error(
      `it makes orders end before they start, or leaves some that did (the first: "${found[0]!.reference.slice(0, 60)}"); which is not known, because it locks the table of orders against everybody; correct the orders, or leave the lock out`,
      { cause: error },
    )
  }
}
