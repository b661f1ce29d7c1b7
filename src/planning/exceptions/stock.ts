/**
 * Exceptions of stock: stock below its safety stock within the time in which a new supply would arrive too late, and
 * stock that is never used.
 */
import type { Table } from '../reports/report.ts'
import { epsilon, exceptionColumns, inDays } from './columns.ts'

/** Minimum number of days that are checked; the horizon is longer if the lead time of a supplier is longer. */
const leastDays = 28

const horizon = `"current"."start" + greatest(interval '${leastDays} days', coalesce(s."leadtime", '0'))`

/**
 * Returns CTEs: `dips` contains the material shortages of the plan, cut off at the horizon of each buffer; `levels`
 * contains the largest shortfall and the effect, from the stock after each movement within this time. Needs the CTE
 * `current`.
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

/** Returns SQL of the exceptions from `dips` and `levels`: one per buffer, regardless of the number of dips. */
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
 * Returns SQL of buffers whose stock never falls to the safety stock: the quantity that stays above it in the whole
 * plan is not needed. Stock above the maximum of the buffer counts as well.
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
