/**
 * Sums capacity and its use per resource and time bucket: from the finest buckets that a plan stores, and outside
 * their range from the calendars.
 */
import { capacityReport as declaration } from '../../model/reports/capacity-report.ts'
import { capacityBeyond, nothingBeyond } from './capacity-beyond.ts'
import {
  bucketOf,
  bucketQuery,
  bucketTables,
  keyTable,
  onlyKeys,
  planReport,
  type SummaryReport,
} from './report.ts'

const report: SummaryReport = {
  declaration,
  keys: ['resource'],
  allKeys: (plan) => `SELECT DISTINCT "resource" FROM ${plan('output.resourcesummary')} AS s`,
  prepare: (context, span, scenario) => capacityBeyond(context, (time) => bucketQuery(time, span), scenario),
  figures: (asked) => `WITH ${bucketTables(asked.time, asked.span)},
${keyTable(report, asked)},
"figures" AS (
  SELECT s."resource", ${bucketOf('s."startdate"')} AS "n", sum(s."available") AS "available",
    sum(s."unavailable") AS "unavailable", sum(s."setup") AS "setup", sum(s."load") AS "load",
    sum(s."load_confirmed") AS "load_confirmed", sum(s."free") AS "free"
  FROM ${asked.plan('output.resourcesummary')} AS s ${onlyKeys(asked, { resource: 's."resource"' }, false)}
  CROSS JOIN "bounds"
  WHERE s."startdate" >= "bounds"."first" AND s."startdate" < "bounds"."last"
  GROUP BY 1, 2),
"beyond" AS MATERIALIZED (${asked.prepared ?? nothingBeyond}),
"summed" AS (
  SELECT r."resource", b."name" AS "bucket", b."startdate", b."enddate",
    coalesce(f."available", 0) + coalesce(o."available"[b."n"], 0) AS "available",
    coalesce(f."unavailable", 0) + coalesce(o."unavailable"[b."n"], 0) AS "unavailable",
    coalesce(f."setup", 0) AS "setup", coalesce(f."load", 0) AS "load",
    coalesce(f."load_confirmed", 0) AS "load_confirmed",
    coalesce(f."free", 0) + coalesce(o."available"[b."n"], 0) AS "free"
  FROM "keys" AS r CROSS JOIN "buckets" AS b
  LEFT JOIN "figures" AS f ON f."resource" = r."resource" AND f."n" = b."n"
  LEFT JOIN "beyond" AS o ON o."resource" = r."resource")
SELECT s."resource", s."bucket", s."startdate", s."enddate", s."available", s."unavailable", s."setup", s."load",
  s."load_confirmed", s."free",
  CASE WHEN s."available" > 0 THEN 100 * s."load" / s."available" END AS "utilization"
FROM "summed" AS s`,
}

export const capacityReport = planReport(report)
