/**
 * Counts the records of entities: exactly those of small tables; for large tables it returns the last estimate of the
 * database, because counting would read the whole table.
 */
import type { Database } from '../../database/database.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import { databaseOf, schemaOf } from '../relation.ts'
import type { Entity } from '../../model/entity.ts'

export interface RowCount {
  readonly count: number
  readonly estimated: boolean
}

/** Number of rows from which the count of a table is estimated. Counting this many takes some milliseconds. */
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
    (entity) =>
      `(SELECT count(*) FROM ${tableOf(context, entity)}${ofEntity(entity)}) AS ${identifier(entity.name)}`,
  )
  const { rows } = await database.query<Record<string, number>>(
    { text: `SELECT ${columns.join(', ')}` },
    { signal },
  )
  const [exact = {}] = rows
  return [...large, ...small.map(({ name }): Counted => [name, { count: exact[name]!, estimated: false }])]
}

/**
 * Returns SQL of the names of entities and the estimated number of their records, which is null for a small table. The
 * records of one type are estimated from the most common types, and counted if the type is not one of them.
 */
function estimatesOf(context: DataContext, entities: readonly Entity[]): string {
  const tables = entities.map((entity) => {
    const { name, view } = entity
    const type = view === undefined ? 'NULL' : literal(view.type)
    return `(${literal(name)}, ${literal(tableOf(context, entity))}::regclass, ${type})`
  })
  return `SELECT e."name", CASE WHEN c."reltuples" >= ${estimatedFrom} THEN (c."reltuples" * CASE WHEN e."type" IS NULL THEN 1 ELSE (
      SELECT s."most_common_freqs"[array_position(s."most_common_vals"::text::text[], e."type")]
      FROM pg_catalog.pg_stats AS s
      WHERE s."schemaname" = n."nspname" AND s."tablename" = c."relname" AND s."attname" = 'type') END)::bigint
    END AS "count"
  FROM (VALUES ${tables.join(', ')}) AS e ("name", "table", "type")
  JOIN pg_catalog.pg_class AS c ON c."oid" = e."table"
  JOIN pg_catalog.pg_namespace AS n ON n."oid" = c."relnamespace"`
}

/** Returns the names of the entities that have no records. */
export async function emptyEntities(
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlySet<string>> {
  const stored = entities.filter(({ query }) => query === undefined)
  if (stored.length === 0) return new Set()
  const columns = stored.map(
    (entity) =>
      `EXISTS (SELECT FROM ${tableOf(context, entity)}${ofEntity(entity)}) AS ${identifier(entity.name)}`,
  )
  const { rows } = await context.home.query<Record<string, boolean>>(
    { text: `SELECT ${columns.join(', ')}` },
    { signal: context.signal },
  )
  const found = rows[0] ?? {}
  return new Set(stored.filter(({ name }) => found[name] !== true).map(({ name }) => name))
}
