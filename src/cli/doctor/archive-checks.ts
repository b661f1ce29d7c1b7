/** Checks the archive from which the embedded database can be restored to a point in time. */
import type { Database } from '../../database/database.ts'
import { archivedSince } from '../../database/embedded/archive.ts'
import { baseBackups } from '../../database/embedded/base-backup.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

/** Days after which a base backup is old: every restore replays the log since then. */
const baseAgeDays = 8
const remedy = 'Run planctl database backup, for instance every week.'

/**
 * Checks that the database can be restored to any present point in time.
 * @param archive the folder of the setting
 * @param data the folder of the cluster
 */
export async function checkArchive(
  database: Database,
  archive: string,
  data: string,
): Promise<readonly Finding[]> {
  const check = 'archive'
  const since = await archivedSince(data)
  if (since === undefined) {
    const message = 'the database runs without DATABASE_ARCHIVE, which is set'
    return [failed(check, message, 'End everything that uses it, such as web servers, and start it again.')]
  }
  const { rows } = await database.query<{ fails: boolean }>({
    text: `SELECT coalesce("last_failed_time" > coalesce("last_archived_time", '-infinity'), false) AS "fails"
      FROM pg_catalog.pg_stat_archiver`,
  })
  if (rows[0]?.fails === true) {
    const message = `the log cannot be written to ${archive}`
    return [failed(check, message, 'postgres.log under VAR says why; look at its disk and its rights.')]
  }
  const last = (await baseBackups(archive)).at(-1)
  if (last === undefined || last.ended < since.toISOString()) {
    const message = `there is no base backup since the archive began (${since.toISOString()})`
    return [warning(check, message, remedy)]
  }
  const days = (Date.now() - Date.parse(last.ended)) / 86_400_000
  const message = `the last base backup is ${days.toFixed(1)} days old`
  return [days > baseAgeDays ? warning(check, message, remedy) : ok(check, message)]
}
