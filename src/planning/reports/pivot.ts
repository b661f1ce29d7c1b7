/** A report per time bucket as a pivot: one row per key, with its buckets as a list. */
import type { DataContext } from '../../data/context.ts'
import { planQuery, type ReadRequest, type RunOptions } from '../../data/read/index.ts'
import { always } from '../../data/read/read-plan.ts'
import { fetchTexts } from '../../data/read/read-stream.ts'
import type { Field } from '../../model/field.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { ScenarioTable } from '../../data/relation.ts'
import { sameKey, type Source } from './compared.ts'
import { bucketList, totalObject } from './totals.ts'

const list = (names: readonly string[], alias: string): string =>
  names.map((name) => `${alias}.${identifier(name)}`).join(', ')

/** Maximum number of keys of a page that are read before the figures of the page. */
const mostKeysRead = 10_000

/**
 * Returns SQL of the keys of a page, in its order. The keys of a page of limited size are read first, and PostgreSQL
 * then knows their number. It underestimates how many keys there are: behind the estimate it would expect one, and
 * compute the figures of the page once for each of its keys.
 * @param request page of the keys
 */
export async function keysOfPage(
  context: DataContext,
  source: Source,
  request: ReadRequest,
  run: RunOptions,
): Promise<string> {
  const { keys } = source.report
  const { entity, paging } = request
  const fields = keys.map((name) => entity.fieldByName.get(name)!)
  const query = planQuery(context, { ...request, fields })
  if (paging.kind !== 'slice' || paging.limit === undefined || paging.limit > mostKeysRead) return query
  const rows = await fetchTexts(
    context.home,
    {
      text: `SELECT json_build_array(${list(keys, 'k')})::text FROM (${query}) AS k`,
      values: [],
      settings: always,
    },
    run,
  )
  const parts = rows.map((row): readonly (string | null)[] => JSON.parse(row))
  const columns = keys.map(
    (_, index) => `ARRAY[${parts.map((part) => nullable(part[index] ?? null)).join(', ')}]::text[]`,
  )
  return `SELECT * FROM unnest(${columns.join(', ')}) AS k (${keys.map((key) => identifier(key)).join(', ')})`
}

const nullable = (value: string | null): string => (value === null ? 'NULL' : literal(value))

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
  return `WITH ${pageTable(page)},
"pivot" AS MATERIALIZED (
  SELECT ${list(keys, 'f')},
    ${bucketList(measures)} AS "buckets", ${totalObject(measures)} AS "total"
  FROM (${pageRows(source, table)}) AS f GROUP BY ${list(keys, 'f')})
SELECT ${list(keys, 'p')}, coalesce(v."buckets", '[]') AS "buckets", coalesce(v."total", '{}') AS "total"
FROM "page" AS p LEFT JOIN "pivot" AS v ON ${sameKey(keys, 'p', 'v')} ORDER BY p."place"`
}
