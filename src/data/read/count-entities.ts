/**
 * Counts the records of entities: exactly where there are few; where there are many it returns the last estimate of the
 * database, because counting would read all of them.
 */
import type { Database } from '../../database/database.ts'
import { literal, qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import { databaseOf, schemaOf } from '../relation.ts'
import type { Entity } from '../../model/entity.ts'

export interface RowCount {
  readonly count: number
  readonly estimated: boolean
}

/** Number of records from which their count is estimated. Counting this many takes some milliseconds. */
const estimatedFrom = 50_000

const tableOf = ({ scenario }: DataContext, entity: Entity): string =>
  qualified(schemaOf(entity, scenario), entity.table)

/** Returns SQL that selects the rows of an entity from its table; empty for all rows. */
const ofEntity = ({ view }: Entity): string =>
  view === undefined ? '' : ` WHERE "type" = ${literal(view.type)}`

/** Returns the counts by name of the entity. Reports are omitted, because they would have to be computed. */
export async function countEntities(
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, RowCount>> {
  const stored = entities.filter(({ query }) => query === undefined)
  const byDatabase = Map.groupBy(stored, (entity) => databaseOf(context, entity))
  const counts = await Promise.all(
    [...byDatabase].map(([database, those]) => countIn(context, database, those)),
  )
  return new Map(counts.flat())
}

type Counted = readonly [entity: string, count: RowCount]

async function countIn(
  context: DataContext,
  database: Database,
  entities: readonly Entity[],
): Promise<readonly Counted[]> {
  const { signal } = context
  const { rows: estimates } = await database.query<{ name: string; count: number | null }>(
    { text: estimatesOf(context, entities) },
    { signal },
  )
  const large = estimates.flatMap(({ name, count }): Counted[] =>
    count === null ? [] : [[name, { count, estimated: true }]],
  )
  const estimated = new Set(large.map(([name]) => name))
  const small = entities.filter(({ name }) => !estimated.has(name))
  if (small.length === 0) return large
  const columns = small.map(
    (entity) => `(SELECT count(*) FROM ${tableOf(context, entity)}${ofEntity(entity)})`,
  )
  const { rows } = await database.query<{ counts: string }>(
    { text: `SELECT json_build_array(${columns.join(', ')})::text AS "counts"` },
    { signal },
  )
  const counts: readonly number[] = JSON.parse(rows[0]?.counts ?? '[]')
  return [
    ...large,
    ...small.map(({ name }, index): Counted => [name, { count: counts[index] ?? 0, estimated: false }]),
  ]
}

/**
 * Returns SQL of the names of entities and the estimated number of their records, which is null where there are few.
 * The number of records of one type is estimated from the share of that type.
 */
function estimatesOf(context: DataContext, entities: readonly Entity[]): string {
  const tables = entities.map((entity) => {
    const { name, view } = entity
    const type = view === undefined ? 'NULL' : literal(view.type)
    return `(${literal(name)}, ${literal(tableOf(context, entity))}::regclass, ${type})`
  })
  return `SELECT e."name", CASE WHEN e."rows" >= ${estimatedFrom} THEN e."rows"::bigint END AS "count"
FROM (
  SELECT t."name", c."reltuples" * CASE WHEN t."type" IS NULL THEN 1 WHEN c."reltuples" >= ${estimatedFrom} THEN (
    SELECT s."most_common_freqs"[array_position(s."most_common_vals"::text::text[], t."type")]
    FROM pg_catalog.pg_stats AS s
    WHERE s."schemaname" = n."nspname" AND s."tablename" = c."relname" AND s."attname" = 'type') END AS "rows"
  FROM (VALUES ${tables.join(', ')}) AS t ("name", "table", "type")
  JOIN pg_catalog.pg_class AS c ON c."oid" = t."table"
  JOIN pg_catalog.pg_namespace AS n ON n."oid" = c."relnamespace") AS e`
}

/** Returns the names of the entities that have no records. */
export async function emptyEntities(
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlySet<string>> {
  const stored = entities.filter(({ query }) => query === undefined)
  if (stored.length === 0) return new Set()
  const columns = stored.map(
    (entity) => `EXISTS (SELECT FROM ${tableOf(context, entity)}${ofEntity(entity)})`,
  )
  const { rows } = await context.home.query<{ filled: string }>(
    { text: `SELECT json_build_array(${columns.join(', ')})::text AS "filled"` },
    { signal: context.signal },
  )
  const filled: readonly boolean[] = JSON.parse(rows[0]?.filled ?? '[]')
  return new Set(stored.filter((_, index) => filled[index] !== true).map(({ name }) => name))
}
