/** Finds the records of edits that others have changed since the trial of the edits. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { RecordEdit } from '../../data/write/edits/apply-edits.ts'
import { qualified } from '../../database/identifiers.ts'
import { baseEntity } from '../../model/model.ts'
import type { Overwritten } from './stale-trial.ts'

/** Finds the changes in the change log, which does not contain computed fields. */
export async function findOverwritten(
  client: pg.ClientBase,
  context: DataContext,
  edits: readonly RecordEdit[],
  basis: number,
): Promise<readonly Overwritten[]> {
  const wanted = edits.flatMap(({ entity, key }, edit) =>
    key === undefined ? [] : [{ edit, entity: baseEntity(context.model, entity).name, key: String(key) }],
  )
  if (wanted.length === 0) return []
  const { rows } = await client.query<Overwritten>(
    `SELECT w."edit", w."entity", w."key", max(c."changeset")::float8 AS "changeset"
     FROM json_to_recordset($1::json) AS w("edit" integer, "entity" text, "key" text)
     JOIN ${qualified(context.scenario, 'change')} AS c
       ON c."entity" = w."entity" AND c."key" = w."key" AND c."changeset" > $2
     GROUP BY w."edit", w."entity", w."key" ORDER BY w."edit"`,
    [JSON.stringify(wanted), basis],
  )
  return rows
}
