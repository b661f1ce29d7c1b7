/**
 * Empties whole tables at once. `TRUNCATE` takes no time, but it requires that all referencing tables are truncated
 * as well, and blocks all other sessions until the transaction ends.
 */
import type pg from 'pg'
import { isLockTimeout } from '../../../database/errors.ts'
import { literal, qualified } from '../../../database/identifiers.ts'

/** Timeout of waiting for readers and writers of the tables; meanwhile new ones wait as well. */
const lockTimeout = '300ms'

/** Returns those of the tables that no other table references, directly or indirectly. */
export async function truncatableTables(
  client: pg.ClientBase,
  schema: string,
  tables: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; referrer: string; schema: string }>(
    `SELECT t.relname AS "table", r.relname AS "referrer", s.nspname AS "schema"
     FROM pg_catalog.pg_constraint c
     JOIN pg_catalog.pg_class t ON t.oid = c.confrelid
     JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace AND n.nspname = $1
     JOIN pg_catalog.pg_class r ON r.oid = c.conrelid
     JOIN pg_catalog.pg_namespace s ON s.oid = r.relnamespace
     WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`,
    [schema],
  )
  const free = new Set(tables)
  for (let before = -1; before !== free.size;) {
    before = free.size
    for (const { table, referrer, schema: home } of rows) {
      if (home !== schema || !free.has(referrer)) free.delete(table)
    }
  }
  return tables.filter((table) => free.has(table))
}

/**
 * Truncates the tables and returns the number of rows of each. Returns undefined without a change if other sessions
 * use one of the tables for longer than the timeout.
 */
export async function truncate(
  client: pg.ClientBase,
  schema: string,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const list = tables.map((table) => qualified(schema, table)).join(', ')
  await client.query('SAVEPOINT "truncate"')
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    await client.query(`LOCK TABLE ${list} IN ACCESS EXCLUSIVE MODE`)
    await client.query('SET LOCAL lock_timeout TO DEFAULT')
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await client.query('ROLLBACK TO SAVEPOINT "truncate"')
    return undefined
  }
  const counts = tables.map(
    (table) => `SELECT ${literal(table)} AS "table", count(*) AS "count" FROM ${qualified(schema, table)}`,
  )
  const { rows } = await client.query<{ table: string; count: number }>(counts.join(' UNION ALL '))
  await client.query(`TRUNCATE ${list}`)
  return new Map(rows.map(({ table, count }) => [table, count]))
}
