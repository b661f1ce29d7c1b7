/** The log of proposals: every change of a state and every comment is published here, so that consumers can follow it. */
import { datetimeIso } from '../data/record-sql.ts'
import type pg from 'pg'
import type { ProposalEventKind } from '../model/event-kinds.ts'

export interface ProposalEvent {
  readonly id: number
  readonly created: string
  readonly user: number | null
  readonly kind: ProposalEventKind
  readonly revision: number
  readonly text: string
}

/** Adds an event within the transaction that changes the proposal. All changes of proposals are published here. */
export async function publishProposalEvent(
  client: Pick<pg.ClientBase, 'query'>,
  event: {
    readonly proposal: number
    readonly user: number | null
    readonly kind: ProposalEventKind
    readonly revision: number
    readonly text?: string | undefined
  },
): Promise<void> {
  await client.query(
    `INSERT INTO control."proposalevent" ("proposal", "user", "kind", "revision", "text") VALUES ($1, $2, $3, $4, $5)`,
    [event.proposal, event.user, event.kind, event.revision, event.text ?? ''],
  )
}

/** Returns the newest events of a proposal, oldest first. */
export async function readProposalEvents(
  client: Pick<pg.ClientBase, 'query'>,
  proposal: number,
  limit: number,
): Promise<readonly ProposalEvent[]> {
  const { rows } = await client.query<ProposalEvent>(
    `SELECT "id"::float8 AS "id", ${datetimeIso('"created"')} AS "created", "user", "kind", "revision", "text"
     FROM control."proposalevent" WHERE "proposal" = $1 ORDER BY "id" DESC LIMIT $2`,
    [proposal, limit],
  )
  return rows.toReversed()
}
