/** A report per time bucket as a pivot: one row per key, with its buckets as a list. */
import { datetimeJson } from '../../data/record-sql.ts'
import type { Field } from '../../model/field.ts'
import { identifier } from '../../database/identifiers.ts'
import { bucketFields } from '../../model/reports/declare.ts'
import { sameKey, type Source } from './compared.ts'

type ScenarioTable = (entity: string, scenario?: string) => string

const list = (names: readonly string[], alias: string): string =>
  names.map((name) => `${alias}.${identifier(name)}`).join(', ')

/** Returns the CTE `page`: the keys of a query, numbered by `place` in its order. */
export const pageTable = (page: string): string =>
  `"page" AS MATERIALIZED (SELECT row_number() OVER () AS "place", p.* FROM (${page}) AS p)`

/** Returns SQL of the rows of the keys on the page. */
export const pageRows = (source: Source, table: ScenarioTable): string =>
  source.rows(table, `SELECT ${list(source.report.keys, 'p')} FROM "page" AS p`)

/**
 * Returns SQL of one row per key of a query, in its order.
 * @param page SQL of the keys
 */
export function pivotQuery(
  source: Source,
  table: ScenarioTable,
  page: string,
  measures: readonly Field[],
): string {
  const { keys } = source.report
  const columns = [...bucketFields, ...measures].map((field) => {
    const name = `f.${identifier(field.name)}`
    return field.type === 'datetime' ? `${datetimeJson(name)} AS ${identifier(field.name)}` : name
  })
  return `WITH ${pageTable(page)},
"pivot" AS (
  SELECT ${list(keys, 'f')},
    json_agg((SELECT row_to_json("figures") FROM (SELECT ${columns.join(', ')}) AS "figures")
      ORDER BY f."startdate") AS "buckets"
  FROM (${pageRows(source, table)}) AS f GROUP BY ${list(keys, 'f')})
SELECT ${list(keys, 'p')}, coalesce(v."buckets", '[]') AS "buckets"
FROM "page" AS p LEFT JOIN "pivot" AS v ON ${sameKey(keys, 'p', 'v')} ORDER BY p."place"`
}
