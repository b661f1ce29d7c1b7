/**
 * Deletes one record by key, or all records that match a filter. References are processed by the rule of each
 * reference, with set-based statements: records that require a deleted record are deleted as well, others lose the
 * reference. The change log keeps all deleted records.
 */
import { identifier, qualified } from '../../database/identifiers.ts'
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { contextOf } from '../installation-context.ts'
import { schemaOf } from '../relation.ts'
import { keyFromUrl, typeFilter } from './batch.ts'
import { cascade, remove } from './cascade.ts'
import { deleteInOneStatement } from './delete-in-one-statement.ts'
import { openChangeSet } from './log/change-set.ts'
import { type Consequence, tableOf } from './log/logged.ts'
import { hasPreconditions, requireMatch } from './intake/intake.ts'
import { takeOverForeignKeys } from './merge/bulk.ts'
import type { DeleteRequest, DeleteResult } from './request.ts'
import { inTransaction } from './transaction.ts'
import { shapeOf } from './intake/shape.ts'
import { targetOf } from './merge/target.ts'

/**
 * Deletes records.
 * @throws ServiceError `not_found` for a key without record; `delete_all_refused` if a filter would leave the table
 *   empty, or if it is empty.
 */
export async function deleteRecords(
  scenarioContext: DataContext,
  entity: Entity,
  request: DeleteRequest,
): Promise<DeleteResult> {
  const context = contextOf(scenarioContext, entity)
  const quick = await deleteInOneStatement(context, entity, request)
  if (quick !== undefined) return quick
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
  const result = await deleteWithin({ client, context, changes }, entity, request)
  await changes.close(client)
  return { ...result, changeset: request.dryRun || result.deleted === 0 ? undefined : changes.id }
}

/** Deletes records in an open transaction and change set. Afterwards foreign keys remain disabled or deferred. */
export async function deleteWithin(
  write: Consequence,
  entity: Entity,
  request: DeleteRequest,
): Promise<DeleteResult> {
  const { client, context } = write
  const base = baseEntity(context.model, entity)
  await takeOverForeignKeys(client, context, base.schema)
  const deleted = await deleteSelected(write, entity, base, request)
  const doomed = new Map([[base.name, deleted]])
  if (request.expect !== undefined && request.expect !== deleted) {
    throw new ServiceError('count_differs', { found: deleted, expected: request.expect })
  }
  if (deleted > 0) {
    const { importOrder } = context.model
    await cascade(write, importOrder.slice(importOrder.indexOf(base)), doomed)
  }
  const { what } = request
  if ('selection' in what && what.named !== true) await rejectDeletingAll(write, entity, deleted)
  return { deleted, cascaded: cascadedOf(doomed, base, deleted) }
}

/** Returns the numbers of records that were deleted because they require one of the selected records. */
function cascadedOf(
  doomed: ReadonlyMap<string, number>,
  base: Entity,
  selected: number,
): ReadonlyMap<string, number> {
  const cascaded = new Map(doomed)
  const inSameTable = (doomed.get(base.name) ?? 0) - selected
  if (inSameTable > 0) cascaded.set(base.name, inSameTable)
  else cascaded.delete(base.name)
  return cascaded
}

async function deleteSelected(
  write: Consequence,
  entity: Entity,
  base: Entity,
  { what, ...conditions }: DeleteRequest,
): Promise<number> {
  const { client, context } = write
  const shape = shapeOf(context.model, entity)
  if ('selection' in what) {
    await lockDeletes(client, context, base)
    const { text, values } = what.selection
    return remove(write, base, `(${text})`, values)
  }
  if (hasPreconditions(conditions)) {
    const target = targetOf(context.model, entity, context.scenario)
    await requireMatch({ client, context, target, shape }, what.key, conditions)
  }
  const key = keyFromUrl({ shape, context }, what.key)
  const deleted = await remove(write, base, `t.${identifier(base.key)} = $1${typeFilter(entity)}`, [key])
  if (deleted === 0) throw new ServiceError('not_found')
  return deleted
}

/** Lets deletes by filter in one table wait for each other, because together they must not empty it either. */
async function lockDeletes(client: pg.ClientBase, context: DataContext, entity: Entity): Promise<void> {
  const name = qualified(schemaOf(entity, context.scenario), entity.table)
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`delete ${name}`])
}

/** Throws `delete_all_refused` if no record is left after a deletion. */
async function rejectDeletingAll(
  { client, context }: Consequence,
  entity: Entity,
  deleted: number,
): Promise<void> {
  const { rows } = await client.query<{ some: boolean }>(
    `SELECT EXISTS (SELECT FROM ${tableOf(context, entity)} t WHERE true${typeFilter(entity)}) AS "some"`,
  )
  if (!rows[0]!.some) throw new ServiceError('delete_all_refused', { total: deleted })
}
