/**
 * Applies the rules of references to deleted records, with set-based statements. Records that require a deleted
 * record are deleted as well, others lose the reference. Keys of deleted records are stored in temporary tables.
 */
import type pg from 'pg'
import { columnType } from '../../database/ddl.ts'
import { identifier } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { type Consequence, loggedDelete, loggedUpdate, tableOf } from './log/logged.ts'
import { bulkRows } from './merge/bulk.ts'

/** Records that are deleted independent of references to other deleted records. */
export interface CascadeStart {
  /** Conditions over the alias `t`, by entity: rows that match one of them are deleted. */
  readonly conditions: ReadonlyMap<string, readonly string[]>
  /** Entities of which all records are deleted. */
  readonly emptied: ReadonlySet<string>
  /** Empties the table of one of those entities and returns its number of records. */
  readonly empty: (entity: Entity) => Promise<number>
}

const nothing: CascadeStart = { conditions: new Map(), emptied: new Set(), empty: () => Promise.resolve(0) }

const doomedTable = (entity: Entity): string => `pg_temp.${identifier(`_doomed_${entity.table}`)}`

/**
 * Creates the table of deleted keys. An earlier deletion in the same transaction may have left a table with its own
 * keys.
 */
async function createDoomed({ client, context }: Consequence, entity: Entity): Promise<void> {
  const type = columnType(context.model, keyField(entity))
  await client.query(
    `DROP TABLE IF EXISTS ${doomedTable(entity)};
     CREATE TEMPORARY TABLE ${identifier(`_doomed_${entity.table}`)} ("key" ${type}) ON COMMIT DROP`,
  )
}

/** Deletes the rows `t` that match and their data outside the table, and keeps their keys. */
export async function remove(
  write: Consequence,
  entity: Entity,
  where: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { client, context } = write
  await createDoomed(write, entity)
  const storage = context.storages.get(entity.name)
  if (storage?.beforeDelete !== undefined) {
    const { rows } = await client.query<{ key: string | number }>(
      `SELECT t.${identifier(entity.key)} AS key FROM ${tableOf(context, entity)} t WHERE ${where}`,
      [...values],
    )
    await storage.beforeDelete(
      context,
      client,
      rows.map(({ key }) => key),
    )
  }
  const blocks = entity.schema === 'scenario' && (await matchesMany(client, context, entity, where, values))
  return loggedDelete(write, entity, where, { values, collect: doomedTable(entity), blocks })
}

/**
 * Returns whether so many rows match that they are deleted in bulk. They are counted, up to that number: the planner's
 * estimate knows nothing of rows that were added since the last ANALYZE, such as an import that is taken back.
 */
async function matchesMany(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  where: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { rows } = await client.query<{ many: boolean }>(
    `SELECT count(*) >= ${bulkRows} AS "many"
     FROM (SELECT FROM ${tableOf(context, entity)} t WHERE ${where} LIMIT ${bulkRows}) AS matching`,
    [...values],
  )
  return rows[0]!.many
}

/**
 * Follows the references to deleted records. Entities are processed parents first, so all deleted records of an
 * entity are known before the records that reference it are processed. Within a tree, children are deleted until none
 * is left. The deleted rows are locked, so no other transaction can add a reference to them meanwhile.
 * @param order entities to process, parents first
 * @param doomed number of deleted records by entity; this function adds to it
 * @returns the number of records that lost a reference, by entity
 */
export async function cascade(
  write: Consequence,
  order: readonly Entity[],
  doomed: Map<string, number>,
  start: CascadeStart = nothing,
): Promise<ReadonlyMap<string, number>> {
  const { model } = write.context
  const released = new Map<string, number>()
  const refers = ({ column, reference }: Field, alias: string): string => {
    const parent = requireEntity(model, reference!.entity)
    const value = `${alias}.${identifier(column)}`
    return start.emptied.has(parent.name)
      ? `${value} IS NOT NULL`
      : `${value} IN (SELECT "key" FROM ${doomedTable(parent)})`
  }
  for (const entity of order) {
    if (entity.view !== undefined) continue
    if (start.emptied.has(entity.name)) {
      doomed.set(entity.name, await start.empty(entity))
      continue
    }
    const cascading = entity.fields.filter(
      ({ reference }) => reference?.onDelete === 'cascade' && (doomed.get(reference.entity) ?? 0) > 0,
    )
    const own = start.conditions.get(entity.name) ?? []
    const where = [...own, ...cascading.map((field) => refers(field, 't'))].join(' OR ')
    const deleted = where === '' ? 0 : await removeReferring(write, entity, where, doomed)
    if (deleted > 0) doomed.set(entity.name, (doomed.get(entity.name) ?? 0) + deleted)
    // A tree with deleted parents has references to itself that must be cleared.
    for (const field of entity.fields) {
      if (field.reference?.onDelete !== 'setNull' || (doomed.get(field.reference.entity) ?? 0) === 0) continue
      const lost = await loggedUpdate(write, entity, { [field.column]: 'NULL' }, refers(field, 'o'))
      if (lost > 0) released.set(entity.name, (released.get(entity.name) ?? 0) + lost)
    }
  }
  return released
}

/** Deletes records that reference deleted records; within a tree, until no more reference them. */
async function removeReferring(
  write: Consequence,
  entity: Entity,
  where: string,
  doomed: ReadonlyMap<string, number>,
): Promise<number> {
  let deleted = doomed.has(entity.name) ? 0 : await remove(write, entity, where)
  const again = doomed.has(entity.name) || deleted > 0
  const inTree = entity.fields.find(
    ({ reference }) => reference?.entity === entity.name && reference.onDelete === 'cascade',
  )
  if (inTree === undefined || !again) return deleted
  const children = `t.${identifier(inTree.column)} IN (SELECT "key" FROM ${doomedTable(entity)})`
  for (;;) {
    const more = await loggedDelete(write, entity, children, { collect: doomedTable(entity) })
    deleted += more
    if (more === 0) return deleted
  }
}
