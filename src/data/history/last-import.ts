/** Finds in the change log what the import of a file of the upload folder has changed. */
import { qualified } from '../../database/identifiers.ts'

/** Origin of the change set of an import that stores all files in one transaction, instead of the name of its file. */
const wholeFolder = 'importfromfolder'

/**
 * SQL of the last change set of the import of a file, as a lateral subquery with `id`, `created` and `origin`. It has no
 * row if the import changed nothing, or was not logged. Uploads of other users may have the same name as a file of the
 * folder, so the task of the import decides; only imports without a task are found by name.
 * @param file alias of the row of `importedfile`
 */
export function lastImportOf(scenario: string, file: string): string {
  const sets = `SELECT c."id", c."created", c."origin" FROM ${qualified(scenario, 'changeset')} c WHERE c."channel" = 'import'`
  return `LATERAL (
    SELECT * FROM (
      ${sets} AND c."task" = ${file}."task" AND c."origin" IN (${file}."name", '${wholeFolder}')
      UNION ALL
      ${sets} AND ${file}."task" IS NULL AND c."task" IS NULL AND c."origin" = ${file}."name") c
    ORDER BY "id" DESC LIMIT 1)`
}
