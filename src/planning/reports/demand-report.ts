/** Computes demand, its planned deliveries and the backlog, per item, location and time bucket. */
import { demandReport as declaration } from '../../model/reports/demand-report.ts'
import { deliveryQuery, plannedTable } from './planned-demand.ts'
import { bucketOf, bucketTables, keyTable, onlyKeys, planReport, type SummaryReport } from './report.ts'

/**
 * Only open orders and quotes count, because these are planned. Quantities due or delivered before the first bucket
 * are part of its backlog. Every item and location with an order or a delivery has a row per bucket.
 */
const report: SummaryReport = {
  declaration,
  keys: ['item', 'location'],
  allKeys: (plan) => `WITH ${plannedTable(plan)}
    SELECT * FROM (SELECT DISTINCT "item", "location" FROM "planned") AS p
    UNION
    SELECT * FROM (SELECT DISTINCT e."item", e."location" FROM (${deliveryQuery(plan)}) AS e) AS s`,
  figures: (asked) => {
    const { plan, time, span } = asked
    const only = (item: string, location: string): string => onlyKeys(asked, { item, location }, true)
    return `WITH ${bucketTables(time, span)},
${keyTable(report, asked)},
${plannedTable(plan)},
"events" AS (
  SELECT d."item", d."location", d."due" AS "moment", d."quantity" AS "orders", 0::float8 AS "supply",
    NULL::text AS "reason"
  FROM "planned" AS d ${only('d."item"', 'd."location"')}
  UNION ALL
  SELECT e."item", e."location", e."moment", 0, e."quantity", NULL
  FROM (${deliveryQuery(plan)}) AS e ${only('e."item"', 'e."location"')}
  UNION ALL
  SELECT d."item", d."location", d."due", 0, 0, c."name"
  FROM ${plan('output.constraint')} AS c JOIN "planned" AS d ON d."name" = c."demand"
    ${only('d."item"', 'd."location"')}),
"placed" AS (
  SELECT e."item", e."location", ${bucketOf('e."moment"')} AS "n", "orders", "supply", "reason"
  FROM "events" AS e, "bounds" WHERE e."moment" < "bounds"."last"),
"everything" AS (
  SELECT * FROM "placed"
  UNION ALL
  SELECT k."item", k."location", b."n", 0, 0, NULL FROM "keys" AS k CROSS JOIN "buckets" AS b),
"figures" AS (
  SELECT "item", "location", "n", sum("orders") AS "orders", sum("supply") AS "supply",
    sum(sum("orders") - sum("supply")) OVER (PARTITION BY "item", "location" ORDER BY "n") AS "backlog",
    string_agg(DISTINCT "reason", ', ' ORDER BY "reason") AS "reasons"
  FROM "everything" GROUP BY "item", "location", "n")
SELECT f."item", f."location", b."name" AS "bucket", b."startdate", b."enddate", f."orders", f."supply",
  f."backlog", f."reasons"
FROM "figures" AS f JOIN "buckets" AS b ON b."n" = f."n"`
  },
}

export const demandReport = planReport(report)
