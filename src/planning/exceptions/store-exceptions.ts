/**
 * Keeps the exceptions of the plan that is stored. They are found once per plan, by whoever asks first: that takes seconds on
 * large plans, and reading them a few milliseconds.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { qualified } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'
import { storedColumns } from './columns.ts'
import { foundExceptions } from './find-exceptions.ts'

/** Returns whether they are stored: not where no plan is known. */
export async function storeExceptions(context: DataContext): Promise<boolean> {
  const { database, scenario, signal } = context
  const { rows } = await database.query<{ current: boolean }>({ text: stateQuery(scenario) }, { signal })
  const [state] = rows
  if (state === undefined) return false
  if (!state.current)
    await database.withTransaction((client) => replaceExceptions(client, context), { signal })
  return true
}

/** One row where a plan is stored: whether the exceptions that are stored are its own. */
const stateQuery = (
  scenario: string,
): string => `SELECT e."changeset" IS NOT DISTINCT FROM p."changeset" AS "current"
  FROM ${qualified(scenario, 'storedplan')} AS p LEFT JOIN ${qualified(scenario, 'exceptionplan')} AS e ON true`

async function replaceExceptions(client: pg.ClientBase, context: DataContext): Promise<void> {
  const { scenario, model } = context
  // Whoever waits for another one sees what that one has found: statements after this one read what is committed then.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('exceptions:' || $1, 0))`, [scenario])
  const { rows } = await client.query<{ current: boolean }>(stateQuery(scenario))
  if (rows[0]?.current !== false) return
  const table = (name: string): string => relationOf(context, requireEntity(model, name))
  const columns = storedColumns.map((name) => `"${name}"`).join(', ')
  const stored = qualified(scenario, 'planexception')
  await client.query(`DELETE FROM ${stored}`)
  // One statement: the exceptions and the number of the plan are of one moment.
  await client.query(
    `WITH "plan" AS (
      INSERT INTO ${qualified(scenario, 'exceptionplan')} ("changeset")
      SELECT "changeset" FROM ${qualified(scenario, 'storedplan')}
      ON CONFLICT ("id") DO UPDATE SET "changeset" = excluded."changeset")
    INSERT INTO ${stored} (${columns}) SELECT ${columns} FROM (${foundExceptions(table)}) AS e`,
  )
}
