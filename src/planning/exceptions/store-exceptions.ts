/**
 * Stores the exceptions of the stored plan. They are computed once per plan, by the run that stores it or at the first
 * request: computing them takes seconds on large plans, reading them a few milliseconds.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import { qualified } from '../../database/identifiers.ts'
import { addExceptionNotices, readFollowedExceptions } from '../notices/exception-notices.ts'
import { storedColumns } from './columns.ts'
import { foundExceptions } from './find-exceptions.ts'

/** Stores the exceptions unless they are current. Returns false if no stored plan is known. */
export async function storeExceptions(context: DataContext): Promise<boolean> {
  const { home, scenario, signal } = context
  const { rows } = await home.query<{ current: boolean }>({ text: stateQuery(scenario) }, { signal })
  const [state] = rows
  if (state === undefined) return false
  if (!state.current) await home.withTransaction((client) => replaceExceptions(client, context), { signal })
  return true
}

/** Returns SQL with one row if a plan is stored: whether the stored exceptions belong to it. */
const stateQuery = (
  scenario: string,
): string => `SELECT e."changeset" IS NOT DISTINCT FROM p."changeset" AS "current"
  FROM ${qualified(scenario, 'storedplan')} AS p LEFT JOIN ${qualified(scenario, 'exceptionplan')} AS e ON true`

async function replaceExceptions(client: pg.ClientBase, context: DataContext): Promise<void> {
  const { scenario } = context
  // A process that has waited for the lock reads the exceptions of the other process: its next statements use a new
  // snapshot.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('exceptions:' || $1, 0))`, [scenario])
  const { rows } = await client.query<{ current: boolean }>(stateQuery(scenario))
  if (rows[0]?.current !== false) return
  const table = tablesOf(context)
  const columns = storedColumns.map((name) => `"${name}"`).join(', ')
  const stored = qualified(scenario, 'planexception')
  const before = await readFollowedExceptions(client, context)
  await client.query(`DELETE FROM ${stored}`)
  // One statement, so that the exceptions and the number of the plan come from the same snapshot.
  await client.query(
    `WITH "plan" AS (
      INSERT INTO ${qualified(scenario, 'exceptionplan')} ("changeset")
      SELECT "changeset" FROM ${qualified(scenario, 'storedplan')}
      ON CONFLICT ("id") DO UPDATE SET "changeset" = excluded."changeset")
    INSERT INTO ${stored} (${columns}) SELECT ${columns} FROM (${foundExceptions(table)}) AS e`,
  )
  if (before !== undefined) await addExceptionNotices(client, context, before)
}
