/** Sums up capacity and its use per resource and time bucket, from the finest buckets that a plan stores. */
import { capacityReport as declaration } from '../../model/reports/capacity-report.ts'
import { bucketOf, bucketTables, keyTable, onlyKeys, planReport, type SummaryReport } from './report.ts'

const report: SummaryReport = {
  declaration,
  keys: ['resource'],
  allKeys: (plan) => `SELECT DISTINCT "resource" FROM ${plan('output.resourcesummary')} AS s`,
  figures: (asked) => `WITH ${bucketTables(asked.time, asked.span)},
${keyTable(report, asked)},
"figures" AS (
  SELECT s."resource", ${bucketOf('s."startdate"')} AS "n", sum(s."available") AS "available",
    sum(s."unavailable") AS "unavailable", sum(s."setup") AS "setup", sum(s."load") AS "load",
    sum(s."load_confirmed") AS "load_confirmed", sum(s."free") AS "free"
  FROM ${asked.plan('output.resourcesummary')} AS s ${onlyKeys(asked, { resource: 's."resource"' }, false)}
  CROSS JOIN "bounds"
  WHERE s."startdate" >= "bounds"."first" AND s."startdate" < "bounds"."last"
  GROUP BY 1, 2)
SELECT r."resource", b."name" AS "bucket", b."startdate", b."enddate",
  coalesce(f."available", 0) AS "available", coalesce(f."unavailable", 0) AS "unavailable",
  coalesce(f."setup", 0) AS "setup", coalesce(f."load", 0) AS "load",
  coalesce(f."load_confirmed", 0) AS "load_confirmed", coalesce(f."free", 0) AS "free",
  CASE WHEN f."available" > 0 THEN 100 * coalesce(f."load", 0) / f."available" END AS "utilization"
FROM "keys" AS r CROSS JOIN "buckets" AS b
LEFT JOIN "figures" AS f ON f."resource" = r."resource" AND f."n" = b."n"`,
}

export const capacityReport = planReport(report)
