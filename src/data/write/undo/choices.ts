/** Applies the user's decisions about conflicts of an undo, by record and field. */
import { literal } from '../../../database/identifiers.ts'
import { conflictsTable, removeUnchanged, type UndoWork } from './conflicts.ts'

/** `present` keeps the current value, `proposed` overwrites it. */
export interface UndoChoice {
  readonly entity: string
  readonly key: string
  /** Without a field, the choice applies to the whole record. */
  readonly field?: string | undefined
  readonly take: 'present' | 'proposed'
}

/**
 * Removes from the undo the records and fields that keep their current values, and deletes the conflicts that are
 * decided.
 */
export async function applyChoices(
  { client, undos }: UndoWork,
  choices: readonly UndoChoice[],
): Promise<void> {
  if (choices.length === 0) return
  await client.query(
    `CREATE TEMPORARY TABLE "_undo_choices" ON COMMIT DROP AS
     SELECT c.* FROM json_to_recordset($1::json) AS c("entity" text, "key" text, "field" text, "take" text)`,
    [JSON.stringify(choices)],
  )
  const chosen = 'pg_temp."_undo_choices"'
  for (const { entity, table } of undos) {
    const same = `c."entity" = ${literal(entity.name)} AND c."key" = u."key"::text AND c."take" = 'present'`
    await client.query(
      `UPDATE ${table} u SET "changes" = u."changes" - ARRAY(
         SELECT c."field" FROM ${chosen} c WHERE ${same} AND c."field" IS NOT NULL)
       WHERE u."kind" = 'revert' AND EXISTS (SELECT FROM ${chosen} c WHERE ${same} AND c."field" IS NOT NULL)`,
    )
    await removeUnchanged(client, table)
    // The former values of a deleted record that others have changed before.
    await client.query(
      `UPDATE ${table} u SET "row" = jsonb_populate_record(u."row", (
         SELECT jsonb_object_agg(c."field", u."broken" -> c."field" -> 'present') FROM ${chosen} c
         WHERE ${same} AND u."broken" ? c."field"))
       WHERE u."kind" = 'restore' AND EXISTS (SELECT FROM ${chosen} c WHERE ${same} AND u."broken" ? c."field")`,
    )
    await client.query(`DELETE FROM ${table} u USING ${chosen} c WHERE ${same} AND c."field" IS NULL`)
  }
  const same = `c."entity" = f."entity" AND c."key" = f."key"`
  await client.query(
    `UPDATE ${conflictsTable} f SET "fields" = f."fields" - ARRAY(
       SELECT c."field" FROM ${chosen} c WHERE ${same} AND c."field" IS NOT NULL)
     WHERE f."problem" = 'changed' AND f."fields" IS NOT NULL`,
  )
  await client.query(
    `DELETE FROM ${conflictsTable} f USING ${chosen} c WHERE ${same}
       AND CASE WHEN c."field" IS NULL THEN c."take" = 'present' OR f."problem" = 'changed'
         ELSE f."problem" = 'changed' AND f."fields" = '{}' END`,
  )
  await client.query(`DROP TABLE ${chosen}`)
}
