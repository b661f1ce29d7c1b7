/**
 * Counts the records of entities in one statement: exactly for small tables; for large tables it returns the last
 * estimate of the database, because counting would read the whole table.
 */
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import { schemaOf } from '../relation.ts'
import type { Entity } from '../../model/entity.ts'

export interface RowCount {
  readonly count: number
  readonly estimated: boolean
}

/** Number of rows from which the count of a table is estimated. Counting this many takes some milliseconds. */
const estimatedFrom = 50_000

const tableOf = ({ scenario }: DataContext, entity: Entity): string =>
  qualified(schemaOf(entity, scenario), entity.table)

/** Returns the counts by name of the entity. Reports are omitted, because they would have to be computed. */
export async function countEntities(
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, RowCount>> {
  const counted = entities.filter(({ query }) => query === undefined)
  if (counted.length === 0) return new Map()
  const parts = counted.map((entity) => {
    const table = tableOf(context, entity)
    const name = literal(entity.name)
    if (entity.view !== undefined) {
      return `SELECT ${name} AS "entity", (SELECT count(*) FROM ${table} WHERE "type" = ${literal(entity.view.type)}) AS "count", false AS "estimated"`
    }
    return `SELECT ${name} AS "entity", CASE WHEN c.reltuples < ${estimatedFrom} THEN (SELECT count(*) FROM ${table})
        ELSE c.reltuples::bigint END AS "count", c.reltuples >= ${estimatedFrom} AS "estimated"
      FROM pg_catalog.pg_class c WHERE c.oid = ${literal(table)}::regclass`
  })
  const { rows } = await context.home.query<RowCount & { readonly entity: string }>(
    { text: parts.join(' UNION ALL ') },
    { signal: context.signal },
  )
  return new Map(rows.map(({ entity, count, estimated }) => [entity, { count, estimated }]))
}

/** Returns the names of the entities that have no records. */
export async function emptyEntities(
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlySet<string>> {
  const stored = entities.filter(({ query }) => query === undefined)
  if (stored.length === 0) return new Set()
  const columns = stored.map((entity) => {
    const typed = entity.view === undefined ? '' : ` WHERE "type" = ${literal(entity.view.type)}`
    return `EXISTS (SELECT FROM ${tableOf(context, entity)}${typed}) AS ${identifier(entity.name)}`
  })
  const { rows } = await context.home.query<Record<string, boolean>>(
    { text: `SELECT ${columns.join(', ')}` },
    { signal: context.signal },
  )
  const found = rows[0] ?? {}
  return new Set(stored.filter(({ name }) => found[name] !== true).map(({ name }) => name))
}
