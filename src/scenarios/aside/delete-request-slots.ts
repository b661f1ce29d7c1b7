/** Deletes the stored responses to requests with an `Idempotency-Key` when the data of their scenario is replaced. */
import type pg from 'pg'

/**
 * Deletes the keys of all requests to a scenario, because the records that their responses report are gone. Also those
 * of requests that are running: they have changed the replaced data, or fail because it is replaced.
 */
export async function deleteRequestSlots(client: pg.ClientBase, scenario: string): Promise<void> {
  await client.query('DELETE FROM control."idempotency" WHERE "scenario" = $1', [scenario])
}
