/** Demand, its planned deliveries and the backlog, per item, location and time bucket. */
import { number, reference, text } from '../../model/define.ts'
import { defineEntity, type ReportQuery } from '../../model/entity.ts'
import { bucketFields, bucketOf, bucketTables, type PlanReport, type ReportSpan } from './report.ts'

const fields = [
  reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item ordered.' }),
  reference('location', 'input.location', 'cascade', { nullable: true, help: 'Shipping location.' }),
  ...bucketFields,
  number('orders', { help: 'Quantity of the sales orders that are due in the bucket.' }),
  number('supply', { help: 'Quantity that is planned to be delivered in the bucket.' }),
  number('backlog', { help: 'Quantity due by the end of the bucket that is not delivered by then.' }),
  text('reasons', { nullable: true, help: 'Why orders that are due in the bucket are late or short.' }),
]

/**
 * Orders count that are planned: open ones and quotes. What was due or delivered before the first bucket is in its
 * backlog. Every item and location with an event has a row per bucket.
 */
const query =
  (span: ReportSpan): ReportQuery =>
  (table) =>
    `WITH ${bucketTables(table, span)},
"planned" AS (
  SELECT d."name", d."item", d."location", d."due", d."quantity" FROM ${table('input.demand')} AS d
  WHERE d."status" IN ('open', 'quote')),
"events" AS (
  SELECT "item", "location", "due" AS "moment", coalesce("quantity", 0) AS "orders", 0::float8 AS "supply",
    NULL::text AS "reason" FROM "planned"
  UNION ALL
  SELECT coalesce(d."item", o."item"), coalesce(d."location", o."location"), o."enddate", 0, o."quantity", NULL
  FROM ${table('input.deliveryorder')} AS o LEFT JOIN "planned" AS d ON d."name" = o."demand"
  WHERE o."status" IS DISTINCT FROM 'closed' AND (o."demand" IS NULL OR d."name" IS NOT NULL)
  UNION ALL
  SELECT d."item", d."location", d."due", 0, 0, c."name"
  FROM ${table('output.constraint')} AS c JOIN "planned" AS d ON d."name" = c."demand"),
"placed" AS MATERIALIZED (
  SELECT e."item", e."location", ${bucketOf('e."moment"')} AS "n", "orders", "supply", "reason"
  FROM "events" AS e, "bounds" WHERE e."moment" < "bounds"."last"),
"everything" AS (
  SELECT * FROM "placed"
  UNION ALL
  SELECT k."item", k."location", b."n", 0, 0, NULL
  FROM (SELECT DISTINCT "item", "location" FROM "placed") AS k CROSS JOIN "buckets" AS b),
"figures" AS (
  SELECT "item", "location", "n", sum("orders") AS "orders", sum("supply") AS "supply",
    sum(sum("orders") - sum("supply")) OVER (PARTITION BY "item", "location" ORDER BY "n") AS "backlog",
    string_agg(DISTINCT "reason", ', ' ORDER BY "reason") AS "reasons"
  FROM "everything" GROUP BY "item", "location", "n")
SELECT f."item", f."location", b."name" AS "bucket", b."startdate", b."enddate", f."orders", f."supply",
  f."backlog", f."reasons"
FROM "figures" AS f JOIN "buckets" AS b ON b."n" = f."n"`

export const demandReport: PlanReport = {
  name: 'demandreport',
  label: 'demand report',
  about: 'Orders, planned deliveries and backlog per item, location and time bucket.',
  entities: ['input.demand', 'input.deliveryorder', 'output.constraint'],
  order: ['item', 'location', 'startdate'],
  over: (span) =>
    defineEntity({
      name: 'output.demandreport',
      label: 'demand report',
      labelPlural: 'demand report',
      about: 'Orders, planned deliveries and backlog per item, location and time bucket.',
      key: 'startdate',
      permissions: ['view'],
      imports: false,
      readOnly: true,
      rowsMidSize: 500_000,
      fields,
      query: query(span),
    }),
}
