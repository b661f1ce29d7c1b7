/** Key figures of the plans that were stored, scenario by scenario: what a plan is compared with, and trends are drawn from. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { Database } from '../../database/database.ts'
import type { KeyFigures } from '../../planner/live/consequences/facts.ts'
import type { Seconds } from '../../planner/time.ts'

/** Figures of a plan, as they are kept and sent. */
export interface HistoryFigures extends KeyFigures {
  /** Proposed orders by type. */
  readonly proposals: Readonly<Record<string, number>>
  /** Proposed orders against the plan before. */
  readonly changes: Readonly<Record<'kept' | 'moved' | 'added' | 'dropped' | 'churn', number>>
}

export interface StoredFigures {
  readonly id: number
  /** When it was stored. */
  readonly time: string
  readonly changeset: number
  /** Login name; null for the service itself and users that are gone. */
  readonly user: string | null
  /** The task behind it; null for a plan that was accepted. */
  readonly origin: string | null
  /** Start of the plan. */
  readonly start: string
  readonly figures: HistoryFigures
}

/** Days for which figures are kept. */
const keptDays = 731

/** Keeps the figures of a plan, in the transaction that stores it. */
export async function addToHistory(
  client: pg.ClientBase,
  { scenario, actor }: DataContext,
  plan: { readonly changeset: number; readonly start: Seconds; readonly figures: HistoryFigures },
): Promise<void> {
  await client.query(
    `INSERT INTO control."planhistory" ("scenario", "changeset", "user", "origin", "start", "figures")
     VALUES ($1, $2, $3, $4, to_timestamp($5) AT TIME ZONE 'UTC', $6)`,
    [scenario, plan.changeset, actor.userId, actor.origin ?? null, plan.start, JSON.stringify(plan.figures)],
  )
}

/** Figures of the plans of a scenario, newest first. */
export async function listHistory(
  { database, scenario, signal }: DataContext,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<readonly StoredFigures[]> {
  const { rows } = await database.query<Omit<StoredFigures, 'figures'> & { figures: string }>(
    {
      text: `SELECT h."id"::float8 AS "id", to_json(h."created")#>>'{}' AS "time", h."changeset"::float8 AS "changeset",
           u."username" AS "user", h."origin", to_json(h."start")#>>'{}' AS "start", h."figures"
         FROM control."planhistory" AS h LEFT JOIN control."user" AS u ON u."id" = h."user"
         WHERE h."scenario" = $1 AND ($2::bigint IS NULL OR h."id" < $2) ORDER BY h."id" DESC LIMIT $3`,
      values: [scenario, before ?? null, limit],
    },
    { signal },
  )
  return rows.map(({ figures, ...plan }) => {
    const parsed: HistoryFigures = JSON.parse(figures)
    return Object.assign(plan, { figures: parsed })
  })
}

/** Removes the figures of plans that were stored too long ago. */
export async function deleteOldHistory(database: Database): Promise<void> {
  await database.query({
    text: `DELETE FROM control."planhistory" WHERE "created" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [keptDays],
  })
}
