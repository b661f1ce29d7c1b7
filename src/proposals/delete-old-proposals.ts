/** Deletes closed proposals after their retention, with their edits and comments. */
import type { ControlDatabase } from '../database/database.ts'

/** @param days retention after the last change */
export async function deleteOldProposals(database: ControlDatabase, days: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."proposal"
      WHERE "state" IN ('applied', 'rejected', 'withdrawn') AND "lastmodified" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [days],
  })
}
