/** Finds unique values that another record has meanwhile. */
import { storedFields } from '../../../database/ddl.ts'
import { identifier, literal } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import { tableOf } from '../log/logged.ts'
import { conflictsTable, type UndoWork } from './conflicts.ts'
import { deletedRow, member, storedValue } from './logged-values.ts'
import type { EntityUndo } from './net-effects.ts'

/** Returns the sets of columns that must be unique together, besides the key. */
function uniqueColumns(entity: Entity): readonly (readonly string[])[] {
  const natural =
    entity.naturalKeyUnique && entity.naturalKey.join() !== entity.key ? [entity.naturalKey] : []
  const single = storedFields(entity).filter(({ unique, name }) => unique && name !== entity.key)
  return [...natural.filter((names) => names.length > 0), ...single.map(({ name }) => [name])]
}

/** Adds conflicts for records that would get unique values of another record which keeps them. */
export async function findTaken(
  { client, context }: UndoWork,
  { entity, table, reverted }: EntityUndo,
  what: 'revert' | 'restore',
): Promise<void> {
  const stored = tableOf(context, entity)
  const key = identifier(keyField(entity).column)
  for (const names of uniqueColumns(entity)) {
    if (what === 'revert' && ![...reverted.values()].some(({ column }) => names.includes(column))) continue
    const after = names.map((name) => {
      const field = entity.fieldByName.get(name)!
      if (what === 'restore') return `r.${identifier(field.column)}`
      const old = storedValue(context.model, field, `(${member('u."changes"', name)} -> 0)`)
      return `CASE WHEN u."changes" ? ${literal(name)} THEN ${old} ELSE r.${identifier(field.column)} END`
    })
    const source =
      what === 'restore'
        ? `${deletedRow('u')} r WHERE u."kind" IN ('restore', 'replace')`
        : `(SELECT x.* FROM ${stored} x WHERE x.${key} = u."key") r WHERE u."kind" = 'revert'`
    const equal = names.map((name, index) => {
      const column = `t.${identifier(name)}`
      return entity.fieldByName.get(name)!.nullable
        ? `${column} IS NOT DISTINCT FROM w."v${index}"`
        : `${column} = w."v${index}"`
    })
    const named = `jsonb_build_array(jsonb_build_object('entity', ${literal(entity.name)}, 'key', t.${key}::text))`
    await client.query(
      `INSERT INTO ${conflictsTable}
       SELECT ${literal(entity.name)}, w."key"::text, 'exists', NULL, ${named}
       FROM (SELECT u."key", ${after.map((value, index) => `${value} AS "v${index}"`).join(', ')}
             FROM ${table} u CROSS JOIN LATERAL ${source}) w
       JOIN ${stored} t ON ${equal.join(' AND ')}
       WHERE t.${key} <> w."key"
         AND NOT EXISTS (SELECT FROM ${table} o WHERE o."key" = t.${key} AND o."kind" = 'revert')`,
    )
  }
}
