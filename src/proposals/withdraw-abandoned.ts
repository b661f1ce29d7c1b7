/**
 * Withdraws proposals that a task has made for itself and left behind: a merge stores its changes as a proposal, and
 * may be killed or canceled before it applies them.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import type { ProposalEventKind } from '../model/event-kinds.ts'
import { pendingStates } from '../model/proposals.ts'

/** Keeps a proposal for its users, after the task that made it has told them why. */
export async function keepProposalOfTask(database: ControlDatabase, proposal: number): Promise<void> {
  await database.query({
    text: `UPDATE control."proposal" SET "source" = ("source"::jsonb - 'task')::json WHERE "id" = $1`,
    values: [proposal],
  })
}

/** Withdraws pending proposals whose task has ended without keeping them. */
export async function withdrawAbandoned(client: pg.ClientBase): Promise<void> {
  const kind: ProposalEventKind = 'withdrawn'
  await client.query(
    `WITH "withdrawn" AS (
       UPDATE control."proposal" p SET "state" = 'withdrawn', "lastmodified" = LOCALTIMESTAMP(6)
       WHERE p."state" = ANY ($1) AND p."source" ->> 'task' IS NOT NULL AND NOT EXISTS (
         SELECT FROM control."task" t WHERE t."id" = (p."source" ->> 'task')::bigint AND t."finished" IS NULL)
       RETURNING p."id", p."revision"
     )
     INSERT INTO control."proposalevent" ("proposal", "user", "kind", "revision", "text")
     SELECT "id", NULL, $2, "revision", '' FROM "withdrawn"`,
    [pendingStates, kind],
  )
}
