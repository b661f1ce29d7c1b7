/**
 * SQL of the duration of orders: the lead time of an item supplier or an item distribution, of the item itself or of
 * the nearest of its groups, or the duration of an operation and of the steps of a routing. Each distinct combination
 * of item, location and source, and each distinct operation, is looked up once, independent of the number of orders.
 */

import { stepPriority } from './routing-steps.ts'
import { allCalendars, assignedCalendars, calendarsOf, workingQueries } from './resource-calendars.ts'

/** Maximum lead time, in seconds (a hundred years); larger values are considered errors. */
const longest = 100 * 365 * 86_400

/** Maximum number of group levels above an item or a location; limits circles of groups. */
const mostLevels = 50

type TableOf = (model: string) => string

/**
 * Returns a query of the starting keys and the groups above them, nearest first, as rows of `start`, `name` and
 * `depth`.
 */
const lineage = (
  name: string,
  table: string,
  start: string,
): string => `"${name}" ("start", "name", "depth") AS (
  SELECT DISTINCT ${start}, ${start}, 0 FROM "lacking" o WHERE ${start} <> ''
  UNION ALL
  SELECT up."start", g."owner" COLLATE "C", up."depth" + 1 FROM "${name}" up JOIN ${table} g ON g."name" = up."name"
  WHERE g."owner" IS NOT NULL AND up."depth" < ${mostLevels})`

const secondsOf = (column: string): string => `coalesce(extract(epoch FROM ${column})::float8, 0)`

interface Replenishment {
  readonly type: 'PO' | 'DO'
  /** Columns of the order with the location where it arrives, and with its source. */
  readonly place: 'location' | 'destination'
  readonly source: 'supplier' | 'origin'
  readonly model: 'itemsupplier' | 'itemdistribution'
  /** Returns the join to the record whose working time interrupts it. */
  readonly worker: (candidate: string) => string
}

const replenishments = (table: TableOf): readonly Replenishment[] => [
  {
    type: 'PO',
    place: 'location',
    source: 'supplier',
    model: 'itemsupplier',
    worker: (candidate) => `JOIN ${table('supplier')} x ON x."name" = ${candidate}."supplier"`,
  },
  {
    type: 'DO',
    place: 'destination',
    source: 'origin',
    model: 'itemdistribution',
    worker: () => `LEFT JOIN ${table('location')} x ON x."name" = w."place"`,
  },
]

/**
 * Returns queries of the candidates of each distinct item, location and source in their order, and of the candidate
 * that is effective at the date of each order.
 */
function replenishing({ type, place, source, model, worker }: Replenishment, table: TableOf): Duration {
  const of = (name: string): string => `"${type}_${name}"`
  const keys = `o."item", o."${place}", o."${source}"`
  return {
    tables: [
      `${of('wanted')} ("item", "place", "source") AS MATERIALIZED (
        SELECT DISTINCT ${keys} FROM "lacking" o WHERE o."type" = '${type}')`,
      lineage(`${type}_items`, table('item'), 'o."item"'),
      lineage(`${type}_places`, table('location'), `o."${place}"`),
      `${of('candidates')} AS MATERIALIZED (
        SELECT w."item", w."place", w."source", r."effective_start", r."effective_end",
          ${secondsOf('r."leadtime"')} AS "seconds", ${calendarsOf('x."available"')} AS "calendars",
          row_number() OVER (ORDER BY i."depth", r."location" IS NULL, r."priority" = 0, r."priority", r."id") AS "rank"
        FROM ${of('wanted')} w JOIN ${of('items')} i ON i."start" = w."item"
        JOIN ${table(model)} r ON r."item" = i."name" AND (w."source" = '' OR r."${source}" = w."source")
        ${worker('r')}
        WHERE r."location" IS NULL
          OR (w."place", r."location" COLLATE "C") IN (SELECT p."start", p."name" FROM ${of('places')} p))`,
    ],
    select: `SELECT * FROM (
      SELECT DISTINCT ON (o."_i") o."_i", 0 AS "turn", c."seconds", c."calendars"
      FROM "lacking" o JOIN ${of('candidates')} c
        ON c."item" = o."item" AND c."place" = o."${place}" AND c."source" = o."${source}"
      WHERE o."type" = '${type}'
      ORDER BY o."_i", (coalesce(o."startdate", o."enddate") >= coalesce(c."effective_start", '-infinity')
        AND coalesce(o."startdate", o."enddate") < coalesce(c."effective_end", 'infinity')) DESC, c."rank") r`,
  }
}

/** Returns SQL of the fixed time of an operation and of its time per unit. */
const times = (operation: string): string => `${secondsOf(`${operation}."duration"`)} AS "fixed",
  CASE WHEN ${operation}."type" = 'time_per' THEN ${secondsOf(`${operation}."duration_per"`)} ELSE 0 END AS "each"`

/** Returns SQL of the seconds of work of an operation for a quantity. */
export const operationSeconds = (operation: string, quantity: string): string =>
  `(SELECT round(t."fixed" + t."each" * ${quantity}::float8)::float8 FROM (SELECT ${times(operation)}) t)`

/**
 * Returns queries of the time of each distinct operation, fixed and per unit; for a routing, of the routing and then
 * of each of its steps. Steps are executed while their routing is open.
 */
