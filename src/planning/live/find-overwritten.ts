/** Finds the records of edits that others have changed since the trial of the edits. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { RecordEdit } from '../../data/write/edits/apply-edits.ts'
import { qualified } from '../../database/identifiers.ts'
import { baseEntity } from '../../model/model.ts'
import { changesetsAfter } from '../history/stored-plan.ts'
import type { TrialOutcome } from './questions.ts'
import type { Overwritten } from './stale-trial.ts'

/**
 * Finds the changes in the change log, which does not contain computed fields. A change set of which the log has only
 * the counts may have changed any record of its entities.
 */
export async function findOverwritten(
  client: pg.ClientBase,
  context: DataContext,
  edits: readonly RecordEdit[],
  { basis, snapshot }: Pick<TrialOutcome, 'basis' | 'snapshot'>,
): Promise<readonly Overwritten[]> {
  const wanted = edits.flatMap(({ entity, key }, edit) =>
    key === undefined ? [] : [{ edit, entity: baseEntity(context.model, entity).name, key: String(key) }],
  )
  if (wanted.length === 0) return []
  const log = qualified(context.scenario, 'change')
  const { rows } = await client.query<Overwritten>(
    `WITH "after" AS MATERIALIZED (${changesetsAfter(context.scenario, '$2', '$3')})
     SELECT w."edit", w."entity", w."key", max(n."changeset")::float8 AS "changeset"
     FROM json_to_recordset($1::json) AS w("edit" integer, "entity" text, "key" text)
     JOIN LATERAL (
       SELECT c."changeset" FROM ${log} AS c
       WHERE c."entity" = w."entity" AND c."last_key" IS NULL AND c."key" = w."key"
         AND c."changeset" IN (SELECT "id" FROM "after")
       UNION ALL
       SELECT c."changeset" FROM ${log} AS c
       WHERE c."entity" = w."entity" AND c."last_key" IS NOT NULL AND c."key" <= w."key" AND c."last_key" >= w."key"
         AND c."changeset" IN (SELECT "id" FROM "after") AND strpos(c."changes", ',[' || to_json(w."key")::text) > 0
       UNION ALL
       SELECT e."changeset" FROM ${qualified(context.scenario, 'changesetentity')} AS e
       WHERE e."entity" = w."entity" AND e."kept" = 'counts' AND e."changeset" IN (SELECT "id" FROM "after")) AS n ON true
     GROUP BY w."edit", w."entity", w."key" ORDER BY w."edit"`,
    [JSON.stringify(wanted), basis, snapshot ?? null],
  )
  return rows
}
