/** Sales orders that are late or short, each with the bottleneck that delays it most. */
import { isLateSql } from '../../rules/late.ts'
import type { Table } from '../reports/report.ts'
import { epsilon, exceptionColumns, inDays } from './columns.ts'

/**
 * Returns CTEs: `late` contains the sales orders that are late or short, with their lateness in quantity-days;
 * `bound` contains the main cause of each.
 * Quantities that are not delivered count until the end of the plan, because their delivery date is unknown.
 */
export const lateTables = (plan: Table): string => `"troubled" AS MATERIALIZED (
  SELECT p."owner" AS "demand", max(p."enddate") AS "until"
  FROM ${plan('output.problem')} AS p
  WHERE p."entity" = 'demand' AND p."name" IN ('late', 'short', 'unplanned') GROUP BY p."owner"),
"deliveries" AS MATERIALIZED (
  SELECT o."demand", sum(o."quantity") AS "quantity",
    sum(o."quantity" * ${inDays('o."enddate" - d."due"')}) AS "effect", max(o."enddate") AS "last"
  FROM "troubled" AS t
  JOIN ${plan('input.demand')} AS d ON d."name" = t."demand"
  JOIN ${plan('input.operationplan')} AS o ON o."demand" = t."demand"
  WHERE o."type" = 'DLVR' AND ${isLateSql('o."enddate" - d."due"')} GROUP BY o."demand"),
"late" AS MATERIALIZED (
  SELECT d."name" AS "demand", d."item", d."location", d."customer", d."due", e."last", t."until",
    coalesce(e."quantity", 0) AS "late", coalesce(e."effect", 0) AS "effect",
    greatest(coalesce(d."quantity", 0) - coalesce(d."plannedquantity", 0), 0) AS "missing"
  FROM "troubled" AS t
  JOIN ${plan('input.demand')} AS d ON d."name" = t."demand"
  LEFT JOIN "deliveries" AS e ON e."demand" = t."demand"),
"bound" AS MATERIALIZED (
  SELECT DISTINCT ON (c."demand") c."demand", c."name", c."owner", c."description"
  FROM ${plan('output.constraint')} AS c WHERE c."demand" IN (SELECT "demand" FROM "troubled")
  ORDER BY c."demand", c."rank", c."id")`

/** Returns SQL of the exceptions from `late` and `bound`. */
export function lateOrders(plan: Table): string {
  const isShort = `l."missing" > ${epsilon}`
  const open = inDays('greatest(l."until" - l."due", \'0\')')
  return `SELECT ${exceptionColumns(`'demand:' || l."demand"`, {
    kind: `CASE WHEN ${isShort} THEN 'short' ELSE 'late' END`,
    subject: 'l."demand"',
    item: 'l."item"',
    location: 'l."location"',
    customer: 'l."customer"',
    cause: 'b."name"',
    bottleneck: 'b."owner"',
    startdate: 'l."due"',
    enddate: `CASE WHEN ${isShort} THEN NULL ELSE l."last" END`,
    quantity: 'l."late" + l."missing"',
    days: `CASE WHEN ${isShort} THEN ${open} ELSE ${inDays('l."last" - l."due"')} END`,
    effect: `l."effect" + l."missing" * ${open}`,
    value: '(l."late" + l."missing") * coalesce(i."cost", 0)',
    description: 'b."description"',
  })}
  FROM "late" AS l
  LEFT JOIN "bound" AS b ON b."demand" = l."demand"
  LEFT JOIN ${plan('input.item')} AS i ON i."name" = l."item"`
}
