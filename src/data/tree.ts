/**
 * Numbers the trees of records (item, location, …) as nested sets: a record is below another if its `lft` is between
 * the other's `lft` and `rght`. `lvl` is 0 for a root.
 */
import { identifier, qualified } from '../database/identifiers.ts'
import { type Entity, keyField } from '../model/entity.ts'
import type { DataContext } from './context.ts'
import { schemaOf } from './relation.ts'
import type { OpenWrite } from './write/write-in-transaction.ts'

/** Returns whether records of the entity store nested set numbers. */
export function isNumberedTree(entity: Entity): boolean {
  return entity.tree !== undefined && entity.fieldByName.has('lft') && entity.view === undefined
}

/**
 * Numbers all trees of an entity, siblings in the order of their keys. Only rows with wrong numbers are written.
 * Their last-modified time does not change, because no user changed them.
 *
 * In depth-first order, the record at `place` (from 1) on level `lvl` follows `place - 1` openings and all but `lvl`
 * of their closings: `lft = 2 * place - lvl - 1`.
 * @returns the number of rows written
 */
export async function numberTree(
  context: DataContext,
  { client, changes }: Pick<OpenWrite, 'client' | 'changes'>,
  entity: Entity,
): Promise<number> {
  const table = qualified(schemaOf(entity, context.scenario), entity.table)
  const key = identifier(keyField(entity).column)
  const owner = identifier(entity.tree ?? '')
  const { rowCount } = await client.query(`
    WITH RECURSIVE walk AS (
      SELECT ${key} AS "key", ARRAY[${key}] AS "path" FROM ${table} WHERE ${owner} IS NULL
      UNION ALL
      SELECT t.${key}, w."path" || t.${key} FROM ${table} t JOIN walk w ON t.${owner} = w."key"),
    placed AS (
      SELECT "key", cardinality("path") - 1 AS "lvl", row_number() OVER (ORDER BY "path") AS "place" FROM walk),
    sized AS (
      SELECT a."key", count(*) AS "size" FROM walk CROSS JOIN LATERAL unnest("path") AS a("key") GROUP BY a."key"),
    numbered AS (
      SELECT "key", "lvl", 2 * "place" - "lvl" - 1 AS "lft", 2 * ("place" + "size") - "lvl" - 2 AS "rght"
      FROM placed JOIN sized USING ("key"))
    UPDATE ${table} t SET "lft" = n."lft", "rght" = n."rght", "lvl" = n."lvl"
    FROM numbered n
    WHERE t.${key} = n."key" AND (t."lft", t."rght", t."lvl") IS DISTINCT FROM (n."lft", n."rght", n."lvl")`)
  // Lists contain the numbers, so their entity tags must change.
  changes.count(entity.name, { updated: rowCount ?? 0 }, 'computed')
  return rowCount ?? 0
}
