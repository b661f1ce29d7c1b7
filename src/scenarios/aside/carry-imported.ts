/** Keeps the record of imported files whose rows the data that replaces a scenario contains. */
import type pg from 'pg'
import { lastImportOf } from '../../data/history/last-import.ts'
import { qualified } from '../../database/identifiers.ts'

/**
 * Copies the imported files of the replaced data whose import is in the new change log as well: the new data was copied
 * after it. Other files of the folder count as not imported, because their rows are not in the new data.
 */
export async function carryImported(
  client: pg.ClientBase,
  scenario: string,
  replaced: string,
): Promise<void> {
  // Data of an earlier release, which was not migrated before it was replaced, has no such table.
  const { rows } = await client.query<{ has: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "has"`, [
    qualified(replaced, 'importedfile'),
  ])
  if (rows[0]?.has !== true) return
  const columns = '"name", "size", "modified", "imported", "task", "rejected"'
  await client.query(
    `INSERT INTO ${qualified(scenario, 'importedfile')} (${columns})
     SELECT ${columns} FROM ${qualified(replaced, 'importedfile')} f
     WHERE EXISTS (
       SELECT FROM ${lastImportOf(replaced, 'f')} s
       JOIN ${qualified(scenario, 'changeset')} n USING ("id", "created", "origin"))
     ON CONFLICT ("name") DO NOTHING`,
  )
}
