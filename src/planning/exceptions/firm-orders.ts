/**
 * Approved and confirmed orders that the plan needs at another time: earlier, later, or not at all. A supply is
 * needed when the stock without it would first fall below the safety stock. What it adds to the stock may differ from
 * its quantity: per unit it may make several pieces or less than one, and a part of it may be completed.
 */
import type { Table } from '../reports/report.ts'
import { epsilon, exceptionColumns, inDays } from './columns.ts'

/** Minimum number of days between receipt and need for a proposal to postpone the order. */
const earlyDays = 7
/** If the receipt is needed within this number of days, it counts as used at once, so that expediting helps. */
const awaitedDays = 1

/**
 * Returns CTEs. `firm` contains approved and confirmed supplies that can still be changed, with the date of their
 * need (null for never). Work and transports that have started are left out; purchase orders can be changed until
 * they arrive. `waiting` is the quantity of late sales orders that the order supplies. `effect` is what these gain if
 * the order alone comes in time: the planner has measured for its reasons by how many days a sales order would be
 * earlier without waiting for the stock (`gains`). Only a sales order without reasons counts with all its delay.
 * Needs the CTEs `late`, `places` and `current`.
 */
export const firmTables = (plan: Table): string => `"changeable" AS MATERIALIZED (
  SELECT o."reference", o."type", o."item", coalesce(o."location", o."destination") AS "location", o."supplier",
    o."quantity", o."enddate", greatest(${inDays('o."delay"')}, 0) AS "late_days", "current"."start" AS "now",
    CASE WHEN jsonb_typeof(o."plan" -> 'pegging') = 'object' THEN o."plan" -> 'pegging' ELSE '{}' END AS "pegging"
  FROM ${plan('input.operationplan')} AS o, "current"
  WHERE o."status" IN ('approved', 'confirmed') AND o."type" IN ('PO', 'DO', 'MO') AND o."item" IS NOT NULL
    AND o."enddate" IS NOT NULL AND (o."type" = 'PO' OR o."startdate" > "current"."start")),
"explained" AS MATERIALIZED (
  SELECT DISTINCT c."demand" FROM ${plan('output.constraint')} AS c WHERE c."demand" IN (SELECT "demand" FROM "late")),
"gains" AS MATERIALIZED (
  SELECT c."demand", b."item", b."location", max(coalesce(c."days", 'infinity'::float8)) AS "days"
  FROM ${plan('output.constraint')} AS c JOIN "places" AS b USING ("owner")
  WHERE c."name" = 'await supply' AND c."together" IS NULL AND c."demand" IN (SELECT "demand" FROM "late")
  GROUP BY 1, 2, 3),
"awaited" AS MATERIALIZED (
  SELECT w."reference", sum(w."waiting") AS "waiting",
    sum(least(w."waiting" * least(w."late_days", w."days"), w."most")) AS "effect"
  FROM (
    SELECT o."reference", p."quantity"::float8 AS "waiting",
      least(o."late_days", ${inDays('coalesce(l."last", l."until") - l."due"')}) AS "late_days",
      coalesce(g."days", CASE WHEN e."demand" IS NULL THEN 'infinity'::float8 ELSE 0 END) AS "days",
      CASE WHEN l."missing" > ${epsilon} THEN 'infinity'::float8 ELSE l."effect" END AS "most"
    FROM "changeable" AS o CROSS JOIN LATERAL jsonb_each_text(o."pegging") AS p ("demand", "quantity")
    JOIN "late" AS l ON l."demand" = p."demand"
    LEFT JOIN "explained" AS e ON e."demand" = p."demand"
    LEFT JOIN "gains" AS g ON g."demand" = p."demand" AND g."item" = o."item" AND g."location" = o."location"
    WHERE o."late_days" > 0) AS w
  GROUP BY w."reference"),
"firm" AS MATERIALIZED (
  SELECT o.*, r."receipt", n."needed", coalesce(w."effect", 0) AS "effect", coalesce(w."waiting", 0) AS "waiting"
  FROM "changeable" AS o
  JOIN LATERAL (
    SELECT min(m."flowdate") AS "receipt", sum(m."quantity") AS "received"
    FROM ${plan('input.operationplanmaterial')} AS m
    WHERE m."operationplan" = o."reference" AND m."item" = o."item" AND m."location" = o."location"
      AND m."quantity" > 0) AS r ON r."receipt" IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT m."flowdate" AS "needed" FROM ${plan('input.operationplanmaterial')} AS m
    WHERE m."item" = o."item" AND m."location" = o."location" AND m."flowdate" >= r."receipt"
      AND m."onhand" - coalesce(m."minimum", 0) < r."received" - ${epsilon}
    ORDER BY m."flowdate" LIMIT 1) AS n ON true
  LEFT JOIN "awaited" AS w ON w."reference" = o."reference")`

/** Returns SQL of the exceptions from `firm`. */
export function firmOrders(plan: Table): string {
  const kind = `CASE
    WHEN f."enddate" < f."now" OR f."waiting" > 0 AND f."needed" < f."receipt" + interval '${awaitedDays} day' THEN 'expedite'
    WHEN f."needed" IS NULL THEN 'cancel'
    WHEN f."needed" > f."receipt" + interval '${earlyDays} days' THEN 'postpone' END`
  return `SELECT ${exceptionColumns(`f."kind" || ':' || f."reference"`, {
    kind: 'f."kind"',
    subject: 'f."reference"',
    type: 'f."type"',
    item: 'f."item"',
    location: 'f."location"',
    supplier: 'f."supplier"',
    startdate: 'f."enddate"',
    // The receipt may be later than the end by a safety lead time.
    enddate: `CASE f."kind" WHEN 'postpone' THEN f."enddate" + (f."needed" - f."receipt")
      WHEN 'expedite' THEN greatest(f."enddate" - interval '1 day' * f."late_days", f."now") END`,
    quantity: `CASE f."kind" WHEN 'expedite' THEN greatest(f."waiting", 0) ELSE f."quantity" END`,
    days: `CASE f."kind" WHEN 'postpone' THEN ${inDays('f."needed" - f."receipt"')}
      WHEN 'expedite' THEN greatest(f."late_days", ${inDays('f."now" - f."enddate"')}) END`,
    effect: `CASE f."kind" WHEN 'expedite' THEN f."effect" ELSE 0 END`,
    value: 'f."quantity" * coalesce(i."cost", 0)',
  })}
  FROM (SELECT f.*, ${kind} AS "kind" FROM "firm" AS f) AS f
  LEFT JOIN ${plan('input.item')} AS i ON i."name" = f."item"
  WHERE f."kind" IS NOT NULL`
}
