/**
 * Deleting: one record by key, or all that match a filter. References follow each reference's rule, set by
 * set: records that cannot be without the deleted ones go too, others lose the reference. Everything that
 * goes is kept in the change log.
 */
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import { columnType } from '../../database/ddl.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity, requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { schemaOf } from '../relation.ts'
import { keyFromUrl } from './batch.ts'
import { openChangeSet } from './log/change-set.ts'
import { type Consequence, loggedDelete, loggedUpdate, tableOf } from './log/logged.ts'
import { requireMatch } from './intake/intake.ts'
import { bulkRows, takeOverForeignKeys } from './merge/bulk.ts'
import { inTransaction } from './transaction.ts'
import { shapeOf } from './intake/shape.ts'
import { targetOf } from './merge/target.ts'

/** What a filter selects: SQL over the alias `t` of the entity's table, with parameters from `$1` on. */
export interface Selection {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface DeleteRequest {
  readonly what: { readonly key: string } | { readonly selection: Selection }
  readonly dryRun: boolean
  readonly ifMatch?: string
}

export interface DeleteResult {
  readonly deleted: number
  /** Records of other entities that went along, by entity. */
  readonly cascaded: ReadonlyMap<string, number>
}

/**
 * Deletes records.
 * @throws ServiceError `not_found` for a key without record; `delete_all_refused` when a filter would leave
 *   the table empty, or it is empty.
 */
export async function deleteRecords(
  context: DataContext,
  entity: Entity,
  request: DeleteRequest,
): Promise<DeleteResult> {
  const result = await inTransaction(context, { dryRun: request.dryRun, attempts: 5 }, (client) =>
    deleteIn(client, context, entity, request),
  )
  if (!request.dryRun) await context.storages.get(entity.name)?.afterCommit?.(context)
  return result
}

async function deleteIn(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  request: DeleteRequest,
): Promise<DeleteResult> {
  const changes = await openChangeSet(client, context)
  const write: Consequence = { client, context, changes }
  const base = baseEntity(context.model, entity)
  await takeOverForeignKeys(client)
  const deleted = await deleteSelected(write, entity, base, request)
  const doomed = new Map([[base.name, deleted]])
  if (deleted > 0) await cascade(write, base, doomed)
  if ('selection' in request.what) await refuseDeletingAll(write, entity, deleted)
  await changes.close(client)
  doomed.delete(base.name)
  return { deleted, cascaded: doomed }
}

const doomedTable = (entity: Entity): string => `pg_temp.${identifier(`_doomed_${entity.table}`)}`

async function createDoomed({ client, context }: Consequence, entity: Entity): Promise<void> {
  const type = columnType(context.model, keyField(entity))
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(`_doomed_${entity.table}`)} ("key" ${type}) ON COMMIT DROP`,
  )
}

const typeFilter = (entity: Entity): string =>
  entity.view === undefined ? '' : ` AND t."type" = ${literal(entity.view.type)}`

async function deleteSelected(
  write: Consequence,
  entity: Entity,
  base: Entity,
  { what, ifMatch }: DeleteRequest,
): Promise<number> {
  const { client, context } = write
  const shape = shapeOf(context.model, entity)
  if ('selection' in what) {
    await lockDeletes(client, context, base)
    const { text, values } = what.selection
    return remove(write, base, `(${text})${typeFilter(entity)}`, values)
  }
  if (ifMatch !== undefined) {
    const target = targetOf(context.model, entity, context.scenario)
    await requireMatch({ client, context, target, shape }, what.key, ifMatch)
  }
  const key = keyFromUrl({ shape, context }, what.key)
  const deleted = await remove(write, base, `t.${identifier(base.key)} = $1${typeFilter(entity)}`, [key])
  if (deleted === 0) throw new ServiceError('not_found')
  return deleted
}

/** Deletes by filter in one table wait for each other: together they must not empty it either. */
async function lockDeletes(client: pg.ClientBase, context: DataContext, entity: Entity): Promise<void> {
  const name = qualified(schemaOf(entity, context.scenario), entity.table)
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`delete ${name}`])
}

/** The number deleted must be lower than the number in the table: at least one record stays. */
async function refuseDeletingAll(
  { client, context }: Consequence,
  entity: Entity,
  deleted: number,
): Promise<void> {
  const { rows } = await client.query<{ some: boolean }>(
    `SELECT EXISTS (SELECT FROM ${tableOf(context, entity)} t WHERE true${typeFilter(entity)}) AS "some"`,
  )
  if (!rows[0]!.some) throw new ServiceError('delete_all_refused', { total: deleted })
}

/** Deletes the rows `t` that match, together with what lives beside them, and keeps their keys. */
async function remove(
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
  const expected = await estimateRows(client, context, entity, where, values)
  return loggedDelete(write, entity, where, {
    values,
    collect: doomedTable(entity),
    blocks: expected >= bulkRows && entity.schema === 'scenario',
  })
}

/** The planner's guess of how many rows match: good enough to choose the form of the log. */
async function estimateRows(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  where: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await client.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN (FORMAT JSON) SELECT FROM ${tableOf(context, entity)} t WHERE ${where}`,
    [...values],
  )
  return Number(/"Plan Rows": (\d+)/.exec(rows[0]!['QUERY PLAN'])?.[1] ?? 0)
}

/**
 * Follows the references to what was deleted. Entities come parents first, so whatever goes of one is known
 * before those that refer to it are looked at; within a tree children of children go until none is left.
 * The rows are gone and locked already, so nobody can add a reference to them meanwhile.
 */
async function cascade(write: Consequence, start: Entity, doomed: Map<string, number>): Promise<void> {
  const { context } = write
  const { importOrder } = context.model
  for (const entity of importOrder.slice(importOrder.indexOf(start))) {
    if (entity.view !== undefined) continue
    const doomedParents = entity.fields.filter(
      ({ reference }) => (doomed.get(reference?.entity ?? '') ?? 0) > 0,
    )
    const refers = ({ column, reference }: Field, alias: string): string => {
      const parent = requireEntity(context.model, reference!.entity)
      return `${alias}.${identifier(column)} IN (SELECT "key" FROM ${doomedTable(parent)})`
    }
    const cascading = doomedParents.filter(({ reference }) => reference!.onDelete === 'cascade')
    const where = cascading.map((field) => refers(field, 't')).join(' OR ')
    const deleted = where === '' ? 0 : await removeReferring(write, entity, where, doomed)
    if (deleted > 0) doomed.set(entity.name, (doomed.get(entity.name) ?? 0) + deleted)
    // A tree whose parents just went has its own references to clear as well.
    for (const field of entity.fields) {
      if (field.reference?.onDelete !== 'setNull' || (doomed.get(field.reference.entity) ?? 0) === 0) continue
      await loggedUpdate(write, entity, { [field.column]: 'NULL' }, refers(field, 'o'))
    }
  }
}

/** Deletes what refers to deleted records; within one table until nothing more refers. */
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
