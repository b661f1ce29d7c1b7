/**
 * Exceptions of stock: stock below its safety stock within the time in which a new supply would arrive too late, and
 * stock that is never used.
 */
import type { Table } from '../reports/report.ts'
import { lineage } from '../stock/read-stock-facts.ts'
import { epsilon, exceptionColumns, inDays } from './columns.ts'

/** Minimum number of days that are checked; the horizon is longer if the lead time of a supplier is longer. */
const leastDays = 28

/**
 * Returns CTEs: `dips` contains the material shortages of the plan, cut off at the horizon of each item at a location;
 * `levels` contains the largest shortfall and the effect, from the stock after each movement within this time. Needs
 * the CTEs `current` and `places`, in a recursive WITH. Without a movement before the first dip, the stock is 0 until one.
 */
export const stockTables = (plan: Table): string => `"shortage" AS MATERIALIZED (
  SELECT b."item", b."location", p."startdate", p."enddate"
  FROM ${plan('output.problem')} AS p JOIN "places" AS b USING ("owner")
  WHERE p."name" = 'material shortage'),
"pairs" AS MATERIALIZED (SELECT DISTINCT "item", "location" FROM "shortage"),
${lineage(plan, 'item')},
${lineage(plan, 'location')},
-- As in the planner, suppliers also apply to the items and locations below theirs, and without a location to all.
"horizon" AS MATERIALIZED (
  SELECT p."item", p."location", c."start" + greatest(interval '${leastDays} days', (
    SELECT max(s."leadtime") FROM "item_lineage" AS i
    JOIN ${plan('input.itemsupplier')} AS s ON s."item" = i."ancestor"
    WHERE i."name" = p."item" AND (s."location" IS NULL OR s."location" IN (
      SELECT l."ancestor" FROM "location_lineage" AS l WHERE l."name" = p."location")))) AS "until"
  FROM "pairs" AS p CROSS JOIN "current" AS c),
"dips" AS MATERIALIZED (
  SELECT h."item", h."location", h."until", count(*) AS "count", min(p."startdate") AS "startdate",
    least(max(p."enddate"), h."until") AS "enddate",
    sum(${inDays('least(p."enddate", h."until") - p."startdate"')}) AS "days"
  FROM "shortage" AS p JOIN "horizon" AS h USING ("item", "location")
  WHERE p."startdate" < h."until" GROUP BY 1, 2, 3),
"levels" AS MATERIALIZED (
  SELECT m."item", m."location", max(m."missing") AS "missing", sum(m."negative" * m."days") AS "effect"
  FROM (
    SELECT m."item", m."location", coalesce(m."minimum", 0) - m."onhand" AS "missing",
      greatest(-m."onhand", 0) AS "negative", ${inDays(`least(lead(m."flowdate", 1, d."until")
        OVER (PARTITION BY m."item", m."location" ORDER BY m."flowdate", m."id"), d."until") - m."flowdate"`)} AS "days"
    FROM "dips" AS d
    CROSS JOIN LATERAL (
      SELECT m."id", m."item", m."location", m."flowdate", m."onhand", m."minimum"
      FROM ${plan('input.operationplanmaterial')} AS m
      WHERE m."item" = d."item" AND m."location" = d."location" AND m."flowdate" < d."until"
      UNION ALL SELECT 0, d."item", d."location", d."startdate", 0, coalesce(f."minimum", b."minimum")
      FROM (SELECT min(m."flowdate") AS "flowdate" FROM ${plan('input.operationplanmaterial')} AS m
        WHERE m."item" = d."item" AND m."location" = d."location") AS e
      LEFT JOIN LATERAL (SELECT m."minimum" FROM ${plan('input.operationplanmaterial')} AS m
        WHERE m."item" = d."item" AND m."location" = d."location" AND m."flowdate" = e."flowdate"
        ORDER BY m."id" LIMIT 1) AS f ON true
      LEFT JOIN ${plan('input.buffer')} AS b ON b."item" = d."item" AND b."location" = d."location"
      WHERE e."flowdate" IS NULL OR e."flowdate" > d."startdate") AS m) AS m
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
