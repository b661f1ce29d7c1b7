/** Reads demand, lead times and present safety stock of the buffers of a list, with one statement. */
import type { DataContext } from '../../data/context.ts'
import type { ReadRequest } from '../../data/read/index.ts'
import type { Bind } from '../../data/read/lookups.ts'
import { fromWhere, row } from '../../data/read/request-sql.ts'
import { fetchTexts } from '../../data/read/read-stream.ts'
import { parameters } from '../../data/read/where.ts'
import { tablesOf } from '../../data/relation.ts'
import { isDemandToPlan } from '../load/demands.ts'
import { inDays } from '../exceptions/columns.ts'
import { calendarValue } from '../reports/calendar-value.ts'
import { spanQuery, type Table } from '../reports/report.ts'
import type { StockFacts } from './propose-stock.ts'

/** Weeks whose demand is read. */
export interface DemandWindow {
  /** Number of weeks before the date of the plan. */
  readonly history: number
  /** Number of weeks from the date of the plan. */
  readonly outlook: number
}

export interface FoundFacts {
  /** Number of all buffers of the list. */
  readonly total: number
  readonly facts: readonly StockFacts[]
}

/** Returns SQL of the number of the week of a time, from the date of the plan: 0 is the first week of the plan. */
const weekOf = (time: string): string =>
  `floor(extract(epoch FROM ${time} - "span"."start") / (7 * 86400))::integer`

/** Returns the CTEs `span`, `chosen` and `pairs`: the buffers of the request, and their items and locations. */
function chosenTables(
  context: DataContext,
  request: ReadRequest,
  { plan, bind, window, limit }: Parts,
): string {
  const from = fromWhere(context, { ...request, fields: [], ordering: [] }, bind)
  return `"span" AS MATERIALIZED (
  SELECT "start", "start" - make_interval(weeks => ${bind(window.history, 'bigint')}::integer) AS "from",
    "start" + make_interval(weeks => ${bind(window.outlook, 'bigint')}::integer) AS "until"
  FROM (${spanQuery(plan, {})}) AS s),
"chosen" AS MATERIALIZED (
  SELECT ${row}."id", ${row}."item", ${row}."location", coalesce(${row}."minimum", 0) AS "minimum",
    ${row}."minimum_calendar" AS "calendar",
    CASE WHEN ${row}."type" = 'infinite' THEN 'unlimited' WHEN coalesce(${row}."batch", '') <> '' THEN 'batch'
      WHEN ${row}."minimum_calendar" IS NOT NULL THEN 'calendar' END AS "excluded",
    count(*) OVER ()::integer AS "total"
  ${from}
  ORDER BY ${row}."item", ${row}."location", ${row}."id" LIMIT ${bind(limit, 'bigint')}),
"pairs" AS MATERIALIZED (SELECT DISTINCT "item", "location" FROM "chosen")`
}

/** Returns the CTE `seasons`: the calendars of the buffers with their value now, and their range in the next weeks. */
const seasonTable = (plan: Table): string => `"seasons" AS MATERIALIZED (
  SELECT v."calendar" AS "name", (array_agg(v."value" ORDER BY v."at"))[1] AS "now", min(v."value") AS "least",
    max(v."value") AS "most"
  FROM (
    SELECT u."calendar", w."at", ${calendarValue(plan, 'u."calendar"', 'w."at"')} AS "value"
    FROM (SELECT DISTINCT "calendar" FROM "chosen" WHERE "calendar" IS NOT NULL) AS u
    CROSS JOIN "span" CROSS JOIN LATERAL generate_series("span"."start", "span"."until", interval '7 days') AS w("at")) AS v
  GROUP BY 1)`

/**
 * Returns the CTEs `extent` and `usage`. `extent` contains the first and last week with sales orders, so that weeks
 * before the first known order do not count as weeks without demand. `usage` contains the demand of each week:
 * sales orders by their due date, and what production and transports of the plan consume for sales orders. What they
 * consume for stock does not count, because building up a proposed safety stock would raise the next proposal.
 */
