/** Reads the changes that a stored plan made to proposed orders, in portions. */
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import type { KeptChange } from '../store/store-changes.ts'

/**
 * Returns the change set that stored a plan of the scenario, and whether the changes of the plan are still available.
 * Returns undefined if there is no such plan.
 */
export async function findPlan(
  { home, scenario, signal }: DataContext,
  plan: number,
): Promise<{ readonly changeset: number; readonly kept: boolean } | undefined> {
  const { rows } = await home.query<{ changeset: number; kept: boolean }>(
    {
      text: `SELECT h."changeset"::float8 AS "changeset",
          h."transaction" > l."expired" AND h."transaction" >= l."replaced" AS "kept"
        FROM control."planhistory" h CROSS JOIN ${qualified(scenario, 'changelog')} l
        WHERE h."id" = $1 AND h."scenario" = $2`,
      values: [plan, scenario],
    },
    { signal },
  )
  return rows[0]
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
