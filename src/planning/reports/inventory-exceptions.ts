/** SQL of the safety stock of buffers, and of the buffers whose stock is below it. */
import { calendarValue } from './calendar-value.ts'
import { isUnlimited, onlyBuffers, stockRows } from './inventory-sources.ts'
import {
  asShown,
  bucketOf,
  bucketTables,
  type Figures,
  keyTable,
  type SummaryReport,
  type Table,
} from './report.ts'

/** Returns SQL of the safety stock of a buffer `f` in a bucket `b`. */
export const minimumAt = (plan: Table): string =>
  `coalesce(${calendarValue(plan, 'f."minimum_calendar"', 'b."startdate"')}, f."minimum")`

/** Returns SQL of the asked buffers with what says their safety stock. */
export const bufferRows = (asked: Figures): string =>
  `SELECT f."item", f."location", f."minimum", f."minimum_calendar"
    FROM ${asked.plan('input.buffer')} AS f ${onlyBuffers(asked, 'f')}`

/** Returns the CTE `minima`: the safety stock of each key, and whether a calendar changes it. */
export const minimumTable = (asked: Figures): string => `"minima" AS MATERIALIZED (
  SELECT f."item", f."location", sum(f."minimum") AS "minimum",
    bool_or(f."minimum_calendar" IS NOT NULL) AS "varies"
  FROM (${bufferRows(asked)}) AS f GROUP BY 1, 2)`

/** Returns the CTE `seasons`: the value of each calendar of a safety stock in each bucket; each calendar is read once. */
export const seasonTable = (asked: Figures): string => `"seasons" AS MATERIALIZED (
  SELECT f."minimum_calendar" AS "calendar", b."n",
    ${calendarValue(asked.plan, 'f."minimum_calendar"', 'b."startdate"')} AS "value"
  FROM (SELECT DISTINCT "minimum_calendar" FROM (${bufferRows(asked)}) AS f WHERE "minimum_calendar" IS NOT NULL) AS f
  CROSS JOIN "buckets" AS b)`

/** Returns SQL that joins the buckets `b` and the value of the calendar, `v`, to buffers of an alias. */
export const joinSeasons = (alias: string): string => `CROSS JOIN "buckets" AS b
  LEFT JOIN "seasons" AS v ON v."calendar" = ${alias}."minimum_calendar" AND v."n" = b."n"`

/** Number of a bucket after all others. */
const afterAllBuckets = 2_147_483_647

/** Returns SQL of changes of stock with the number of their bucket. */
const changes = (rows: string): string => `
  SELECT k."item", k."location", ${bucketOf('k."moment"')} AS "n", k."quantity"
  FROM (${rows}) AS k CROSS JOIN "bounds" WHERE k."moment" < "bounds"."last"`

/**
 * Returns SQL of the keys that are exceptions. Stock changes only in buckets with movements: each level is that of the
 * end of its own bucket, of the start of the bucket of the next change, and of all in between. It is compared with the
 * safety stock: one for all buckets, or, where a calendar changes it, one for each. Unlimited stock is never short.
 */
export function exceptionKeys(report: Pick<SummaryReport, 'allKeys'>, asked: Figures): string {
  const { moved, held } = stockRows(asked)
  return `WITH ${bucketTables(asked.time, asked.span)},
${keyTable(report, asked)},
${minimumTable(asked)},
${seasonTable(asked)},
"changes" AS (${changes(moved)}
  UNION ALL ${changes(held)}
  UNION ALL
  SELECT s."item", s."location", 0, 0 FROM "minima" AS s),
"levels" AS (
  SELECT "item", "location", "n", sum(sum("quantity")) OVER w AS "level", lead("n") OVER w AS "next"
  FROM "changes" GROUP BY 1, 2, 3 WINDOW w AS (PARTITION BY "item", "location" ORDER BY "n")),
"least" AS (
  SELECT s."item", s."location", 0 AS "n", ${afterAllBuckets} AS "last", s."minimum"
  FROM "minima" AS s CROSS JOIN "bounds" WHERE NOT s."varies" AND "bounds"."last" IS NOT NULL
  UNION ALL
  SELECT s."item", s."location", b."n", b."n", sum(coalesce(v."value", f."minimum"))
  FROM "minima" AS s
  JOIN ${asked.plan('input.buffer')} AS f ON f."item" = s."item" AND f."location" = s."location"
  ${joinSeasons('f')}
  WHERE s."varies" GROUP BY 1, 2, 3)
SELECT DISTINCT l."item", l."location" FROM "levels" AS l
LEFT JOIN "least" AS m ON m."item" = l."item" AND m."location" = l."location"
  AND m."last" >= l."n" AND m."n" <= coalesce(l."next", ${afterAllBuckets})
WHERE ${asShown('l."level"')} < ${asShown('coalesce(m."minimum", 0)')} AND NOT ${isUnlimited(asked.plan, 'l')}`
}