const usageTables = (plan: Table): string => `"orders" AS NOT MATERIALIZED (
  SELECT d."item", d."location", d."quantity", ${weekOf('d."due"')} AS "week"
  FROM ${plan('input.demand')} AS d CROSS JOIN "span"
  WHERE (${isDemandToPlan('d')} OR d."status" = 'closed') AND d."due" >= "span"."from" AND d."due" < "span"."until"),
"extent" AS MATERIALIZED (SELECT min("week") AS "first", max("week") AS "last" FROM "orders"),
"moves" AS MATERIALIZED (
  SELECT d."item", d."location", d."quantity", d."week", false AS "dependent",
    d."quantity" = trunc(d."quantity") AS "whole"
  FROM "orders" AS d JOIN "pairs" USING ("item", "location")
  UNION ALL
  SELECT m."item", m."location", -m."quantity" * ${shareForSales('o')}, ${weekOf('m."flowdate"')}, true,
    m."quantity" = trunc(m."quantity")
  FROM ${plan('input.operationplanmaterial')} AS m JOIN "pairs" USING ("item", "location") CROSS JOIN "span"
  JOIN ${plan('input.operationplan')} AS o ON o."reference" = m."operationplan"
  WHERE m."quantity" < 0 AND o."type" IN ('MO', 'WO', 'DO') AND m."flowdate" >= "span"."start"
    AND m."flowdate" < "span"."until"),
"known" AS MATERIALIZED (
  SELECT p."item", p."location", e."last",
    -- Consumption by production and transports is not known before the date of the plan.
    CASE WHEN bool_or(m."dependent") THEN 0 ELSE e."first" END AS "first"
  FROM "pairs" AS p CROSS JOIN "extent" AS e LEFT JOIN "moves" AS m USING ("item", "location")
  GROUP BY p."item", p."location", e."first", e."last"),
"usage" AS MATERIALIZED (
  SELECT "item", "location", json_agg("quantity" ORDER BY "week") AS "quantities", bool_and("whole") AS "whole"
  FROM (
    SELECT m."item", m."location", m."week", sum(m."quantity") AS "quantity",
      bool_and(m."whole") AS "whole"
    FROM "moves" AS m JOIN "known" AS k USING ("item", "location")
    WHERE m."week" BETWEEN k."first" AND k."last" AND m."quantity" > 0 GROUP BY 1, 2, 3) AS w
  GROUP BY 1, 2)`

/** Returns SQL of the share of an order that is made for sales orders: the units pegged to them, of all its units. */
const shareForSales = (
  order: string,
): string => `(CASE WHEN jsonb_typeof(${order}."plan"->'pegging') = 'object' AND ${order}."quantity" > 0
    THEN least(1, (SELECT coalesce(sum(p."value"::float8), 0) FROM jsonb_each_text(${order}."plan"->'pegging') AS p) / ${order}."quantity")
    ELSE 0 END)`

/** Returns a recursive CTE with the ancestors of the names of a column of `pairs`, including the names themselves. */
export const lineage = (plan: Table, column: 'item' | 'location'): string => `"${column}_lineage" AS (
  SELECT "${column}" AS "name", "${column}" AS "ancestor" FROM "pairs"
  UNION SELECT l."name", r."owner" FROM "${column}_lineage" AS l
  JOIN ${plan(`input.${column}`)} AS r ON r."name" = l."ancestor" WHERE r."owner" IS NOT NULL)`

const isValid = (alias: string): string => `coalesce(${alias}."priority", 1) > 0
    AND coalesce(${alias}."effective_start", '-infinity') <= "span"."start"
    AND coalesce(${alias}."effective_end", 'infinity') > "span"."start"`

const lots = (alias: string): string =>
  `${alias}."sizeminimum", ${alias}."sizemultiple", ${alias}."sizemaximum", ${alias}."batchwindow"`

/**
 * Returns the CTEs `made`, lead times of completed orders and of the production orders of the plan, and `supply`, the
 * preferred replenishment: that with the lowest priority number.
 */
const supplyTables = (plan: Table): string => `"made" AS MATERIALIZED (
  SELECT p."item", p."location", count(*) FILTER (WHERE o."done")::integer AS "observed",
    avg(o."days") FILTER (WHERE o."done") AS "days", stddev_samp(o."days") FILTER (WHERE o."done") AS "deviation",
    -- Orders that build up stock wait for those of sales orders, and would raise the next proposal.
    sum(o."days" * o."share") FILTER (WHERE o."type" = 'MO')
      / nullif(sum(o."share") FILTER (WHERE o."type" = 'MO'), 0) AS "planned_days"
  FROM (
    SELECT o."item", coalesce(o."destination", o."location") AS "location", o."type",
      o."status" IN ('completed', 'closed') AS "done", ${inDays('o."enddate" - o."startdate"')} AS "days",
      ${shareForSales('o')} AS "share"
    FROM ${plan('input.operationplan')} AS o
    WHERE o."type" IN ('PO', 'DO', 'MO') AND o."startdate" <= o."enddate") AS o
  JOIN "pairs" AS p USING ("item", "location") GROUP BY 1, 2),
"supply" AS MATERIALIZED (
  SELECT DISTINCT ON ("item", "location") * FROM (
    SELECT i."name" AS "item", l."name" AS "location", 'PO' AS "kind", s."priority", s."leadtime", ${lots('s')}
    FROM "item_lineage" AS i JOIN ${plan('input.itemsupplier')} AS s ON s."item" = i."ancestor"
    JOIN "pairs" AS p ON p."item" = i."name" CROSS JOIN "span"
    JOIN "location_lineage" AS l ON l."name" = p."location" AND l."ancestor" = coalesce(s."location", l."ancestor")
    WHERE ${isValid('s')}
    UNION ALL
    SELECT i."name", l."name", 'DO', s."priority", s."leadtime", ${lots('s')}
    FROM "item_lineage" AS i JOIN ${plan('input.itemdistribution')} AS s ON s."item" = i."ancestor"
    JOIN "pairs" AS p ON p."item" = i."name" CROSS JOIN "span"
    JOIN "location_lineage" AS l ON l."name" = p."location" AND l."ancestor" = s."location"
    WHERE ${isValid('s')} AND s."origin" <> p."location"
    UNION ALL
    SELECT p."item", p."location", 'MO', s."priority", s."duration", ${lots('s')}
    FROM "pairs" AS p JOIN ${plan('input.operation')} AS s ON s."item" = p."item" AND s."location" = p."location"
    CROSS JOIN "span" WHERE ${isValid('s')} AND s."owner" IS NULL) AS s
  ORDER BY "item", "location", coalesce("priority", 1), "kind", "leadtime")`

