/** Whether a change set can be undone, and why not: known before anybody tries. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'

/**
 * `replaced`: all data were replaced at once; `counts`: only numbers of records were kept; `plan`: it is the plan, which
 * is run instead; `shared`: it changed users, rights or other records of all scenarios; `unknown`: it changed records of an
 * entity that is not in use any more.
 */
export type UndoObstacle = 'replaced' | 'counts' | 'plan' | 'shared' | 'unknown'

export interface ChangeSetState {
  readonly changeset: number
  readonly user: number | null
  /** Entities of which the log holds records. */
  readonly entities: readonly string[]
  readonly obstacle: UndoObstacle | undefined
  /** Whether a plan was stored afterwards. */
  readonly planSince: boolean
}

/** SQL: the counts of the change set `s` as what tells whether it can be undone, a JSON array of [entity, kept]. */
export const keptOf = (schema: string, s: string): string =>
  `(SELECT coalesce(json_agg(json_build_array(k."entity", k."kept")), '[]') FROM ${qualified(schema, 'changesetentity')} k
    WHERE k."changeset" = ${s}."id")`

/** Why a change set cannot be undone. */
export function obstacleOf(
  { model }: Pick<DataContext, 'model'>,
  kept: readonly (readonly [entity: string, kept: string])[],
  { channel, origin }: { readonly channel: string; readonly origin: string | null },
): UndoObstacle | undefined {
  if (kept.length === 0) return 'replaced'
  if (kept.some(([, how]) => how === 'counts')) return 'counts'
  const records = kept.filter(([, how]) => how === 'records').map(([entity]) => entity)
  // What was released with orders that went is the plan's as well.
  if (channel === 'task' && (records.length === 0 || origin === 'runplan')) return 'plan'
  if (records.some((name) => !model.byName.has(name))) return 'unknown'
  return records.some((name) => model.byName.get(name)?.schema !== 'scenario') ? 'shared' : undefined
}

/** What is known of a change set; undefined when there is none of that number. */
export async function readChangeSetState(
  client: pg.ClientBase,
  context: DataContext,
  changeset: number,
): Promise<ChangeSetState | undefined> {
  const { scenario } = context
  const { rows } = await client.query<{
    user: number | null
    channel: string
    origin: string | null
    kept: string
    plan: boolean
  }>(
    `SELECT s."user", s."channel", s."origin", ${keptOf(scenario, 's')}::text AS "kept", EXISTS (
       SELECT FROM ${qualified(scenario, 'changesetentity')} p
       WHERE p."entity" = 'input.operationplan' AND p."changeset" > s."id" AND p."kept" = 'computed') AS "plan"
     FROM ${qualified(scenario, 'changeset')} s WHERE s."id" = $1`,
    [changeset],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const kept: readonly (readonly [string, string])[] = JSON.parse(row.kept)
  return {
    changeset,
    user: row.user,
    entities: kept.map(([entity]) => entity),
    obstacle: obstacleOf(context, kept, row),
    planSince: row.plan,
  }
}
