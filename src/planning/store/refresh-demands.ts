/** Updates the planned deliveries of sales orders, and counts the changes of those that were planned before. */
import type pg from 'pg'
import type { DemandChange } from '../../planner/live/consequences/consequences.ts'
import {
  changeCounts,
  type ChangeCounts,
  demandChange,
  isMissing,
  mostNames,
  planOf,
  shortDemands,
} from './demand-change.ts'
import type { PlanTables } from './plan-tables.ts'

/** Changes of a plan for sales orders that the previous plan also contained. */
export interface DeliveryChanges extends ChangeCounts {
  /** Number of sales orders whose last delivery moves. */
  readonly movedEarlier: number
  readonly movedLater: number
  /**
   * Some of the sales orders whose last delivery moves, the largest moves first: `SO-1 (2026-03-02 12:00 → 2026-03-09
   * 08:00)`.
   */
  readonly mostEarlier: readonly string[]
  readonly mostLater: readonly string[]
  /** Names of the sales orders by change, the most urgent first, up to a maximum number each. */
  readonly lateNames: readonly string[]
  readonly recoveredNames: readonly string[]
  readonly laterNames: readonly string[]
  readonly earlierNames: readonly string[]
}

/** Maximum number of names per change. */
const mostListed = 20

/** Returns SQL of the names of the sales orders with a change. */
const namesOf = (change: DemandChange): string =>
  `coalesce((array_agg("name" ORDER BY "priority", "name")
    FILTER (WHERE "change" = '${change}'))[1:${mostListed}], '{}') AS "${change}Names"`

/** Returns SQL of the sales orders that move most in one direction. */
const moved = (condition: string, order: 'ASC' | 'DESC'): string =>
  `coalesce((array_agg(concat("name", ' (', to_char("was", 'YYYY-MM-DD HH24:MI'), ' → ',
      to_char("is", 'YYYY-MM-DD HH24:MI'), ')') ORDER BY "is" - "was" ${order}, "name")
    FILTER (WHERE "both" AND ${condition}))[1:${mostNames}], '{}')`

/** The sales order in the new plan, which is made for its present quantity. */
const newPlan = {
  ...planOf('s', isMissing('d."quantity"', 's."plannedquantity"')),
  quantity: 'd."quantity"',
}

/** Remembers which sales orders the previous plan does not deliver in full. Call it before problems are replaced. */
export async function keepShortDemands(client: pg.ClientBase, tables: PlanTables): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE "_plan_short" ON COMMIT DROP AS ${shortDemands(tables.problems)}`,
  )
}

/**
 * Updates the sales orders with the given names, or all, after {@link keepShortDemands}. Expects the new values in
 * `_plan_demands`; sales orders that are not in it are stored as not planned.
 */
export async function refreshDemands(
  client: pg.ClientBase,
  tables: PlanTables,
  names?: readonly string[],
): Promise<DeliveryChanges & { readonly changed: number }> {
  const { rows } = await client.query<DeliveryChanges & { changed: number }>(
    `WITH "changed" AS (
       UPDATE ${tables.demands} AS t
       SET "delay" = s."delay", "plannedquantity" = s."plannedquantity", "deliverydate" = s."deliverydate",
         "plan" = coalesce(s."plan", '{}'), "lastmodified" = LOCALTIMESTAMP(6)
       FROM ${tables.demands} AS d LEFT JOIN pg_temp."_plan_demands" AS s ON s."name" = d."name"
         LEFT JOIN pg_temp."_plan_short" AS p ON p."owner" = d."name"
       WHERE t."name" = d."name" AND ($1::text[] IS NULL OR d."name" = ANY ($1))
         AND (t."delay", t."plannedquantity", t."deliverydate", coalesce(t."plan", '{}'))
           IS DISTINCT FROM (s."delay", s."plannedquantity", s."deliverydate", coalesce(s."plan", '{}'))
       RETURNING d."name", d."priority", d."deliverydate" AS "was", s."deliverydate" AS "is",
         d."plannedquantity" IS NOT NULL AND s."plannedquantity" IS NOT NULL AS "both",
         ${demandChange(planOf('d', 'p."owner" IS NOT NULL'), newPlan)} AS "change")
     SELECT count(*) AS "changed", ${changeCounts},
       count(*) FILTER (WHERE "both" AND "is" < "was") AS "movedEarlier",
       count(*) FILTER (WHERE "both" AND "is" > "was") AS "movedLater",
       ${moved('"is" < "was"', 'ASC')} AS "mostEarlier",
       ${moved('"is" > "was"', 'DESC')} AS "mostLater",
       ${(['late', 'recovered', 'later', 'earlier'] as const).map(namesOf).join(', ')}
     FROM "changed"`,
    [names ?? null],
  )
  return rows[0]!
}
