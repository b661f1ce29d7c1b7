/** Deletes change sets from the change log after their retention. */
import { qualified } from '../../database/identifiers.ts'
import type { Database } from '../../database/database.ts'

/** Number of change sets deleted per statement, so that no statement locks the log for a long time. */
const step = 1_000

/**
 * Deletes the change sets of a scenario that are older than a number of days.
 * @returns the number of deleted change sets
 */
export async function deleteOldChanges(
  database: Database,
  scenario: string,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const table = (name: string): string => qualified(scenario, name)
  let forgotten = 0
  for (;;) {
    const { rowCount } = await database.query(
      {
        text: `
          WITH old AS (
            SELECT "id", "transaction" FROM ${table('changeset')}
            WHERE "created" < LOCALTIMESTAMP - make_interval(secs => $1 * 86400) ORDER BY "id" LIMIT ${step}),
          entries AS (DELETE FROM ${table('change')} WHERE "changeset" IN (SELECT "id" FROM old)),
          plans AS (DELETE FROM ${table('planchange')} WHERE "changeset" IN (SELECT "id" FROM old)),
          notices AS (DELETE FROM ${table('plannotice')} WHERE "changeset" IN (SELECT "id" FROM old)),
          expired AS (
            UPDATE ${table('changelog')} SET "expired" = greatest("expired", (SELECT max("transaction") FROM old)),
              "forgotten" = greatest("forgotten", (SELECT max("id") FROM old)))
          DELETE FROM ${table('changeset')} WHERE "id" IN (SELECT "id" FROM old)`,
        values: [days],
      },
      { signal },
    )
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < step) return forgotten
  }
}
