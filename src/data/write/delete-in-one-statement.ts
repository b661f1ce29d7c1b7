/**
 * Deletes one record in one round trip: the record, its change set and its log row are one prepared statement. This
 * path is optimistic, as that of small batches: if a foreign key shows that other records refer to the record, the
 * statement changes nothing and the normal path is used, which follows the references.
 */
import { identifier } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { keyFromUrl, typeFilter } from './batch.ts'
import { recordText, writeTogether } from './joint-writes.ts'
import type { DeleteRequest, DeleteResult } from './request.ts'
import { hasPreconditions } from './intake/intake.ts'
import { shapeOf } from './intake/shape.ts'
import { deletedRecord, tableOf } from './log/logged.ts'
import { authorValues, changeSetMembers, isRefusal } from './log/own-change-set.ts'
import { transactionRuleOf } from './rules/transaction-rules.ts'

/** Deletes a record that no other record refers to. Returns undefined if the normal path must be used. */
export async function deleteInOneStatement(
  context: DataContext,
  entity: Entity,
  { what, dryRun, ...conditions }: DeleteRequest,
): Promise<DeleteResult | undefined> {
  const { model, home, signal, actor } = context
  const base = baseEntity(model, entity)
  if (!('key' in what) || dryRun || hasPreconditions(conditions)) return undefined
  if (!isCheckedByKeys(context, base) || transactionRuleOf(base.name) !== undefined) return undefined
  const shape = shapeOf(model, entity)
  const key = keyFromUrl({ shape, context }, what.key)
  const statement = {
    text: statementText(context, entity, base),
    values: [String(key), ...authorValues(actor)],
    settings: {},
  }
  try {
    const record = recordText(context, base, shape.surrogate ? [] : [key])
    const [changeset] = await writeTogether(home, { statement, record, signal })
    if (changeset === undefined) return undefined
    return { deleted: 1, cascaded: new Map(), changeset: Number(changeset) }
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/**
 * Returns whether foreign keys refuse the deletion of a record that others refer to. Those of extension modules do
 * not: they are missing or delete the other records themselves.
 */
function isCheckedByKeys({ model, storages }: DataContext, base: Entity): boolean {
  const added = new Set([
    ...model.additions.entities.map(({ name }) => name),
    ...model.additions.fields.keys(),
  ])
  const referrers = model.referrers.get(base.name) ?? []
  return (
    base.schema === 'scenario' &&
    !storages.has(base.name) &&
    referrers.every(({ entity }) => !added.has(entity.name))
  )
}

function statementText(context: DataContext, entity: Entity, base: Entity): string {
  const key = identifier(base.key)
  const members = changeSetMembers(context.scenario, base.name, true, [
    {
      member: 'gone',
      action: 'delete',
      from: 'gone',
      key: `gone.${key}::text`,
      changes: deletedRecord(base),
    },
  ])
  return `WITH gone AS (
    DELETE FROM ${tableOf(context, base)} t WHERE t.${key} = $1${typeFilter(entity)} RETURNING t.*),
  ${members}
  SELECT "id"::text FROM changeset`
}
