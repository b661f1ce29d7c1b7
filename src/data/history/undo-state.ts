/** Determines whether a change set can be undone, and if not, why; called before anyone tries. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'

/**
 * Reason why a change set cannot be undone. `replaced`: all data were replaced at once; `counts`: only numbers of
 * records were kept; `plan`: it is a plan, which is run again instead; `shared`: it changed users, rights or other
 * records of all scenarios; `unknown`: it changed records of an entity that is no longer in use.
 */
export type UndoObstacle = 'replaced' | 'counts' | 'plan' | 'shared' | 'unknown'

export interface ChangeSetState {
  readonly changeset: number
  readonly created: string
  readonly user: number | null
  /** Whether data that was replaced had another change set with this number. */
  readonly isReused: boolean
  /** Entities of which the log contains records. */
  readonly entities: readonly string[]
  readonly obstacle: UndoObstacle | undefined
}

/**
 * SQL of the entities of the change set `s` and what the log keeps of each, a JSON array of [entity, kept], from
 * which `obstacleOf` determines whether it can be undone. An accepted trial stores edits and a plan in one change set:
 * an entity that both changed is counted as computed, but the log contains the records of the edits.
 */
export const keptOf = (schema: string, s: string): string => {
  const isEdited = `k."kept" = 'computed' AND ${s}."origin" IS DISTINCT FROM 'runplan' AND EXISTS (
    SELECT FROM ${qualified(schema, 'change')} c WHERE c."changeset" = ${s}."id" AND c."entity" = k."entity")`
  return `(SELECT coalesce(json_agg(json_build_array(
      k."entity", CASE WHEN ${isEdited} THEN 'records' ELSE k."kept" END)), '[]')
    FROM ${qualified(schema, 'changesetentity')} k WHERE k."changeset" = ${s}."id")`
}

/** Returns why a change set cannot be undone; undefined if it can. */
export function obstacleOf(
  { model }: Pick<DataContext, 'model'>,
  kept: readonly (readonly [entity: string, kept: string])[],
  { channel, origin }: { readonly channel: string; readonly origin: string | null },
): UndoObstacle | undefined {
  if (kept.length === 0) return 'replaced'
  if (kept.some(([, how]) => how === 'counts')) return 'counts'
  const records = kept.filter(([, how]) => how === 'records').map(([entity]) => entity)
  // References that became null because the plan deleted orders belong to the plan as well.
  const byTask = channel === 'task' || channel === 'command'
  if (records.length === 0 || (byTask && origin === 'runplan')) return 'plan'
  if (records.some((name) => !model.byName.has(name))) return 'unknown'
  return records.some((name) => model.byName.get(name)?.schema !== 'scenario') ? 'shared' : undefined
}

/** Returns the states of those of the change sets that exist, oldest first. */
export async function readChangeSetStates(
  client: pg.ClientBase,
  context: DataContext,
  changesets: readonly number[],
): Promise<readonly ChangeSetState[]> {
  const { scenario } = context
  const { rows } = await client.query<{
    changeset: number
    created: string
    user: number | null
    isReused: boolean
    channel: string
    origin: string | null
    kept: string
  }>(
    `SELECT s."id"::float8 AS "changeset", s."created", s."user", s."channel", s."origin", ${keptOf(scenario, 's')}::text AS "kept",
       EXISTS (SELECT FROM ${qualified(scenario, 'changelog')} l WHERE l."reused" @> s."id") AS "isReused"
     FROM ${qualified(scenario, 'changeset')} s WHERE s."id" = ANY ($1::bigint[]) ORDER BY s."id"`,
    [changesets],
  )
  return rows.map((row) => {
    const kept: readonly (readonly [string, string])[] = JSON.parse(row.kept)
    return {
      changeset: row.changeset,
      created: row.created.replace(' ', 'T'),
      user: row.user,
      isReused: row.isReused,
      entities: kept.map(([entity]) => entity),
      obstacle: obstacleOf(context, kept, row),
    }
  })
}

