/** Stock below its safety stock in the time in which nothing else helps any more, and stock that nothing ever uses. */
import type { Table } from '../reports/report.ts'
import { epsilon, exceptionColumns, inDays } from './columns.ts'

/** Days that are looked at, at least: those within the lead time of a supplier are looked at as well. */
const leastDays = 28

const horizon = `"current"."start" + greatest(interval '${leastDays} days', coalesce(s."leadtime", '0'))`

/**
 * CTEs: `dips`, what the plan finds below safety stock, cut off at the horizon of each buffer, and `levels`, its stock after each
 * movement of this time. Needs the CTE `current`.
 */
export const stockTables = (plan: Table): string => `"dips" AS MATERIALIZED (
  SELECT b."item", b."location", b."until", count(*) AS "count", min(p."startdate") AS "startdate",
    least(max(p."enddate"), b."until") AS "enddate",
    sum(${inDays('least(p."enddate", b."until") - p."startdate"')}) AS "days"
  FROM ${plan('output.problem')} AS p
  JOIN (
    SELECT b."item", b."location", b."item" || ' @ ' || b."location" || CASE WHEN coalesce(b."batch", '') = '' THEN ''
        ELSE ' @ ' || b."batch" END AS "owner", ${horizon} AS "until"
    FROM (
      SELECT b."item", b."location", b."batch" FROM ${plan('input.buffer')} AS b
      UNION SELECT split_part(p."owner", ' @ ', 1), split_part(p."owner", ' @ ', 2), split_part(p."owner", ' @ ', 3)
      FROM ${plan('output.problem')} AS p WHERE p."name" = 'material shortage') AS b
    CROSS JOIN "current"
    LEFT JOIN (
      SELECT s."item", s."location", max(s."leadtime") AS "leadtime" FROM ${plan('input.itemsupplier')} AS s
      GROUP BY 1, 2) AS s ON s."item" = b."item" AND coalesce(s."location", b."location") = b."location") AS b
    ON b."owner" = p."owner"
  WHERE p."name" = 'material shortage' AND p."startdate" < b."until" GROUP BY 1, 2, 3),
"levels" AS MATERIALIZED (
  SELECT m."item", m."location", max(m."missing") AS "missing", sum(m."negative" * m."days") AS "effect"
  FROM (
    SELECT m."item", m."location", coalesce(m."minimum", 0) - m."onhand" AS "missing",
      greatest(-m."onhand", 0) AS "negative", ${inDays(`least(lead(m."flowdate", 1, d."until")
        OVER (PARTITION BY m."item", m."location" ORDER BY m."flowdate", m."id"), d."until") - m."flowdate"`)} AS "days"
    FROM "dips" AS d
    JOIN ${plan('input.operationplanmaterial')} AS m
      ON m."item" = d."item" AND m."location" = d."location" AND m."flowdate" < d."until") AS m
  GROUP BY 1, 2)`

/** SQL of the exceptions of `dips` and `levels`: one per buffer, however often it dips. */
export const shortages = (plan: Table): string => `SELECT ${exceptionColumns(
  `'shortage:' || d."item" || ' @ ' || d."location"`,
  {
    kind: `'shortage'`,
    subject: `d."item" || ' @ ' || d."location"`,
    item: 'd."item"',
    location: 'd."location"',
    startdate: 'd."startdate"',
    enddate: 'd."enddate"',
    quantity: 'greatest(l."missing", 0)',
    days: 'd."days"',
    effect: 'greatest(l."effect", 0)',
    value: 'greatest(l."missing", 0) * coalesce(i."cost", 0)',
    count: 'd."count"',
  },
)}
  FROM "dips" AS d
  LEFT JOIN "levels" AS l ON l."item" = d."item" AND l."location" = d."location"
  LEFT JOIN ${plan('input.item')} AS i ON i."name" = d."item"`

/**
 * SQL of buffers whose stock never falls to their safety stock: what stays above it in the whole plan is there for nothing. What
 * is above the maximum of the buffer counts as well.
 */
export const excesses = (plan: Table): string => `SELECT ${exceptionColumns(
  `'excess:' || e."item" || ' @ ' || e."location"`,
  {
    kind: `'excess'`,
    subject: `e."item" || ' @ ' || e."location"`,
    item: 'e."item"',
    location: 'e."location"',
    startdate: '"current"."start"',
    quantity: 'e."quantity"',
    value: 'e."quantity" * coalesce(i."cost", 0)',
  },
)}
  FROM (
    SELECT m."item", m."location", min(m."onhand" - coalesce(m."minimum", 0)) AS "quantity"
    FROM ${plan('input.operationplanmaterial')} AS m
    WHERE m."status" IS DISTINCT FROM 'closed' GROUP BY 1, 2
    HAVING min(m."onhand" - coalesce(m."minimum", 0)) > ${epsilon}) AS e
  CROSS JOIN "current"
  LEFT JOIN ${plan('input.item')} AS i ON i."name" = e."item"`
