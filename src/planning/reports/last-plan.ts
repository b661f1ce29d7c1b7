/**
 * Finds what made the plan of a scenario: an accepted trial, its own run, or one of the scenario from which it was
 * copied or promoted since. Failed and canceled runs are ignored because they keep the previous plan. Which run made the plan of
 * a restored backup is not known.
 */
import type { Database } from '../../database/database.ts'
import { replacesData } from '../../rules/replacing-tasks.ts'

/**
 * Returns SQL of at most one row for each scenario: `scenario`, and `id`, `status`, `message`, `started` and `finished`
 * of the run.
 * @param names SQL of an array of scenarios
 */
export const lastPlanQuery = (names: string): string => `
WITH RECURSIVE "events" AS MATERIALIZED (
  SELECT t."id", t."name", t."status", t."message", t."started", t."finished",
    CASE WHEN t."name" IN ('runplan', 'restore') THEN coalesce(t."scenario", 'default')
      ELSE coalesce(t."parameters"->>'destination', 'default') END AS "into",
    coalesce(t."parameters"->>'source', t."scenario", 'default') AS "from",
    t."parameters"->'promote' IS NOT DISTINCT FROM 'true' AS "promotes",
    t."parameters"->'revert-promote' IS NOT DISTINCT FROM 'true' AS "reverts",
    t."parameters"->'redo-promote' IS NOT DISTINCT FROM 'true' AS "redoes"
  FROM control."task" AS t
  WHERE t."status" = 'Done' AND (t."name" IN ('runplan', 'restore') OR ${replacesData('t')})
), "sources" AS MATERIALIZED (
  SELECT e.*,
    CASE WHEN e."reverts" OR e."redoes" THEN e."into" ELSE e."from" END AS "before_in",
    CASE WHEN e."reverts" THEN (SELECT max(p."id") FROM "events" AS p
      WHERE p."promotes" AND p."into" = e."into" AND p."id" < e."id")
      WHEN e."redoes" THEN (SELECT max(r."id") FROM "events" AS r
        WHERE r."reverts" AND r."into" = e."into" AND r."id" < e."id") ELSE e."id" END AS "before"
  FROM "events" AS e
), "trace" AS (
  SELECT n."scenario", e.* FROM unnest(${names}) AS n ("scenario"),
    LATERAL (SELECT * FROM "sources" AS e WHERE e."into" = n."scenario" ORDER BY e."id" DESC LIMIT 1) AS e
  UNION ALL
  SELECT t."scenario", e.* FROM "trace" AS t,
    LATERAL (SELECT * FROM "sources" AS e
      WHERE t."name" = 'scenario_copy' AND e."into" = t."before_in" AND e."id" < t."before"
      ORDER BY e."id" DESC LIMIT 1) AS e
)
SELECT "scenario", "id", "status", "message", "started", "finished" FROM "trace" WHERE "name" = 'runplan'`

export interface LastPlan {
  /** Run that made the plan; null for an accepted trial. */
  readonly task: number | null
  readonly status: string
  /** Time at which the plan was stored. */
  readonly at: string
  readonly message: string | null
}

/**
 * Returns what made the plan of each scenario: a run, or a trial that was accepted since. Plans without figures in the
 * history of plans are those of their runs.
 */
export async function lastPlansOf(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, LastPlan>> {
  const { rows } = await database.query<LastPlan & { name: string }>({
    text: `SELECT n."name", CASE WHEN s."trial" THEN NULL ELSE run."id" END AS "task", coalesce(run."status", 'Done') AS "status",
        CASE WHEN s."trial" THEN NULL ELSE run."message" END AS "message",
        to_char(coalesce(s."created", run."finished"), 'YYYY-MM-DD"T"HH24:MI:SS') AS "at"
      FROM unnest($1::text[]) AS n ("name")
      LEFT JOIN (${lastPlanQuery('$1::text[]')}) AS run ON run."scenario" = n."name"
      LEFT JOIN LATERAL (
        SELECT h."created", h."origin" IS DISTINCT FROM 'runplan' AS "trial" FROM control."planhistory" AS h
        WHERE h."scenario" = n."name" ORDER BY h."id" DESC LIMIT 1
      ) AS s ON run."started" IS NULL OR s."created" >= run."started"
      WHERE run."id" IS NOT NULL OR s."trial"`,
    values: [names],
  })
  return new Map(rows.map(({ name, ...plan }) => [name, plan]))
}
