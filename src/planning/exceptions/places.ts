/** Finds the item and the location of a buffer from its name, in which both may contain the separator. */
import type { Table } from '../reports/report.ts'

const separator = ' @ '

/**
 * Returns the CTE `places`: item and location of each buffer that problems and reasons name, as `owner`. A name is an item,
 * a location and perhaps a batch; where it can be read in several ways, a buffer that is a record counts first.
 */
export const placesTable = (plan: Table): string => `"places" AS MATERIALIZED (
  SELECT DISTINCT ON (n."owner") n."owner", i."name" AS "item", l."name" AS "location"
  FROM (
    SELECT "owner" FROM ${plan('output.problem')} AS p WHERE "name" = 'material shortage'
    UNION SELECT "owner" FROM ${plan('output.constraint')} AS c WHERE "name" = 'await supply') AS n
  CROSS JOIN LATERAL (SELECT string_to_array(n."owner", '${separator}') AS "parts") AS s
  CROSS JOIN generate_series(1, cardinality(s."parts") - 1) AS "last_of_item"
  CROSS JOIN generate_series("last_of_item" + 1, cardinality(s."parts")) AS "last_of_location"
  JOIN ${plan('input.item')} AS i ON i."name" = array_to_string(s."parts"[:"last_of_item"], '${separator}')
  JOIN ${plan('input.location')} AS l
    ON l."name" = array_to_string(s."parts"["last_of_item" + 1:"last_of_location"], '${separator}')
  LEFT JOIN ${plan('input.buffer')} AS b ON b."item" = i."name" AND b."location" = l."name"
  ORDER BY n."owner", b."item" IS NULL, "last_of_location" DESC, "last_of_item")`
