/**
 * Removes, reverts and restores the records of an undo with set-based statements; all changes are logged like those
 * of other writes.
 */
import { defaultExpression, storedFields } from '../../../database/ddl.ts'
import { identifier, literal } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { DataContext } from '../../context.ts'
import { cascade } from '../cascade.ts'
import { type LogMode, loggedStatement } from '../log/change-log.ts'
import { type Consequence, loggedDelete, tableOf } from '../log/logged.ts'
import { bulkRows } from '../merge/bulk.ts'
import { differences } from '../merge/target.ts'
import {
  findCircles,
  findMissing,
  findReferrers,
  countConflicts,
  isReferredTo,
  type UndoWork,
} from './conflicts.ts'
import { findTaken } from './find-taken.ts'
import { deletedRow, member, storedValue } from './logged-values.ts'
import type { EntityUndo } from './net-effects.ts'

const modeOf = ({ records, entity }: EntityUndo): Exclude<LogMode, 'none'> =>
  records >= bulkRows && entity.schema === 'scenario' ? 'blocks' : 'records'

const chosen = ({ entity, table }: EntityUndo, kind: 'remove' | 'replace'): string =>
  `t.${identifier(keyField(entity).column)} IN (SELECT u."key" FROM ${table} u WHERE u."kind" = '${kind}')`

/**
 * Applies the undo and checks the result for conflicts. Returns false if there are conflicts; the caller must then
 * roll back. Foreign keys must be disabled or deferred.
 */
export async function applyUndo(work: UndoWork, write: Consequence): Promise<boolean> {
  const { client, context } = work
  const { model } = context
  const isLeaf = (undo: EntityUndo): boolean => !isReferredTo(model, undo.entity)
  // Records that no other table references are deleted first, so that restored records can use their unique values.
  for (const undo of work.undos.filter(isLeaf)) {
    await loggedDelete(write, undo.entity, chosen(undo, 'remove'), { blocks: modeOf(undo) === 'blocks' })
  }
  for (const undo of work.undos) await findTaken(work, undo, 'revert')
  if ((await countConflicts(client)) > 0) return false
  for (const undo of work.undos) await revert(write, undo)
  await findReferrers(work)
  if ((await countConflicts(client)) > 0) return false
  const conditions = new Map(
    work.undos.filter((undo) => !isLeaf(undo)).map((undo) => [undo.entity.name, [chosen(undo, 'remove')]]),
  )
  await cascade(write, model.importOrder, new Map(), {
    conditions,
    emptied: new Set(),
    empty: () => Promise.resolve(0),
  })
  for (const undo of work.undos) {
    await loggedDelete(write, undo.entity, chosen(undo, 'replace'), { blocks: modeOf(undo) === 'blocks' })
  }
  for (const undo of work.undos) await findTaken(work, undo, 'restore')
  if ((await countConflicts(client)) > 0) return false
  for (const undo of work.undos) await restore(write, undo)
  await findMissing(work)
  await findCircles(work)
  return (await countConflicts(client)) === 0
}

/** Sets changed fields to their old values. */
async function revert(write: Consequence, undo: EntityUndo): Promise<void> {
  const { client, context, changes } = write
  const { entity, table, reverted } = undo
  if (reverted.size === 0) return
  const columns = revertedColumns(reverted)
  const stored = tableOf(context, entity)
  const key = identifier(keyField(entity).column)
  const before = columns.map(({ name }) => `t.${name}`)
  const after = columns.map(({ names, field, name }) => revertedValue(context, { names, field, name }))
  const set = columns.map(({ name }, index) => `${name} = o."new${index}"`)
  if (entity.fieldByName.has('lastmodified')) set.push('"lastmodified" = LOCALTIMESTAMP(6)')
  const news = after.map((value, index) => `${value} AS "new${index}"`)
  const ctes = `"old" AS MATERIALIZED (
      SELECT t.${key}, ${before.join(', ')}, ${news.join(', ')}
      FROM ${stored} t JOIN ${table} u ON u."key" = t.${key}
      WHERE u."kind" = 'revert' AND ROW(${before.join(', ')}) IS DISTINCT FROM ROW(${after.join(', ')})
      ORDER BY t.${key}),
    updated AS (UPDATE ${stored} t SET ${set.join(', ')} FROM "old" o WHERE t.${key} = o.${key}
      RETURNING t.${key}, ${columns.map(({ name }) => `t.${name}`).join(', ')})`
  const given = { columns: columns.map(({ field }) => ({ field, position: 1 })), uniform: true }
  const entries = {
    entity: entity.name,
    action: 'change',
    from: `updated n JOIN "old" o ON o.${key} = n.${key}`,
    key: `n.${key}::text`,
    changes: differences(given, 'o', 'n'),
  } as const
  const { rows } = await client.query<{ count: number }>(
    loggedStatement(changes, ctes, 'updated', entries, modeOf(undo)),
  )
  changes.count(entity.name, { updated: rows[0]!.count })
}

export interface RevertedColumn {
  readonly name: string
  readonly field: Field
  /** Names of the field in the log. */
  readonly names: readonly string[]
}

/** Returns the columns of the field names in the log. */
export function revertedColumns(reverted: EntityUndo['reverted']): readonly RevertedColumn[] {
  const byColumn = Map.groupBy([...reverted], ([, field]) => field.column)
  return [...byColumn].map(([column, entries]) => ({
    name: identifier(column),
    field: entries[0]![1],
    names: entries.map(([name]) => name),
  }))
}

/** Returns SQL of the value of a column of the row `t` before the changes in `u`. */
export const revertedValue = (
  { model }: Pick<DataContext, 'model'>,
  { names, field, name }: RevertedColumn,
): string =>
  `CASE ${names
    .map(
      (one) =>
        `WHEN u."changes" ? ${literal(one)} THEN ${storedValue(model, field, `(${member('u."changes"', one)} -> 0)`)}`,
    )
    .join(' ')} ELSE t.${name} END`

/** Returns the columns of a deleted record as SQL over its row `r` in the log. */
export function restoredColumns(
  { model }: DataContext,
  entity: Entity,
): readonly (readonly [column: string, value: string])[] {
  return storedFields(entity).map((field) => {
    const column = identifier(field.column)
    if (field.name === 'lastmodified') return [column, 'LOCALTIMESTAMP(6)']
    const fallback = field.nullable ? undefined : defaultExpression(model, field)
    // A column that was added after the row was deleted gets its default.
    return fallback === undefined ? [column, `r.${column}`] : [column, `coalesce(r.${column}, ${fallback})`]
  })
}

async function restore(write: Consequence, undo: EntityUndo): Promise<void> {
  const { client, context, changes } = write
  const { entity, table } = undo
  const stored = tableOf(context, entity)
  const key = identifier(keyField(entity).column)
  const columns = restoredColumns(context, entity)
  const ctes = `inserted AS (
    INSERT INTO ${stored} (${columns.map(([column]) => column).join(', ')})
    SELECT ${columns.map(([, value]) => value).join(', ')}
    FROM ${table} u CROSS JOIN LATERAL ${deletedRow('u')} r
    WHERE u."kind" IN ('restore', 'replace') ORDER BY u."key"
    RETURNING ${key})`
  const entries = { entity: entity.name, action: 'add', from: 'inserted', key: `${key}::text` } as const
  const { rows } = await client.query<{ count: number }>(
    loggedStatement(changes, ctes, 'inserted', entries, modeOf(undo)),
  )
  changes.count(entity.name, { created: rows[0]!.count })
}
