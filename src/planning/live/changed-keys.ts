/** Reads from the change log which records have changed between two states of the data. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { literal, qualified } from '../../database/identifiers.ts'

/** Entities with many records in a plan whose records are often edited individually. */
export const watchedEntities = ['input.demand', 'input.operationplan'] as const

export type WatchedEntity = (typeof watchedEntities)[number]

/** Numbers of the newest change sets per entity, newest first. */
export type RecentChanges = Readonly<Record<WatchedEntity, readonly number[]>>

/**
 * Number of change sets that are remembered. Numbers are assigned before a transaction ends, so a change set may
 * appear with a lower number than known ones; it is detected as long as it is among the remembered ones.
 */
const newestChangeSets = 64

/** Returns SQL of {@link RecentChanges}, as JSON. */
export const recentChanges = ({ scenario }: DataContext): string =>
  `json_build_object(${watchedEntities
    .map(
      (name) => `${literal(name)}, ARRAY(
        SELECT c."changeset" FROM ${qualified(scenario, 'changesetentity')} AS c WHERE c."entity" = ${literal(name)}
        ORDER BY c."changeset" DESC LIMIT ${newestChangeSets})`,
    )
    .join(', ')})`

/** Maximum number of changed records that are read individually; with more, the whole table is read. */
const mostKeys = 1_000

/**
 * Returns the keys of the records that have changed; undefined if the log does not list them individually or if there
 * are too many.
 */
export async function readChangedKeys(
  client: pg.ClientBase,
  { scenario }: DataContext,
  entity: WatchedEntity,
  before: RecentChanges,
  after: RecentChanges,
): Promise<ReadonlySet<string> | undefined> {
  const known = new Set(before[entity])
  const fresh = after[entity].filter((changeset) => !known.has(changeset))
  // There may be further change sets between the known and the new ones.
  const isGap = fresh.length === newestChangeSets || (known.size > 0 && fresh.length === after[entity].length)
  if (isGap) return undefined
  const { rows } = await client.query<{ complete: boolean; keys: readonly string[] }>(
    `SELECT
       (SELECT count(*) = $3 AND bool_and(e."kept" = 'records') FROM ${qualified(scenario, 'changesetentity')} AS e
        WHERE e."entity" = $1 AND e."changeset" = ANY ($2::bigint[])) AND coalesce(bool_and(c."last_key" IS NULL), true) AS "complete",
       coalesce(array_agg(DISTINCT c."key"), '{}') AS "keys"
     FROM ${qualified(scenario, 'change')} AS c WHERE c."entity" = $1 AND c."changeset" = ANY ($2::bigint[])`,
    [entity, fresh, fresh.length],
  )
  const { complete, keys } = rows[0]!
  return complete && keys.length > 0 && keys.length <= mostKeys ? new Set(keys) : undefined
}
