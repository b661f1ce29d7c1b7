/** Conflicts of an undo: a temporary table of records with their problems, and the checks that fill it. */
import type pg from 'pg'
import { identifier, literal } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import { baseEntity, type Model, requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { tableOf } from '../log/logged.ts'
import { bulkRows } from '../merge/bulk.ts'
import { member, storedValue } from './logged-values.ts'
import type { EntityUndo } from './net-effects.ts'
import { goesAlong, orderField, ordersEntity } from './plan-rows.ts'

/**
 * `changed`: another user has written other values since; `deleted`: the record does not exist any more; `exists`: a
 * record with the same key or the same unique values exists again; `referenced`: other records reference a record
 * that would be removed; `missing`: a record referenced by a restored value does not exist; `circle`: the record
 * would be its own ancestor.
 */
export type UndoProblem = 'changed' | 'deleted' | 'exists' | 'referenced' | 'missing' | 'circle'

export interface UndoConflict {
  readonly entity: string
  readonly key: string
  readonly problem: UndoProblem
  /** Changed values: `base` after the change set, `present` now, and `proposed` after the undo. */
  readonly fields: Readonly<
    Record<string, { readonly base: unknown; readonly present: unknown; readonly proposed: unknown }>
  >
  /** Records that reference the record, that are missing, or that have its key or its unique values. */
  readonly records: readonly { readonly entity: string; readonly key: string }[]
}

/** Change sets that are being undone together. */
export interface UndoWork {
  readonly client: pg.ClientBase
  readonly context: DataContext
  /** Their numbers in ascending order. */
  readonly changesets: readonly number[]
  readonly undos: readonly EntityUndo[]
}

export const conflictsTable = 'pg_temp."_undo_conflicts"'

/** Maximum number of referencing records in a conflict. */
const mostNamed = 5

export async function createConflicts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE "_undo_conflicts" ("entity" text, "key" text, "problem" text, "fields" jsonb, "records" jsonb)
     ON COMMIT DROP`,
  )
}

export async function countConflicts(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::float8 AS "count" FROM ${conflictsTable}`,
  )
  return rows[0]!.count
}

export async function readConflicts(client: pg.ClientBase, limit: number): Promise<readonly UndoConflict[]> {
  const { rows } = await client.query<Omit<UndoConflict, 'fields' | 'records'> & Record<'about', string>>(
    `SELECT "entity", "key", "problem", json_build_object('fields', coalesce("fields", '{}'),
       'records', coalesce("records", '[]'))::text AS "about"
     FROM ${conflictsTable} ORDER BY "entity", "key", "problem" LIMIT $1`,
    [limit],
  )
  return rows.map(({ about, ...conflict }) => {
    const { fields, records }: Pick<UndoConflict, 'fields' | 'records'> = JSON.parse(about)
    return Object.assign(conflict, { fields, records })
  })
}

/** Removes conflicting records and fields from the undo, and deletes the conflicts. */
export async function leaveOutConflicts({ client, undos }: UndoWork): Promise<void> {
  for (const { entity, table } of undos) {
    const same = `c."entity" = ${literal(entity.name)} AND c."key" = u."key"::text`
    await client.query(
      `UPDATE ${table} u SET "changes" = u."changes" - ARRAY(SELECT jsonb_object_keys(c."fields"))
       FROM ${conflictsTable} c WHERE ${same} AND u."kind" = 'revert' AND c."problem" = 'changed' AND c."fields" IS NOT NULL`,
    )
    await client.query(
      `DELETE FROM ${table} u USING ${conflictsTable} c
       WHERE ${same} AND NOT (u."kind" = 'revert' AND c."problem" = 'changed' AND c."fields" IS NOT NULL)`,
    )
    await removeUnchanged(client, table)
  }
  await client.query(`TRUNCATE ${conflictsTable}`)
}

/** Removes records of which all fields are left out: otherwise the undo would report a change that it does not make. */
export async function removeUnchanged(client: pg.ClientBase, table: string): Promise<void> {
  await client.query(`DELETE FROM ${table} u WHERE u."kind" = 'revert' AND u."changes" = '{}'`)
}

/** Returns SQL that inserts conflicts of a kind; the relation follows, with the columns `key`, `fields` and `records`. */
export const insertConflicts = (entity: Entity, problem: UndoProblem): string =>
  `INSERT INTO ${conflictsTable} SELECT ${literal(entity.name)}, "key"::text, ${literal(problem)}, "fields", "records" FROM`

/** Returns the quoted column of the key. */
export const keyOf = (entity: Entity): string => identifier(keyField(entity).column)

/**
 * Locks the records that will be changed or removed, in the order of keys, so that the checks are valid until the
 * transaction ends. For many records the table is locked against other writers instead: a lock on each row takes a
 * sixth of the time of writing it.
 */
export async function lockRecords({ client, context, undos }: UndoWork): Promise<void> {
  for (const { entity, table, records } of undos) {
    if (records >= bulkRows) {
      await client.query(`LOCK TABLE ${tableOf(context, entity)} IN SHARE ROW EXCLUSIVE MODE`)
      continue
    }
    const key = keyOf(entity)
    await client.query(
      `SELECT FROM ${tableOf(context, entity)} t JOIN ${table} u ON u."key" = t.${key}
       WHERE u."kind" <> 'restore' ORDER BY t.${key} FOR UPDATE OF t`,
    )
  }
}

