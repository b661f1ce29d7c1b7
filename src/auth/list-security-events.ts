/** Lists the account log for administrators, newest events first. */
import { datetimeIso } from '../data/record-sql.ts'
import type { ControlDatabase } from '../database/database.ts'

export interface SecurityFilter {
  /** Name, at that time, of the affected user or of the user who caused the event. */
  readonly user: string | undefined
  readonly event: string | undefined
  /** Limits in planning time. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** Only events with lower numbers. */
  readonly before: number | undefined
  readonly limit: number
}

export interface ListedSecurityEvent {
  readonly id: number
  /** Planning time. */
  readonly created: string
  readonly event: string
  readonly username: string | null
  readonly actor: string | null
  /** Whether the command line caused the event. */
  readonly command: boolean
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

type EventRow = Omit<ListedSecurityEvent, 'details'> &
  Record<string, unknown> & { readonly details: string | null }

export async function listSecurityEvents(
  database: ControlDatabase,
  { user, event, from, to, before, limit }: SecurityFilter,
  signal: AbortSignal,
): Promise<readonly ListedSecurityEvent[]> {
  const { rows } = await database.query<EventRow>(
    {
      text: `SELECT "id"::float8 AS "id", ${datetimeIso('"created"::timestamp')} AS "created", "event", "username",
          "actor_name" AS "actor", coalesce("actor" = 0, false) AS "command", "address", "details"::text
        FROM control."securityevent"
        WHERE ($1::text IS NULL OR lower("username") = lower($1) OR lower("actor_name") = lower($1))
          AND ($2::text IS NULL OR "event" = $2)
          AND ($3::timestamp IS NULL OR "created" >= $3::timestamp) AND ($4::timestamp IS NULL OR "created" < $4::timestamp)
          AND ($5::bigint IS NULL OR "id" < $5)
        ORDER BY "id" DESC LIMIT $6`,
      values: [user ?? null, event ?? null, from ?? null, to ?? null, before ?? null, limit],
    },
    { signal },
  )
  return rows.map(({ details, ...event }) =>
    Object.assign(event, { details: details === null ? null : JSON.parse(details) }),
  )
}
