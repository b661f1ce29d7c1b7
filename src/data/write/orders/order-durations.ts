/**
 * How long orders take, as SQL: the lead time of an item supplier or an item distribution, of the item itself or of the
 * nearest of its groups, or the duration of an operation with that of the steps of a routing.
 */

/** Seconds beyond which a lead time is a mistake: a hundred years. */
const longest = 100 * 365 * 86_400

/** The item of the order and its groups, the nearest first; likewise for places. */
const lineage = (table: string, start: string): string => `(
  WITH RECURSIVE up ("name", "depth") AS (
    SELECT ${start} COLLATE "C", 0
    UNION ALL
    SELECT g."owner", up."depth" + 1 FROM up JOIN ${table} g ON g."name" = up."name"
    WHERE g."owner" IS NOT NULL AND up."depth" < 50)
  SELECT "name", "depth" FROM up)`

const secondsOf = (column: string): string => `coalesce(extract(epoch FROM ${column})::float8, 0)`

/**
 * A query of `_i`, `seconds` and `calendars` (names, none twice, `{}` for none) for those of the orders whose duration is
 * known.
 * @param orders relation with `_i`, `type`, `item`, `supplier`, `location`, `origin`, `destination`, `operation`,
 *   `quantity`, `startdate` and `enddate`
 * @param table the table of a model
 */
export function durationsQuery(orders: string, table: (model: string) => string): string {
  const holds = `coalesce(o."startdate", o."enddate") >= coalesce(r."effective_start", '-infinity')
    AND coalesce(o."startdate", o."enddate") < coalesce(r."effective_end", 'infinity')`
  const source = (model: string, place: string, from: string): string => `
    SELECT r."leadtime", r.${from} AS "source"
    FROM ${lineage(table('item'), 'o."item"')} i JOIN ${table(model)} r ON r."item" = i."name"
    WHERE (o.${from} IS NULL OR r.${from} = o.${from})
      AND (r."location" IS NULL OR r."location" IN (SELECT "name" FROM ${lineage(table('location'), place)} p))
    ORDER BY (${holds}) DESC, i."depth", r."location" IS NULL, r."priority" = 0, r."priority", r."id" LIMIT 1`
  const run = `${secondsOf('p."duration"')} + CASE WHEN p."type" = 'time_per'
    THEN ${secondsOf('p."duration_per"')} * coalesce(o."quantity", 1) ELSE 0 END`
  const stepsOf = `SELECT p.* FROM ${table('operation')} p WHERE p."owner" = own."name"
    UNION SELECT p.* FROM ${table('suboperation')} x JOIN ${table('operation')} p ON p."name" = x."suboperation"
    WHERE x."operation" = own."name"`
  const parts = [
    `SELECT o."_i", ${secondsOf('r."leadtime"')} AS "seconds", ARRAY[s."available"] AS "calendars"
     FROM ${orders} o CROSS JOIN LATERAL (${source('itemsupplier', 'o."location"', '"supplier"')}) r
     JOIN ${table('supplier')} s ON s."name" = r."source" WHERE o."type" = 'PO'`,
    `SELECT o."_i", ${secondsOf('r."leadtime"')}, ARRAY[l."available"]
     FROM ${orders} o CROSS JOIN LATERAL (${source('itemdistribution', 'o."destination"', '"origin"')}) r
     LEFT JOIN ${table('location')} l ON l."name" = o."destination" WHERE o."type" = 'DO'`,
    `SELECT o."_i", own."seconds" + CASE WHEN own."type" = 'routing' THEN coalesce(
         (SELECT sum(${run}) FROM (${stepsOf}) p), 0) ELSE 0 END,
       ARRAY[own."available", l."available"]
     FROM ${orders} o
     CROSS JOIN LATERAL (SELECT p."name", p."type", p."available", p."location", ${run} AS "seconds"
       FROM ${table('operation')} p WHERE p."name" = o."operation") own
     LEFT JOIN ${table('location')} l ON l."name" = own."location"
     WHERE o."type" IN ('MO', 'WO')`,
  ]
  return `SELECT "_i", round("seconds")::float8 AS "seconds",
      ARRAY(SELECT DISTINCT c FROM unnest("calendars") c WHERE c IS NOT NULL ORDER BY c) AS "calendars"
    FROM (${parts.join(' UNION ALL ')}) d WHERE "seconds" BETWEEN 0 AND ${longest}`
}