/** Finds records that reference records which would be removed, except rows of the plan. */
export async function findReferrers({ client, context, undos }: UndoWork): Promise<void> {
  const { model } = context
  const undoOf = new Map(undos.map((undo) => [undo.entity.name, undo]))
  for (const { entity, field, target } of references(model)) {
    const undo = undoOf.get(target.name)
    if (undo === undefined) continue
    const own = undoOf.get(entity.name)
    const key = keyOf(entity)
    const stays =
      own === undefined
        ? ''
        : ` AND NOT EXISTS (SELECT FROM ${own.table} o WHERE o."key" = t.${key} AND o."kind" = 'remove')`
    const order = orderField(entity)
    const orders = order === undefined ? undefined : undoOf.get(ordersEntity)
    // Parts of orders are removed together with their orders.
    const remains =
      order === undefined || orders === undefined
        ? ''
        : ` AND NOT EXISTS (SELECT FROM ${orders.table} o WHERE o."key" = t.${identifier(order.column)} AND o."kind" = 'remove')`
    const named = `jsonb_build_object('entity', ${literal(entity.name)}, 'key', f."other"::text)`
    await client.query(
      `${insertConflicts(target, 'referenced')} (
         SELECT f."key", NULL::jsonb AS "fields", jsonb_agg(${named} ORDER BY f."other") FILTER (WHERE f."number" <= ${mostNamed}) AS "records"
         FROM (
           SELECT u."key", t.${key} AS "other", row_number() OVER (PARTITION BY u."key" ORDER BY t.${key}) AS "number"
           FROM ${undo.table} u JOIN ${tableOf(context, entity)} t ON t.${identifier(field.column)} = u."key"
           WHERE u."kind" = 'remove'${stays}${remains} AND NOT (${goesAlong(context, entity, field)})) f
         GROUP BY f."key") found`,
    )
  }
}

/** Returns the references between tables of a scenario. */
function references(
  model: Model,
): readonly { readonly entity: Entity; readonly field: Field; readonly target: Entity }[] {
  return model.importOrder
    .filter(
      (entity) => entity.schema === 'scenario' && entity.view === undefined && entity.query === undefined,
    )
    .flatMap((entity) =>
      entity.fields.flatMap((field) => {
        if (field.reference === undefined || field.column !== field.name) return []
        const target = baseEntity(model, requireEntity(model, field.reference.entity))
        return target.schema === 'scenario' ? [{ entity, field, target }] : []
      }),
    )
}

/** Returns whether other tables reference the records of an entity. */
export const isReferredTo = (model: Model, entity: Entity): boolean =>
  references(model).some(({ target }) => target === entity)

/**
 * Finds records that restored values reference and that do not exist. Existing ones are locked until the transaction
 * ends.
 */
export async function findMissing({ client, context, undos }: UndoWork): Promise<void> {
  const undoOf = new Map(undos.map((undo) => [undo.entity.name, undo]))
  for (const { entity, field, target } of references(context.model)) {
    const undo = undoOf.get(entity.name)
    if (undo === undefined) continue
    // Restored values are read from the log, because PostgreSQL has no statistics of the restored rows yet.
    const names = [...undo.reverted].filter(([, { column }]) => column === field.column).map(([name]) => name)
    const reverted = names.map(
      (name) =>
        ` WHEN u."kind" = 'revert' AND u."changes" ? ${literal(name)} THEN ${storedValue(context.model, field, `(${member('u."changes"', name)} -> 0)`)}`,
    )
    const restored = `(u."row").${identifier(field.column)}`
    const kinds = names.length > 0 ? `('restore', 'replace', 'revert')` : `('restore', 'replace')`
    const value = `CASE${reverted.join('')} WHEN u."kind" <> 'revert' THEN ${restored} END`
    const parent = tableOf(context, target)
    const named = `jsonb_build_array(jsonb_build_object('entity', ${literal(target.name)}, 'key', g."value"::text))`
    await client.query(
      `WITH given AS MATERIALIZED (
         SELECT g.* FROM (SELECT u."key", ${value} AS "value" FROM ${undo.table} u WHERE u."kind" IN ${kinds}) g
         WHERE g."value" IS NOT NULL),
       found AS MATERIALIZED (
         SELECT r.${keyOf(target)} AS "value" FROM ${parent} r
         WHERE r.${keyOf(target)} IN (SELECT DISTINCT "value" FROM given) FOR KEY SHARE OF r)
       ${insertConflicts(entity, 'missing')} (
         SELECT g."key", NULL::jsonb AS "fields", ${named} AS "records" FROM given g
         WHERE g."value" NOT IN (SELECT "value" FROM found)) missing`,
    )
  }
}

/** Finds records of trees that would be their own ancestors. */
export async function findCircles({ client, context, undos }: UndoWork): Promise<void> {
  for (const { entity, table, reverted } of undos) {
    if (entity.tree === undefined) continue
    const owner = identifier(entity.tree)
    if (![...reverted.values()].some(({ column }) => column === entity.tree)) continue
    const stored = tableOf(context, entity)
    const key = keyOf(entity)
    await client.query(
      `WITH RECURSIVE ancestors AS (
         SELECT t.${key} AS "start", t.${owner} AS "up" FROM ${table} u JOIN ${stored} t ON t.${key} = u."key"
         WHERE u."kind" <> 'remove' AND t.${owner} IS NOT NULL
         UNION
         SELECT a."start", t.${owner} FROM ancestors a JOIN ${stored} t ON t.${key} = a."up"
         WHERE t.${owner} IS NOT NULL AND a."up" <> a."start")
       ${insertConflicts(entity, 'circle')} (
         SELECT "start" AS "key", NULL::jsonb AS "fields", NULL::jsonb AS "records" FROM ancestors WHERE "up" = "start") found`,
    )
  }
}
