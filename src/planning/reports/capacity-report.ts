/** Capacity and its use per resource and time bucket, summed up from the finest buckets that a plan stores. */
import { number, reference } from '../../model/define.ts'
import { defineEntity, type ReportQuery } from '../../model/entity.ts'
import { bucketFields, bucketOf, bucketTables, type PlanReport, type ReportSpan } from './report.ts'

const fields = [
  reference('resource', 'input.resource', 'cascade', { help: 'Resource.' }),
  ...bucketFields,
  number('available', { help: 'Capacity available in the bucket.' }),
  number('unavailable', { help: 'Capacity lost to closed time.' }),
  number('setup', { help: 'Capacity spent on changeovers.' }),
  number('load', { help: 'Capacity used by orders.' }),
  number('load_confirmed', { label: 'confirmed load', help: 'Part of the load from confirmed work.' }),
  number('free', { help: 'Capacity left.' }),
  number('utilization', {
    label: 'utilization %',
    nullable: true,
    help: 'Load in percent of the capacity available; empty where there is none.',
  }),
]

const query =
  (span: ReportSpan): ReportQuery =>
  (table) =>
    `WITH ${bucketTables(table, span)},
"figures" AS (
  SELECT s."resource", ${bucketOf('s."startdate"')} AS "n", sum(s."available") AS "available",
    sum(s."unavailable") AS "unavailable", sum(s."setup") AS "setup", sum(s."load") AS "load",
    sum(s."load_confirmed") AS "load_confirmed", sum(s."free") AS "free"
  FROM ${table('output.resourcesummary')} AS s, "bounds"
  WHERE s."startdate" >= "bounds"."first" AND s."startdate" < "bounds"."last"
  GROUP BY 1, 2),
"resources" AS (SELECT DISTINCT "resource" FROM "figures")
SELECT r."resource", b."name" AS "bucket", b."startdate", b."enddate",
  coalesce(f."available", 0) AS "available", coalesce(f."unavailable", 0) AS "unavailable",
  coalesce(f."setup", 0) AS "setup", coalesce(f."load", 0) AS "load",
  coalesce(f."load_confirmed", 0) AS "load_confirmed", coalesce(f."free", 0) AS "free",
  CASE WHEN f."available" > 0 THEN 100 * coalesce(f."load", 0) / f."available" END AS "utilization"
FROM "resources" AS r CROSS JOIN "buckets" AS b
LEFT JOIN "figures" AS f ON f."resource" = r."resource" AND f."n" = b."n"`

export const capacityReport: PlanReport = {
  name: 'capacityreport',
  label: 'capacity report',
  about: 'Capacity and load per resource and time bucket.',
  entities: ['output.resourcesummary'],
  order: ['resource', 'startdate'],
  over: (span) =>
    defineEntity({
      name: 'output.capacityreport',
      label: 'capacity report',
      labelPlural: 'capacity report',
      about: 'Capacity and load per resource and time bucket.',
      key: 'startdate',
      permissions: ['view'],
      imports: false,
      readOnly: true,
      rowsMidSize: 50_000,
      fields,
      query: query(span),
    }),
}
