/** Converts conditions to the selection of a delete: SQL over the alias `t` of the entity's table. */
import { identifier } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import type { Clause } from '../read/index.ts'
import { parameters, searchClause, source, whereClause } from '../read/where.ts'
import type { Selection } from './request.ts'
import { type Entity, keyField } from '../../model/entity.ts'

/** Returns the selection of the records that meet all conditions and contain all searched words. */
export function selectionOf(
  context: DataContext,
  entity: Entity,
  conditions: readonly Clause[],
  search: readonly string[] = [],
): Selection {
  const { bind, values } = parameters()
  const where = (alias: string): string => {
    const filtered = whereClause(context, entity, alias, conditions, bind) ?? 'true'
    return search.length === 0
      ? filtered
      : `(${filtered}) AND ${searchClause(context, entity, alias, search, bind)}`
  }
  const virtual = context.storages.get(entity.name)?.relation !== undefined
  if (!virtual) return { text: where('t'), values }
  // Only the storage's relation contains the fields that are stored outside the table.
  const key = identifier(keyField(entity).column)
  return {
    text: `t.${key} IN (SELECT "r".${key} FROM ${source(context, entity, 'r')} WHERE ${where('r')})`,
    values,
  }
}
