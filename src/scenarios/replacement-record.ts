/** Notes in the change log of a scenario that its data came from elsewhere as a whole. */
import type pg from 'pg'
import { qualified } from '../database/identifiers.ts'

/**
 * Adds a change set without records. Part of the transaction that puts the data in place, so that the log never
 * tells of a replacement that did not happen.
 */
export async function recordReplacement(
  client: pg.ClientBase,
  { scenario, user, origin }: { scenario: string; user: number | null; origin: string },
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'changeset')} ("user", "channel", "origin") VALUES ($1, 'task', $2)`,
    [user, origin],
  )
}
