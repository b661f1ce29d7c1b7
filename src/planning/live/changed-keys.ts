/** Which records have changed from one state of data to another, as the change log tells it. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { literal, qualified } from '../../database/identifiers.ts'

/** Entities of which plans have many records, and single ones change. */
export const watchedEntities = ['input.demand', 'input.operationplan'] as const

export type WatchedEntity = (typeof watchedEntities)[number]

/** Numbers of the newest change sets of an entity, newest first. */
export type RecentChanges = Readonly<Record<WatchedEntity, readonly number[]>>

/** Numbers are given before a transaction ends: a change set may appear below one that is known, as long as it is among these. */
const newestChangeSets = 64

/** SQL of {@link RecentChanges}, as JSON. */
export const recentChanges = ({ scenario }: DataContext): string =>
  `json_build_object(${watchedEntities
    .map(
      (name) => `${literal(name)}, ARRAY(
        SELECT c."changeset" FROM ${qualified(scenario, 'changesetentity')} AS c WHERE c."entity" = ${literal(name)}
        ORDER BY c."changeset" DESC LIMIT ${newestChangeSets})`,
    )
    .join(', ')})`

/** Records that were changed; more are rather read all together. */
const mostKeys = 1_000

/** Keys of the records that have changed since; undefined where the log does not tell them one by one, or they are many. */
export async function readChangedKeys(
  client: pg.ClientBase,
  { scenario }: DataContext,
  entity: WatchedEntity,
  before: RecentChanges,
  after: RecentChanges,
): Promise<ReadonlySet<string> | undefined> {
  const known = new Set(before[entity])
  const fresh = after[entity].filter((changeset) => !known.has(changeset))
  // Others may have come between those that are known and those that are new.
  if (known.size > 0 && fresh.length === after[entity].length) return undefined
  const { rows } = await client.query<{ told: boolean; keys: readonly string[] }>(
    `SELECT
       (SELECT count(*) = $3 AND bool_and(e."kept" = 'records') FROM ${qualified(scenario, 'changesetentity')} AS e
        WHERE e."entity" = $1 AND e."changeset" = ANY ($2::bigint[])) AND coalesce(bool_and(c."last_key" IS NULL), true) AS "told",
       coalesce(array_agg(DISTINCT c."key"), '{}') AS "keys"
     FROM ${qualified(scenario, 'change')} AS c WHERE c."entity" = $1 AND c."changeset" = ANY ($2::bigint[])`,
    [entity, fresh, fresh.length],
  )
  const { told, keys } = rows[0]!
  return told && keys.length > 0 && keys.length <= mostKeys ? new Set(keys) : undefined
}
