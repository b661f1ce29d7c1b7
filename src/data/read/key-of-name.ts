/**
 * Finds the number of a record by its name, for entities that have both: a URL may contain either, so that a user, a
 * group or a scheduled task can be addressed by the name that people know.
 */
import { identifier } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { databaseOf, relationOf } from '../relation.ts'
import { textFault } from './lookups.ts'

/**
 * Returns the key of the record with this name. Returns undefined for a number, if there is no such record, and for
 * an entity whose records have no unique name besides their number.
 */
export async function keyOfName(
  context: DataContext,
  entity: Entity,
  text: string,
): Promise<string | undefined> {
  const [name, ...others] = entity.naturalKey
  if (name === undefined || others.length > 0 || keyField(entity).type !== 'identity') return undefined
  const field = entity.fieldByName.get(name)
  if (field?.type !== 'text' || !field.unique || /^\d+$/.test(text)) return undefined
  if (textFault(text) !== undefined) return undefined
  const { rows } = await databaseOf(context, entity).query<{ key: string }>({
    text: `SELECT r.${identifier(entity.key)}::text AS "key" FROM ${relationOf(context, entity)} r
      WHERE r.${identifier(field.column)} = $1`,
    values: [text],
  })
  return rows[0]?.key
}
