/** Reads the changes that a stored plan made to proposed orders, in portions. */
import type { DataContext } from '../../data/context.ts'
import { isSameDatabase } from '../../database/homes.ts'
import { qualified } from '../../database/identifiers.ts'
import type { KeptChange } from '../store/store-changes.ts'

/**
 * Returns the change set that stored a plan of the scenario, and whether the changes of the plan are still available.
 * Returns undefined if there is no such plan.
 */
export async function findPlan(
  { control, home, scenario, signal }: DataContext,
  plan: number,
): Promise<{ readonly changeset: number; readonly kept: boolean } | undefined> {
  const { rows } = await control.query<{ changeset: number; transaction: string }>(
    {
      text: `SELECT "changeset"::float8 AS "changeset", "transaction"::text AS "transaction"
        FROM control."planhistory" WHERE "id" = $1 AND "scenario" = $2`,
      values: [plan, scenario],
    },
    { signal },
  )
  const [found] = rows
  if (found === undefined) return undefined
  const { changeset, transaction } = found
  const log = qualified(scenario, 'changelog')
  // Transactions of another server have other numbers. A plan that changes nothing has no change set there.
  const kept = isSameDatabase(control, home)
    ? {
        text: `SELECT $1::bigint > "expired" AND $1::bigint >= "replaced" AS "kept" FROM ${log}`,
        values: [transaction],
      }
    : {
        text: `SELECT coalesce($1::bigint >= min(s."id"), false) AS "kept"
          FROM ${qualified(scenario, 'changeset')} s CROSS JOIN ${log} l
          WHERE s."transaction" > l."expired" AND s."transaction" >= l."replaced"`,
        values: [changeset],
      }
  const answer = await home.query<{ kept: boolean }>(kept, { signal })
  return { changeset, kept: answer.rows[0]?.kept === true }
}

/** Number of parts that are read at once. */
const portion = 10

/** Yields the changes of a plan in portions. */
export async function* readPlanChanges(
  { home, scenario, signal }: DataContext,
  changeset: number,
): AsyncGenerator<readonly KeptChange[]> {
  for (let after = 0; ;) {
    const { rows } = await home.query<{ part: number; changes: string }>(
      {
        text: `SELECT "part", "changes" FROM ${qualified(scenario, 'planchange')}
          WHERE "changeset" = $1 AND "part" > $2 ORDER BY "part" LIMIT ${portion}`,
        values: [changeset, after],
      },
      { signal },
    )
    for (const { changes } of rows) {
      const orders: readonly KeptChange[] = JSON.parse(changes)
      yield orders
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < portion) return
    after = last.part
  }
}