/** Returns the number of the last change set that stored a plan; 0 if there is none. */
export async function readLastPlan(client: pg.ClientBase, scenario: string): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    `SELECT coalesce(max("changeset"), 0)::float8 AS "last" FROM ${qualified(scenario, 'changesetentity')}
     WHERE "entity" = 'input.operationplan' AND "kept" = 'computed'`,
  )
  return rows[0]!.last
}

/** A change set, and the one that undid it. */
export interface UndonePair {
  readonly undone: number
  readonly by: number
}

/**
 * Returns the change sets from a number on that were undone. A change set whose undo was itself undone is not undone,
 * so the newest are processed first.
 */
export async function readUndone(
  client: pg.ClientBase,
  scenario: string,
  from: number,
): Promise<readonly UndonePair[]> {
  const sets = qualified(scenario, 'changeset')
  const { rows } = await client.query<UndonePair>(
    `SELECT u."id"::float8 AS "by", s."id"::float8 AS "undone"
     FROM ${sets} u CROSS JOIN LATERAL unnest(u."undoes") AS r("range")
     JOIN ${sets} s ON s."id" >= greatest(lower(r."range"), $1) AND s."id" < upper(r."range")
     WHERE u."undoes" IS NOT NULL AND u."id" > $1 ORDER BY u."id" DESC`,
    [from],
  )
  const undone = new Set<number>()
  return rows.filter((pair) => {
    if (undone.has(pair.by)) return false
    undone.add(pair.undone)
    return true
  })
}

/**
 * Returns those of the change sets that are undone: none for scenarios on another server than that of the client, and
 * none that no longer exist.
 */
export async function undoneAmong(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  changesets: readonly number[],
): Promise<ReadonlySet<number>> {
  if (changesets.length === 0) return new Set()
  const { rows: tables } = await client.query<{ isHere: boolean }>(
    `SELECT to_regclass($1) IS NOT NULL AS "isHere"`,
    [qualified(scenario, 'changeset')],
  )
  if (tables[0]?.isHere !== true) return new Set()
  const { rows } = await client.query<{ id: number }>(
    `SELECT s."id"::float8 AS "id" FROM ${qualified(scenario, 'changeset')} s
     WHERE s."id" = ANY ($1::bigint[]) AND ${undoneBy(scenario, 's."id"')} IS NOT NULL`,
    [changesets],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * SQL of the change set that undid `s`, unless it was undone itself; null if there is none. An undo counts unless one
 * that counts undid it. Newer change sets undo older ones, so the newest are decided first: `above` has the undos of
 * `s`, of these undos and so on, and `standing` those of them that count so far.
 */
export const undoneBy = (schema: string, s: string): string => {
  const sets = qualified(schema, 'changeset')
  return `(WITH RECURSIVE above AS (
      SELECT u."id", u."undoes" FROM ${sets} u WHERE u."undoes" @> ${s}
      UNION
      SELECT u."id", u."undoes" FROM above a JOIN ${sets} u ON u."undoes" @> a."id"),
    numbered AS (SELECT a."id", a."undoes", row_number() OVER (ORDER BY a."id" DESC) AS "place" FROM above a),
    standing AS (
      SELECT n."place", '{}'::int8multirange AS "undone", NULL::bigint AS "by" FROM (SELECT 0::bigint AS "place") n
      UNION ALL
      SELECT n."place", CASE WHEN t."undone" @> n."id" THEN t."undone" ELSE t."undone" + n."undoes" END,
        CASE WHEN t."undone" @> n."id" OR NOT n."undoes" @> ${s} THEN t."by" ELSE coalesce(t."by", n."id") END
      FROM standing t JOIN numbered n ON n."place" = t."place" + 1)
    SELECT t."by" FROM standing t ORDER BY t."place" DESC LIMIT 1)`
}
