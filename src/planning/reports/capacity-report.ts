/**
 * Sums capacity and its use per resource and time bucket: from the finest buckets that a plan stores, and outside
 * their range from the calendars.
 */
import { capacityReport as declaration } from '../../model/reports/capacity-report.ts'
import { trends } from '../../model/reports/figure-rules.ts'
import { capacityBeyond, nothingBeyond } from './capacity-beyond.ts'
import {
  asShown,
  bucketOf,
  bucketQuery,
  bucketTables,
  keyTable,
  onlyKeys,
  planReport,
  type SummaryReport,
  withUnit,
} from './report.ts'

const orders = '/api/output/capacityorders/?resource={resource}&start={startdate}&end={enddate}'
const summed = ['available', 'unavailable', 'setup', 'load', 'load_confirmed', 'free']

/**
 * A pool has the figures of its members, so that members are not added to a total that contains their pool. Their unit
 * has a total nevertheless, even if it is 0.
 */
const report: SummaryReport = {
  declaration,
  keys: ['resource'],
  allKeys: (plan) => `SELECT DISTINCT "resource" FROM ${plan('output.resourcesummary')} AS s`,
  prepare: (context, span, scenario) => capacityBeyond(context, (time) => bucketQuery(time, span), scenario),
  unit: {
    join: (plan) => `LEFT JOIN ${plan('input.resource')} AS "u" ON "u"."name" = k."resource"`,
    // Hours; a resource that counts quantities does so in a unit of its own.
    name: `CASE WHEN "u"."type" IS DISTINCT FROM 'buckets' THEN 'h' END`,
    kind: `CASE WHEN "u"."type" IS DISTINCT FROM 'buckets' THEN 'h' ELSE 'resource ' || k."resource" END`,
  },
  drilldowns: {
    load: `${orders}&ordering=-load,startdate`,
    load_confirmed: `${orders}&status__in=confirmed,completed&ordering=-load,startdate`,
    setup: `${orders}&ordering=-setup,startdate`,
  },
  exceptions: (asked) => `SELECT DISTINCT f."resource" FROM (${report.figures(asked)}) AS f
WHERE ${asShown('f."utilization"')} > ${asShown(String(trends['capacityreport']!.limit))} OR f."utilization" IS NULL AND f."load" > 0`,
  totals: (asked) => `WITH RECURSIVE "figures" AS MATERIALIZED (${report.figures(asked)}),
"above" AS (
  SELECT r."name" AS "resource", r."owner" AS "pool" FROM ${asked.plan('input.resource')} AS r WHERE r."owner" IS NOT NULL
  UNION
  SELECT a."resource", r."owner" FROM "above" AS a JOIN ${asked.plan('input.resource')} AS r ON r."name" = a."pool"
  WHERE r."owner" IS NOT NULL),
"marked" AS (
  SELECT f.*, f."resource" NOT IN (
    SELECT a."resource" FROM "above" AS a WHERE a."pool" IN (SELECT p."resource" FROM "figures" AS p)) AS "counts"
  FROM "figures" AS f),
"sums" AS (
  SELECT c."unit", c."bucket", c."startdate", c."enddate",
    ${summed.map((name) => `coalesce(sum(c."${name}") FILTER (WHERE c."counts"), 0) AS "${name}"`).join(', ')}
  FROM (${withUnit(report, asked.time, '"marked"')}) AS c GROUP BY 1, 2, 3, 4)
SELECT s.*, CASE WHEN s."available" > 0 THEN 100 * s."load" / s."available" END AS "utilization" FROM "sums" AS s`,
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
