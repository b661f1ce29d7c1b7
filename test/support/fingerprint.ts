/** Computes a text from all data of an installation, to detect changes. */
import type { Database } from '../../src/database/database.ts'

/**
 * Tables that requests write without changing data: last use of keys, proposals, idempotency keys, places of
 * sign-ins, the live plans of servers, and trials.
 */
const noted = '^(apikey|proposal|idempotency|place|live_plan|trial)'

/**
 * Returns one line per table of `control` and the scenarios `default` and `scenario1`, with a checksum over its rows.
 */
export async function fingerprintOf(database: Database): Promise<string> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT format('%I.%I', schemaname, tablename) AS "name" FROM pg_tables
      WHERE schemaname IN ('control', 'default', 'scenario1') AND tablename !~ $1 ORDER BY 1`,
    values: [noted],
  })
  const parts = rows.map(
    ({ name }) =>
      `SELECT '${name}' AS "name", md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS "sum" FROM ${name} t`,
  )
  const sums = await database.query<{ name: string; sum: string }>({ text: parts.join(' UNION ALL ') })
  return sums.rows
    .map(({ name, sum }) => `${name} ${sum}`)
    .toSorted()
    .join('\n')
}
