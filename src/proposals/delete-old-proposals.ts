/** Removes proposals that came to their end long ago, with their edits and comments. */
import type { Database } from '../database/database.ts'

/** @param days for which they are kept after the last change */
export async function deleteOldProposals(database: Database, days: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."proposal"
      WHERE "state" IN ('applied', 'rejected', 'withdrawn') AND "lastmodified" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [days],
  })
}
