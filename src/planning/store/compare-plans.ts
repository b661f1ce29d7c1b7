/**
 * What a plan changes against the one before. Proposals have no identity of their own: those that are the same in
 * everything are kept; of what remains, the first of a kind is taken for the first, the second for the second.
 */
import type pg from 'pg'
import type { Seconds } from '../../planner/time.ts'
import { timestamp } from './cells.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'

export interface PlanChanges {
  /** Proposals as they were. */
  readonly kept: number
  /** With other dates or another quantity. */
  readonly moved: number
  readonly added: number
  readonly dropped: number
  /** Of the proposals that were to start within the frozen horizon, those that were moved or dropped, with new ones there. */
  readonly churn: number
  /** Proposals that were to start within the frozen horizon. */
  readonly frozen: number
}

/** What makes two proposals comparable: work, purchases and shipments of one kind. Deliveries follow from those. */
const comparable = (tables: PlanTables): string =>
  `SELECT hashtextextended(concat_ws(chr(31), o."type", o."operation", o."item", o."location", o."origin",
       o."destination", o."supplier", o."batch"), 0) AS "kind", o."startdate", o."enddate", o."quantity"
   FROM ${tables.orders} AS o WHERE ${isProposal('o')} AND o."type" NOT IN ('STCK', 'DLVR')`

/** Remembers the proposals until the new ones are there, and answers how many there are. */
export async function rememberPlan(client: pg.ClientBase, tables: PlanTables): Promise<number> {
  const { rowCount } = await client.query(
    `CREATE TEMPORARY TABLE "_previous" ON COMMIT DROP AS ${comparable(tables)}`,
  )
  return rowCount ?? 0
}

/** What a plan is where there was none before: all of it is new, and nothing that was relied on has changed. */
export async function firstPlan(client: pg.ClientBase, tables: PlanTables): Promise<PlanChanges> {
  const { rows } = await client.query<{ added: number }>(
    `SELECT count(*) AS "added" FROM (${comparable(tables)}) AS "new"`,
  )
  return { kept: 0, moved: 0, added: rows[0]!.added, dropped: 0, churn: 0, frozen: 0 }
}

export async function comparePlans(
  client: pg.ClientBase,
  tables: PlanTables,
  frozenUntil: Seconds,
): Promise<PlanChanges> {
  const { rows } = await client.query<PlanChanges>(
    `WITH "new" AS MATERIALIZED (${comparable(tables)}),
     "gone" AS MATERIALIZED (SELECT * FROM pg_temp."_previous" EXCEPT ALL SELECT * FROM "new"),
     "come" AS MATERIALIZED (SELECT * FROM "new" EXCEPT ALL SELECT * FROM pg_temp."_previous"),
     "before" AS (
       SELECT *, row_number() OVER (PARTITION BY "kind" ORDER BY "startdate", "enddate", "quantity") AS "n" FROM "gone"),
     "after" AS (
       SELECT *, row_number() OVER (PARTITION BY "kind" ORDER BY "startdate", "enddate", "quantity") AS "n" FROM "come"),
     "pairs" AS (
       SELECT b."kind" AS "was", a."kind" AS "is",
         least(b."startdate", a."startdate") < $1::timestamp AS "frozen"
       FROM "before" AS b FULL JOIN "after" AS a ON a."kind" = b."kind" AND a."n" = b."n")
     SELECT (SELECT count(*) FROM "new") - (SELECT count(*) FROM "come") AS "kept",
       count(*) FILTER (WHERE "was" IS NOT NULL AND "is" IS NOT NULL) AS "moved",
       count(*) FILTER (WHERE "was" IS NULL) AS "added",
       count(*) FILTER (WHERE "is" IS NULL) AS "dropped",
       count(*) FILTER (WHERE "frozen") AS "churn",
       (SELECT count(*) FROM pg_temp."_previous" WHERE "startdate" < $1::timestamp) AS "frozen"
     FROM "pairs"`,
    [timestamp(frozenUntil)],
  )
  return rows[0]!
}