interface Parts {
  readonly plan: Table
  readonly bind: Bind
  readonly window: DemandWindow
  readonly limit: number
}

interface ReadFactsOptions {
  readonly window: DemandWindow
  /** Maximum number of buffers. */
  readonly limit: number
  /** Timeout of the statement, in seconds. */
  readonly timeout: number
}

/** Reads the facts of the first buffers of a list, sorted by item and location. */
export async function readStockFacts(
  context: DataContext,
  request: ReadRequest,
  { window, limit, timeout }: ReadFactsOptions,
): Promise<FoundFacts> {
  const { bind, values } = parameters()
  const plan = tablesOf(context)
  const text = `WITH RECURSIVE ${chosenTables(context, request, { plan, bind, window, limit })},
${seasonTable(plan)},
${usageTables(plan)},
${lineage(plan, 'item')},
${lineage(plan, 'location')},
${supplyTables(plan)}
SELECT json_build_object(
  'total', (SELECT max("total") FROM "chosen"),
  'facts', coalesce((SELECT json_agg(f ORDER BY f."item", f."location", f."id") FROM (
    SELECT c."id", c."item", c."location", i."description", i."category", i."subcategory", i."owner" AS "group",
      i."cost", coalesce(n."now", c."minimum") AS "minimum",
      CASE WHEN n."name" IS NOT NULL THEN json_build_object('name', n."name", 'least', n."least", 'most', n."most") END AS "calendar",
      coalesce(c."excluded", CASE WHEN i."type" = 'make to order' THEN 'batch' END) AS "excluded",
      coalesce(k."last" - k."first" + 1, 0) AS "weeks", coalesce(u."quantities", '[]') AS "quantities",
      coalesce(u."whole", true) AS "whole", s."kind" AS "supply",
      CASE WHEN s."kind" = 'MO' THEN coalesce(m."planned_days", ${inDays('s."leadtime"')})
        ELSE ${inDays(`coalesce(s."leadtime", CASE WHEN s."kind" IS NOT NULL THEN interval '0' END)`)} END AS "standardDays",
      s."sizeminimum" AS "sizeMinimum", s."sizemultiple" AS "sizeMultiple", s."sizemaximum" AS "sizeMaximum",
      ${inDays('s."batchwindow"')} AS "windowDays", coalesce(m."observed", 0) AS "observed", m."days" AS "observedDays",
      m."deviation" AS "observedDeviationDays"
    FROM "chosen" AS c JOIN ${plan('input.item')} AS i ON i."name" = c."item"
    LEFT JOIN "seasons" AS n ON n."name" = c."calendar"
    LEFT JOIN "known" AS k ON k."item" = c."item" AND k."location" = c."location"
    LEFT JOIN "usage" AS u ON u."item" = c."item" AND u."location" = c."location"
    LEFT JOIN "supply" AS s ON s."item" = c."item" AND s."location" = c."location"
    LEFT JOIN "made" AS m ON m."item" = c."item" AND m."location" = c."location") AS f), '[]'))::text`
  const [found = '{"total":0,"facts":[]}'] = await fetchTexts(
    context.home,
    { text, values, settings: { jit: 'off' } },
    { signal: context.signal, timeout },
  )
  const { total, facts }: { readonly total: number | null; readonly facts: readonly StockFacts[] } =
    JSON.parse(found)
  return { total: total ?? 0, facts }
}
