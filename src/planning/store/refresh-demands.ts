/** Tells sales orders when they are delivered now, and what that changes for those that were planned before. */
import type pg from 'pg'
import type { DemandChange } from '../../planner/live/consequences/consequences.ts'
import { demandChange, type PlannedDemand } from './demand-change.ts'
import type { PlanTables } from './plan-tables.ts'

/** What a plan changes for sales orders that the one before has planned as well. */
export interface DeliveryChanges {
  /** Late or short before, and in full on time now. */
  readonly recovered: number
  /** In full on time before, and late or short now. */
  readonly late: number
  /** Which of these they stay, with an earlier or later delivery, or more or less of it. */
  readonly earlier: number
  readonly later: number
  /** Names of some of those that are late now, the most urgent first. */
  readonly worst: readonly string[]
  /** How many have a last delivery that moves. */
  readonly movedEarlier: number
  readonly movedLater: number
  /** Some of those whose last delivery moves, those that move most first: `SO-1 (2026-03-02 12:00 → 2026-03-09 08:00)`. */
  readonly mostEarlier: readonly string[]
  readonly mostLater: readonly string[]
}

/** Orders of a kind that are named. */
const mostNames = 5

/** SQL of those that move most into one direction. */
const moved = (condition: string, order: 'ASC' | 'DESC'): string =>
  `coalesce((array_agg(concat("name", ' (', to_char("was", 'YYYY-MM-DD HH24:MI'), ' → ',
      to_char("is", 'YYYY-MM-DD HH24:MI'), ')') ORDER BY "is" - "was" ${order}, "name")
    FILTER (WHERE "both" AND ${condition}))[1:${mostNames}], '{}')`

const planOf = (row: string): PlannedDemand => ({
  quantity: 'd."quantity"',
  planned: `${row}."plannedquantity"`,
  delivery: `${row}."deliverydate"`,
  delay: `${row}."delay"`,
})

const counted = (change: DemandChange): string => `count(*) FILTER (WHERE "change" = '${change}')`

/**
 * Expects the new values in `_plan_demands`. Sales orders that are not planned any more say so; those of some names, or all.
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
       WHERE t."name" = d."name" AND ($1::text[] IS NULL OR d."name" = ANY ($1))
         AND (t."delay", t."plannedquantity", t."deliverydate", coalesce(t."plan", '{}'))
           IS DISTINCT FROM (s."delay", s."plannedquantity", s."deliverydate", coalesce(s."plan", '{}'))
       RETURNING d."name", d."priority", d."deliverydate" AS "was", s."deliverydate" AS "is",
         d."plannedquantity" IS NOT NULL AND s."plannedquantity" IS NOT NULL AS "both",
         ${demandChange(planOf('d'), planOf('s'))} AS "change")
     SELECT count(*) AS "changed", ${counted('recovered')} AS "recovered", ${counted('late')} AS "late",
       ${counted('earlier')} AS "earlier", ${counted('later')} AS "later",
       coalesce((array_agg("name" ORDER BY "priority", "name")
         FILTER (WHERE "change" = 'late'))[1:${mostNames}], '{}') AS "worst",
       count(*) FILTER (WHERE "both" AND "is" < "was") AS "movedEarlier",
       count(*) FILTER (WHERE "both" AND "is" > "was") AS "movedLater",
       ${moved('"is" < "was"', 'ASC')} AS "mostEarlier",
       ${moved('"is" > "was"', 'DESC')} AS "mostLater"
     FROM "changed"`,
    [names ?? null],
  )
  return rows[0]!
}
