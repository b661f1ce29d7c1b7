/**
 * SQL of the calendars of an operation: its own, that of its location, and those of its resources and of their
 * locations. An order uses its assigned resources; without any, the preferred resources of its operation.
 */

type TableOf = (model: string) => string

/** Maximum depth of pools within pools, the same as in the planner. */
const deepest = 5

/** Returns SQL of the distinct names of calendars that are not null. */
export const calendarsOf = (...columns: readonly string[]): string =>
  `ARRAY(SELECT DISTINCT c COLLATE "C" FROM unnest(ARRAY[${columns.join(', ')}]) c WHERE c IS NOT NULL ORDER BY 1)`

/** Returns SQL of the distinct calendars of several lists. A list may be null. */
export const allCalendars = (...lists: readonly string[]): string =>
  `ARRAY(SELECT DISTINCT c COLLATE "C" FROM unnest(${lists.map((list) => `coalesce(${list}, '{}')`).join(' || ')}) c ORDER BY 1)`

/** SQL of the calendars of the rows `r` of resources and `l` of their locations, as one list. */
const together = `array_agg(DISTINCT c COLLATE "C" ORDER BY c COLLATE "C")`
const eachCalendar = `CROSS JOIN LATERAL unnest(ARRAY[r."available", l."available"]) c`

/**
 * Returns SQL of the calendars of the resources assigned to an order; null if it has none, `{}` if they are always
 * available.
 */
export const assignedCalendars = (reference: string, table: TableOf): string =>
  `(SELECT coalesce(${together} FILTER (WHERE c IS NOT NULL), '{}')
    FROM ${table('operationplanresource')} a JOIN ${table('resource')} r ON r."name" = a."resource"
    LEFT JOIN ${table('location')} l ON l."name" = r."location" ${eachCalendar}
    WHERE a."operationplan" = ${reference} HAVING count(*) > 0)`

/**
 * Returns named queries, the last of them `working` (`operation`, `own`, `preferred`): the calendars of each
 * operation and its location, and those of the resources that the planner tries first, which are the best of each
 * group of alternates, and in a pool the member with the best skill. The queries need `WITH RECURSIVE`.
 * @param operations query of the names of the operations
 */
export const workingQueries = (operations: string, table: TableOf): readonly string[] => [
  `"loads" AS MATERIALIZED (
    SELECT r."operation", r."id", coalesce(r."name", '') AS "group", r."resource", r."skill",
      coalesce(r."priority", 1) AS "priority"
    FROM ${table('operationresource')} r WHERE r."operation" IN (${operations}))`,
  `"members" ("pool", "name", "depth") AS (
    SELECT DISTINCT l."resource", l."resource", 0 FROM "loads" l
    UNION ALL
    SELECT m."pool", r."name", m."depth" + 1 FROM "members" m JOIN ${table('resource')} r ON r."owner" = m."name"
    WHERE m."depth" < ${deepest})`,
  `"chosen" AS (
    SELECT DISTINCT ON (l."operation", l."group", CASE WHEN l."group" = '' THEN l."id" END) l."operation", m."name"
    FROM "loads" l JOIN "members" m ON m."pool" = l."resource"
    LEFT JOIN ${table('resourceskill')} k ON k."resource" = m."name" AND k."skill" = l."skill"
    WHERE (m."depth" = ${deepest} OR NOT EXISTS (SELECT FROM ${table('resource')} b WHERE b."owner" = m."name"))
      AND (l."skill" IS NULL OR (k."id" IS NOT NULL AND coalesce(k."priority", 1) <> 0))
    ORDER BY l."operation", l."group", CASE WHEN l."group" = '' THEN l."id" END, l."priority", l."id",
      coalesce(k."priority", 1), m."name")`,
  `"preferred" AS MATERIALIZED (
    SELECT h."operation", ${together} AS "calendars"
    FROM "chosen" h JOIN ${table('resource')} r ON r."name" = h."name"
    LEFT JOIN ${table('location')} l ON l."name" = r."location" ${eachCalendar}
    WHERE c IS NOT NULL GROUP BY h."operation")`,
  `"working" AS MATERIALIZED (
    SELECT p."name" AS "operation", ${calendarsOf('p."available"', 'l."available"')} AS "own",
      coalesce(f."calendars", '{}') AS "preferred"
    FROM ${table('operation')} p LEFT JOIN ${table('location')} l ON l."name" = p."location"
    LEFT JOIN "preferred" f ON f."operation" = p."name"
    WHERE p."name" IN (${operations}))`,
]
