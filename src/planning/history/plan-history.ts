/** Stores and reads the key figures of stored plans per scenario, for comparisons and trends. */
import { storeInControl } from '../../data/control-work.ts'
import { datetimeIso } from '../../data/record-sql.ts'
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { Database } from '../../database/database.ts'
import type { KeyFigures } from '../../planner/live/consequences/facts.ts'
import type { Seconds } from '../../planner/time.ts'

/** Changes of the deliveries of sales orders against the previous plan: how many, and the most urgent of them. */
export type HistoryDeliveries = Readonly<
  Record<
    'late' | 'recovered' | 'later' | 'earlier',
    { readonly count: number; readonly names: readonly string[] }
  >
>

/** Figures of a plan, as they are stored and sent. */
export interface HistoryFigures extends KeyFigures {
  /** Number of proposed orders by type. */
  readonly proposals: Readonly<Record<string, number>>
  /** Number of proposed orders by their change against the previous plan. */
  readonly changes: Readonly<Record<'kept' | 'moved' | 'added' | 'dropped' | 'churn', number>>
  /** Null for plans of versions that did not keep them. */
  readonly deliveries: HistoryDeliveries | null
}

export interface StoredFigures {
  readonly id: number
  /** Time at which the plan was stored. */
  readonly time: string
  readonly changeset: number
  /** Login name; null for the service itself and for deleted users. */
  readonly user: string | null
  /** Task that stored the plan; for an accepted trial null or the API key. */
  readonly origin: string | null
  /** Start date of the plan. */
  readonly start: string
  readonly figures: HistoryFigures
}

/** Retention of the figures, in days. */
const keptDays = 731

/** Stores the figures of a plan, in the transaction that stores the plan. */
export async function addToHistory(
  client: pg.ClientBase,
  context: DataContext,
  plan: { readonly changeset: number; readonly start: Seconds; readonly figures: HistoryFigures },
): Promise<void> {
  const { userId, origin } = context.actor
  const figures = JSON.stringify(plan.figures)
  await storeInControl(client, context, 'planhistory', [
    plan.changeset,
    userId,
    origin ?? null,
    plan.start,
    figures,
  ])
}

/** Returns the figures of the plans of a scenario, newest first. */
export async function listHistory(
  { control, scenario, signal }: DataContext,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<readonly StoredFigures[]> {
  const { rows } = await control.query<Omit<StoredFigures, 'figures'> & { figures: string }>(
    {
      text: `SELECT h."id"::float8 AS "id", ${datetimeIso('h."created"')} AS "time", h."changeset"::float8 AS "changeset",
           u."username" AS "user", h."origin", ${datetimeIso('h."start"')} AS "start", h."figures"
         FROM control."planhistory" AS h LEFT JOIN control."user" AS u ON u."id" = h."user"
         WHERE h."scenario" = $1 AND ($2::bigint IS NULL OR h."id" < $2) ORDER BY h."id" DESC LIMIT $3`,
      values: [scenario, before ?? null, limit],
    },
    { signal },
  )
  return rows.map(({ figures, ...plan }) => {
    const parsed: HistoryFigures = { deliveries: null, ...JSON.parse(figures) }
    return Object.assign(plan, { figures: parsed })
  })
}

/** Deletes the figures of plans whose retention has expired. */
export async function deleteOldHistory(database: Database): Promise<void> {
  await database.query({
    text: `DELETE FROM control."planhistory" WHERE "created" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [keptDays],
  })
}