function operating(table: TableOf): Duration {
  return {
    tables: [
      `"operations" AS MATERIALIZED (
        SELECT p."name", p."type", ${times('p')}
        FROM (SELECT DISTINCT o."operation" FROM "lacking" o WHERE o."type" IN ('MO', 'WO')) w
        JOIN ${table('operation')} p ON p."name" = w."operation")`,
      `"steps" AS (
        SELECT w."name" AS "routing", p."name"
        FROM "operations" w JOIN ${table('operation')} p ON p."owner" = w."name" WHERE w."type" = 'routing'
        UNION SELECT w."name", x."suboperation"
        FROM "operations" w JOIN ${table('suboperation')} x ON x."operation" = w."name" WHERE w."type" = 'routing')`,
      `"parts" AS MATERIALIZED (
        SELECT w."name" AS "whole", 0 AS "turn", w."name", w."fixed", w."each" FROM "operations" w
        UNION ALL
        SELECT s."routing",
          row_number() OVER (PARTITION BY s."routing" ORDER BY ${stepPriority('s."routing"', 's."name"', table)}, s."name"),
          p."name", ${times('p')}
        FROM "steps" s JOIN ${table('operation')} p ON p."name" = s."name")`,
      ...workingQueries('SELECT t."name" FROM "parts" t', table),
      `"timed" AS MATERIALIZED (
        SELECT t."whole", t."turn", t."fixed", t."each", ${allCalendars('h."own"', 'w."own"')} AS "own",
          ${allCalendars('h."own"', 'h."preferred"', 'w."own"', 'w."preferred"')} AS "calendars"
        FROM "parts" t JOIN "working" w ON w."operation" = t."name" JOIN "working" h ON h."operation" = t."whole")`,
      `"assigned" AS MATERIALIZED (
        SELECT o."_i", ${assignedCalendars('o."reference"', table)} AS "calendars"
        FROM "lacking" o WHERE o."type" IN ('MO', 'WO'))`,
    ],
    select: `SELECT o."_i", t."turn", t."fixed" + t."each" * coalesce(o."quantity", 1)::float8 AS "seconds",
        CASE WHEN a."calendars" IS NULL THEN t."calendars" ELSE ${allCalendars('t."own"', 'a."calendars"')} END AS "calendars"
      FROM "lacking" o JOIN "timed" t ON t."whole" = o."operation" JOIN "assigned" a ON a."_i" = o."_i"
      WHERE o."type" IN ('MO', 'WO')`,
  }
}

/**
 * Named queries, and a query of `_i`, `turn`, `seconds` and `calendars` over them, with one row for each part in the
 * order of execution.
 */
interface Duration {
  readonly tables: readonly string[]
  readonly select: string
}

/** SQL of whether the duration of an order is not known. */
const unknown = `coalesce(l."seconds" NOT BETWEEN 0 AND ${longest}, true)`

/** Returns SQL of the missing date of an order that is not interrupted. */
const missing = (date: string, other: string, sign: '+' | '-'): string =>
  `coalesce(o."${date}", CASE WHEN ${unknown} THEN o."${other}"
    WHEN NOT l."interrupted" THEN o."${other}" ${sign} make_interval(secs => l."seconds") END)`

/**
 * Returns a query of `_i`, `startdate`, `enddate`, `seconds`, `parts` and `assumed` of the orders. If no calendar
 * interrupts the order, both dates are complete and `parts` is null. Otherwise `parts` is a JSON array of `{ seconds,
 * calendars }` (distinct names), in the order of execution. An order whose duration is not known has `assumed` and
 * takes no time.
 * @param lacking query of `_i`, `reference`, `type`, `item`, `supplier`, `location`, `origin`, `destination`,
 *   `operation` (`''` for none), `quantity`, `startdate` and `enddate` of orders with one date
 * @param type the type of all of them, if it is known in advance
 */
export function durationsQuery(lacking: string, type: string | undefined, table: TableOf): string {
  const parts = [
    ...replenishments(table)
      .filter((one) => type === undefined || one.type === type)
      .map((one) => replenishing(one, table)),
    ...(type === undefined || type === 'MO' || type === 'WO' ? [operating(table)] : []),
  ]
  const tables = [`"lacking" AS MATERIALIZED (${lacking})`, ...parts.flatMap((part) => part.tables)]
  return `WITH RECURSIVE ${tables.join(', ')},
    "pieces" AS (${parts.map(({ select }) => select).join(' UNION ALL ')}),
    "lasting" AS (
      SELECT "_i", sum("seconds") AS "seconds", bool_or("calendars" <> '{}' AND "seconds" <> 0) AS "interrupted",
        json_agg(json_build_object('seconds', "seconds", 'calendars', "calendars") ORDER BY "turn")
          FILTER (WHERE "seconds" <> 0) AS "parts"
      FROM (SELECT "_i", "turn", round("seconds")::float8 AS "seconds", "calendars" FROM "pieces") p GROUP BY "_i")
    SELECT o."_i", o."reference", ${missing('startdate', 'enddate', '-')} AS "startdate",
      ${missing('enddate', 'startdate', '+')} AS "enddate", l."seconds", ${unknown} AS "assumed",
      CASE WHEN l."interrupted" AND NOT ${unknown} THEN l."parts"::text END AS "parts"
    FROM "lacking" o LEFT JOIN "lasting" l ON l."_i" = o."_i"
    WHERE o."type" IN (${lastingTypes.map((one) => `'${one}'`).join(', ')})`
}

/** Types of orders that have a duration. */
const lastingTypes: readonly string[] = ['PO', 'DO', 'MO', 'WO']

/** Returns whether orders of the type have a duration; `undefined` means orders of all types. */
export const mayLast = (type: string | undefined): boolean =>
  type === undefined || lastingTypes.includes(type)
