/**
 * How many records entities have, in one statement: exactly where tables are small, as the database last estimated
 * where counting would read a large table.
 */
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import { schemaOf } from '../relation.ts'
import type { Entity } from '../../model/entity.ts'

export interface RowCount {
  readonly count: number
  readonly estimated: boolean
}

/** Rows from which a table is estimated; a count of as many takes some milliseconds. */
const estimatedFrom = 50_000

const tableOf = ({ scenario }: DataContext, entity: Entity): string =>
  qualified(schemaOf(entity, scenario), entity.table)

/** By name of the entity; reports, which would have to be computed, are left out. */
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
  const { rows } = await context.database.query<RowCount & { readonly entity: string }>(
    { text: parts.join(' UNION ALL ') },
    { signal: context.signal },
  )
  return new Map(rows.map(({ entity, count, estimated }) => [entity, { count, estimated }]))
}

/** Those of the entities that have no record at all. */
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
  const { rows } = await context.database.query<Record<string, boolean>>(
    { text: `SELECT ${columns.join(', ')}` },
    { signal: context.signal },
  )
  const found = rows[0] ?? {}
  return new Set(stored.filter(({ name }) => found[name] !== true).map(({ name }) => name))
}
