/**
 * Updates and deletes that the service itself executes as a consequence of a write; they are logged like all others.
 */
import type pg from 'pg'
import { storedFields } from '../../../database/ddl.ts'
import { identifier, qualified } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'
import { schemaOf } from '../../relation.ts'
import { type LogEntries, loggedStatement } from './change-log.ts'
import type { ChangeSet } from './change-set.ts'
import { differences } from '../merge/target.ts'

export interface Consequence {
  readonly client: pg.ClientBase
  readonly context: DataContext
  readonly changes: ChangeSet
}

export const tableOf = (context: DataContext, entity: Entity): string =>
  qualified(schemaOf(entity, context.scenario), entity.table)

/**
 * Sets columns of the rows `o` that match. Values and condition are SQL over the alias `o`.
 * @returns the number of changed rows
 */
export async function loggedUpdate(
  { client, context, changes }: Consequence,
  entity: Entity,
  values: Readonly<Record<string, string>>,
  where: string,
): Promise<number> {
  const table = tableOf(context, entity)
  const key = identifier(keyField(entity).column)
  const set = Object.entries(values).map(([name, value]) => `${identifier(name)} = ${value}`)
  if (entity.fieldByName.has('lastmodified')) set.push('"lastmodified" = LOCALTIMESTAMP(6)')
  const columns = Object.keys(values).map((name) => ({ field: entity.fieldByName.get(name)!, position: 1 }))
  const updated = `"old" AS MATERIALIZED (
      SELECT o.* FROM ${table} o WHERE ${where} ORDER BY o.${key} FOR NO KEY UPDATE OF o),
    updated AS (UPDATE ${table} t SET ${set.join(', ')} FROM "old" o WHERE t.${key} = o.${key} RETURNING t.*)`
  const entries: LogEntries = {
    entity: entity.name,
    action: 'change',
    from: `updated n JOIN "old" o ON o.${key} = n.${key}`,
    key: `n.${key}::text`,
    changes: differences({ columns, uniform: true }, 'o', 'n'),
  }
  const { rows } = await client.query<{ count: number }>(
    loggedStatement(changes, updated, 'updated', entries, 'records'),
  )
  changes.count(entity.name, { updated: rows[0]!.count })
  return rows[0]!.count
}

/**
 * Deletes the rows `t` that match and inserts their keys into the relation `collect`. The log keeps their values,
 * except write-only columns. The condition is SQL over the alias `t`, with parameters from `$1` on.
 * @returns the number of deleted rows
 */
export async function loggedDelete(
  { client, context, changes }: Consequence,
  entity: Entity,
  where: string,
  options: {
    readonly values?: readonly unknown[]
    readonly collect?: string
    readonly blocks?: boolean
  } = {},
): Promise<number> {
  const { values = [], collect, blocks = false } = options
  const key = identifier(keyField(entity).column)
  const table = tableOf(context, entity)
  // Rows are locked in key order, as in merges, so that both wait for each other instead of deadlocking. For bulk
  // deletes this would cost more than the deadlocks it avoids, which are retried.
  const locked = `SELECT t.${key} AS "key" FROM ${table} t WHERE ${where} ORDER BY t.${key} FOR UPDATE OF t`
  const ctes = blocks
    ? [`gone AS (DELETE FROM ${table} t WHERE ${where} RETURNING t.*)`]
    : [
        `locked AS MATERIALIZED (${locked})`,
        `gone AS (DELETE FROM ${table} t USING locked l WHERE t.${key} = l."key" RETURNING t.*)`,
      ]
  if (collect !== undefined) ctes.push(`keys AS (INSERT INTO ${collect} SELECT ${key} FROM gone)`)
  const entries: LogEntries = {
    entity: entity.name,
    action: 'delete',
    from: 'gone',
    key: `gone.${key}::text`,
    changes: blocks ? `to_json(gone::text)::text` : deletedRecord(entity),
    ...(blocks ? { heading: await columnNames(client, table) } : {}),
  }
  const statement = loggedStatement(changes, ctes.join(', '), 'gone', entries, blocks ? 'blocks' : 'records')
  const { rows } = await client.query<{ count: number }>(statement, [...values])
  changes.count(entity.name, { deleted: rows[0]!.count })
  return rows[0]!.count
}

/** Returns SQL of the JSON text of a deleted row `gone`, without write-only columns. */
export function deletedRecord(entity: Entity): string {
  const kept = storedFields(entity).filter((field) => !field.writeOnly)
  const columns = kept.map(({ column }) => `gone.${identifier(column)}`)
  return `(SELECT row_to_json(kept)::text FROM (SELECT ${columns.join(', ')}) kept)`
}

/**
 * Returns the column names of a table as JSON, in their physical order, which is the order of values in PostgreSQL's
 * text of a row.
 */
export async function columnNames(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT json_agg(attname ORDER BY attnum)::text AS names FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  )
  return rows[0]!.names
}
