/** Computes demand, its planned deliveries and the backlog, per item, location and time bucket. */
import { demandReport as declaration } from '../../model/reports/demand-report.ts'
import { trends } from '../../model/reports/figure-rules.ts'
import { plannedDemands, within } from './drilldowns.ts'
import { deliveriesOfKeys, demandKeys, orderTable, plannedTable } from './planned-demand.ts'
import {
  asShown,
  bucketOf,
  bucketTables,
  type Figures,
  keyTable,
  planReport,
  type SummaryReport,
  unitOfItem,
  unitTable,
  withUnit,
} from './report.ts'

/**
 * Only open orders and quotes count, because these are planned. Quantities due or delivered before the first bucket
 * are part of its backlog. Every item and location with an order or a delivery has a row per bucket.
 */
const report: SummaryReport = {
  declaration,
  keys: ['item', 'location'],
  unit: unitOfItem(() => 'k."item"'),
  drilldowns: {
    orders: `${plannedDemands}&${within('due')}`,
    supply: `/api/input/deliveryorder/?item={item}&location={location}&${within('enddate')}&status__ne=closed`,
    backlog: `${plannedDemands}&due__lt={enddate}`,
    reasons: '/api/output/constraint/?item={item}',
  },
  allKeys: (plan) => `WITH ${plannedTable(plan)} ${demandKeys(plan)}`,
  figures: (asked) => `WITH ${eventTables(asked, true)},
"placed" AS (
  SELECT e."item", e."location", ${bucketOf('e."moment"')} AS "n", "orders", "supply", "owed", "reason"
  FROM "events" AS e, "bounds" WHERE e."moment" < "bounds"."last"),
"everything" AS (
  SELECT * FROM "placed"
  UNION ALL
  SELECT k."item", k."location", b."n", 0, 0, 0, NULL FROM "keys" AS k CROSS JOIN "buckets" AS b),
"figures" AS (
  SELECT "item", "location", "n", sum("orders") AS "orders", sum("supply") AS "supply",
    sum(sum("owed")) OVER (PARTITION BY "item", "location" ORDER BY "n") AS "backlog",
    string_agg(DISTINCT "reason", ', ' ORDER BY "reason") AS "reasons"
  FROM "everything" GROUP BY "item", "location", "n")
SELECT f."item", f."location", b."name" AS "bucket", b."startdate", b."enddate", f."orders", f."supply",
  f."backlog", f."reasons"
FROM "figures" AS f JOIN "buckets" AS b ON b."n" = f."n"`,
  // What is due before the first bucket counts at its end.
  exceptions: (asked) => `WITH ${eventTables(asked, false)}
SELECT DISTINCT f."item", f."location" FROM (
  SELECT e."item", e."location",
    sum(sum(e."owed")) OVER (PARTITION BY e."item", e."location" ORDER BY e."n") AS "backlog"
  FROM (
    SELECT e.*, greatest(1, ${bucketOf('e."moment"')}) AS "n" FROM "events" AS e, "bounds"
    WHERE e."moment" < "bounds"."last") AS e
  GROUP BY e."item", e."location", e."n") AS f
WHERE ${asShown('f."backlog"')} > ${asShown(String(trends['demandreport']!.limit))}`,
  totals: (asked) => `WITH ${eventTables(asked, false)},
${unitTable(report, asked.time)},
"everything" AS (
  SELECT e."unit", ${bucketOf('e."moment"')} AS "n", e."orders", e."supply", e."owed"
  FROM (${withUnit(report, asked.time, '"events"')}) AS e, "bounds" WHERE e."moment" < "bounds"."last"
  UNION ALL
  SELECT u."unit", b."n", 0, 0, 0 FROM "units" AS u CROSS JOIN "buckets" AS b),
"figures" AS (
  SELECT "unit", "n", sum("orders") AS "orders", sum("supply") AS "supply",
    sum(sum("owed")) OVER (PARTITION BY "unit" ORDER BY "n") AS "backlog"
  FROM "everything" GROUP BY "unit", "n")
SELECT f."unit", b."name" AS "bucket", b."startdate", b."enddate", f."orders", f."supply", f."backlog"
FROM "figures" AS f JOIN "buckets" AS b ON b."n" = f."n"`,
}

/**
 * Returns the CTEs up to `events`: quantities due and delivered, and the changes of the backlog, `owed`; with `reason` also why
 * orders are late.
 * @param reasons whether the reasons are needed
 */
function eventTables(asked: Figures, reasons: boolean): string {
  const { plan, time, span } = asked
  return `${bucketTables(time, span)},
${keyTable(report, asked)},
${plannedTable(plan)},
${orderTable(asked, true)},
"events" AS (
  SELECT d."item", d."location", d."due" AS "moment", d."quantity" AS "orders", 0::float8 AS "supply",
    d."quantity" AS "owed", NULL::text AS "reason"
  FROM "orders" AS d
  UNION ALL
  SELECT e."item", e."location", m."moment", 0, m."supply", m."owed", NULL
  FROM (${deliveriesOfKeys(asked, true)}) AS e CROSS JOIN LATERAL (
    VALUES (e."moment", e."quantity", 0), (e."owed_at", 0, -e."owed")) AS m ("moment", "supply", "owed")
  WHERE m."owed" IS NOT NULL${
    reasons
      ? `
  UNION ALL
  SELECT d."item", d."location", d."due", 0, 0, 0, c."name"
  FROM ${plan('output.constraint')} AS c JOIN "orders" AS d ON d."name" = c."demand"`
      : ''
  })`
}

export const demandReport = planReport(report)
