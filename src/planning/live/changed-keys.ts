/** Reads from the change log which records have changed between two states of the data. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { type Basis, changesetsAfter } from '../history/stored-plan.ts'

/** Entities with many records in a plan whose records are often edited individually. */
export const watchedEntities = ['input.demand', 'input.operationplan'] as const

export type WatchedEntity = (typeof watchedEntities)[number]

/** Maximum number of changed records that are read individually; with more, the whole table is read. */
const mostKeys = 1_000

/**
 * Returns the keys of the records that have changed since a state of the data; undefined if the log does not list them
 * individually or if there are too many. Numbers are assigned before a transaction ends, so change sets that have been
 * committed since may have any number: they are found by the snapshot.
 */
export async function readChangedKeys(
  client: pg.ClientBase,
  { scenario }: DataContext,
  entity: WatchedEntity,
  { changeset, snapshot }: Basis,
): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await client.query<{ complete: boolean; keys: readonly string[] }>(
    `WITH "fresh" AS MATERIALIZED (
       SELECT e."changeset", e."kept" FROM ${qualified(scenario, 'changesetentity')} AS e
       WHERE e."entity" = $1 AND e."changeset" = ANY (ARRAY(${changesetsAfter(scenario, '$2', '$3')}))),
     "changed" AS (
       SELECT c."key", c."last_key" FROM ${qualified(scenario, 'change')} AS c
       WHERE c."entity" = $1 AND c."changeset" = ANY (ARRAY(SELECT "changeset" FROM "fresh")))
     SELECT coalesce((SELECT bool_and("kept" = 'records') FROM "fresh"), false)
         AND coalesce(bool_and("last_key" IS NULL), true) AS "complete",
       coalesce(array_agg(DISTINCT "key"), '{}') AS "keys"
     FROM "changed"`,
    [entity, changeset, snapshot],
  )
  const { complete, keys } = rows[0]!
  return complete && keys.length > 0 && keys.length <= mostKeys ? new Set(keys) : undefined
}
