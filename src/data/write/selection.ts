/** Converts conditions to the selection of a delete: SQL over the alias `t` of the entity's table. */
import { identifier } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import type { Clause } from '../read/index.ts'
import { parameters, source, whereClause } from '../read/where.ts'
import type { Selection } from './request.ts'
import { type Entity, keyField } from '../../model/entity.ts'

/** Returns the selection of the records that meet all conditions. */
export function selectionOf(context: DataContext, entity: Entity, conditions: readonly Clause[]): Selection {
  const { bind, values } = parameters()
  const virtual = context.storages.get(entity.name)?.relation !== undefined
  if (!virtual) return { text: whereClause(context, entity, 't', conditions, bind) ?? 'true', values }
  // Only the storage's relation contains the fields that are stored outside the table.
  const key = identifier(keyField(entity).column)
  const where = whereClause(context, entity, 'r', conditions, bind) ?? 'true'
  return {
    text: `t.${key} IN (SELECT "r".${key} FROM ${source(context, entity, 'r')} WHERE ${where})`,
    values,
  }
}
