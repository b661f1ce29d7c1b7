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
  readonly user: number | null
  /** Entities of which the log contains records. */
  readonly entities: readonly string[]
  readonly obstacle: UndoObstacle | undefined
  /** Whether a plan was stored afterwards. */
  readonly planSince: boolean
}

/**
 * SQL of the entities of the change set `s` and what the log keeps of each, a JSON array of [entity, kept], from
 * which `obstacleOf` determines whether it can be undone.
 */
export const keptOf = (schema: string, s: string): string =>
  `(SELECT coalesce(json_agg(json_build_array(k."entity", k."kept")), '[]') FROM ${qualified(schema, 'changesetentity')} k
    WHERE k."changeset" = ${s}."id")`

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
  if (channel === 'task' && (records.length === 0 || origin === 'runplan')) return 'plan'
  if (records.some((name) => !model.byName.has(name))) return 'unknown'
  return records.some((name) => model.byName.get(name)?.schema !== 'scenario') ? 'shared' : undefined
}

/** Returns the state of a change set; undefined if it does not exist. */
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
