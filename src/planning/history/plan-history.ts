/** Stores and reads the key figures of stored plans per scenario, for comparisons and trends. */
import type { ComparedPlan } from '../../model/compared-plans.ts'
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

/** Columns of a plan of the history `h` and of its user `u`. */
const planColumns = `h."id"::float8 AS "id", ${datetimeIso('h."created"')} AS "time", h."changeset"::float8 AS "changeset",
  u."username" AS "user", h."origin", ${datetimeIso('h."start"')} AS "start", h."figures"`

type StoredRow = Omit<StoredFigures, 'figures'> & { readonly figures: string }

function storedFigures({ figures, ...plan }: StoredRow): StoredFigures {
  const parsed: HistoryFigures = { deliveries: null, ...JSON.parse(figures) }
  return Object.assign(plan, { figures: parsed })
}

/** Returns the figures of the plans of a scenario, newest first. */
export async function listHistory(
  { control, scenario, signal }: DataContext,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<readonly StoredFigures[]> {
  const { rows } = await control.query<StoredRow>(
    {
      text: `SELECT ${planColumns} FROM control."planhistory" AS h LEFT JOIN control."user" AS u ON u."id" = h."user"
         WHERE h."scenario" = $1 AND ($2::bigint IS NULL OR h."id" < $2) ORDER BY h."id" DESC LIMIT $3`,
      values: [scenario, before ?? null, limit],
    },
    { signal },
  )
  return rows.map(storedFigures)
}

export interface FoundPlan {
  readonly scenario: string
  /** Whether it is the last plan of the scenario, whose orders the scenario has. */
  readonly last: boolean
  /** Null if there is no such plan, or no longer. */
  readonly plan: StoredFigures | null
}

/** Returns the figures of plans of several scenarios, in the given order. */
export async function findPlans(
  { control, signal }: Pick<DataContext, 'control' | 'signal'>,
  wanted: readonly ComparedPlan[],
): Promise<readonly FoundPlan[]> {
  const { rows } = await control.query<StoredRow & { readonly place: number; readonly last: boolean }>(
    {
      text: `SELECT w."place"::float8 AS "place", h."id" = l."last" AS "last", ${planColumns}
         FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS w ("scenario", "id", "place")
         CROSS JOIN LATERAL (
           SELECT max("id") AS "last" FROM control."planhistory" WHERE "scenario" = w."scenario") AS l
         JOIN control."planhistory" AS h
           ON h."scenario" = w."scenario" AND h."id" = coalesce(w."id", l."last")
         LEFT JOIN control."user" AS u ON u."id" = h."user"`,
      values: [wanted.map(({ scenario }) => scenario), wanted.map(({ id }) => id ?? null)],
    },
    { signal },
  )
  const found = new Map(rows.map(({ place, last, ...row }) => [place, { last, plan: storedFigures(row) }]))
  // A scenario without a history can have a plan, which was imported.
  return wanted.map(({ scenario, id }, index) => {
    const { last, plan } = found.get(index + 1) ?? { last: id === undefined, plan: null }
    return { scenario, last, plan }
  })
}

/** Deletes the figures of plans whose retention has expired. */
export async function deleteOldHistory(database: Database): Promise<void> {
  await database.query({
    text: `DELETE FROM control."planhistory" WHERE "created" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [keptDays],
  })
}
