/** Checks the archive from which the embedded database can be restored to a point in time. */
import type { ControlDatabase } from '../../database/database.ts'
import { archivedSince } from '../../database/embedded/archive.ts'
import { baseBackups } from '../../database/embedded/base-backup.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

/** Days after which a base backup is old: every restore replays the log since then. */
const baseAgeDays = 8
const remedy = 'check_make_base'

/**
 * Checks that the database can be restored to any present point in time.
 * @param archive the folder of the setting
 * @param data the folder of the cluster
 */
export async function checkArchive(
  database: ControlDatabase,
  archive: string,
  data: string,
): Promise<readonly Finding[]> {
  const check = 'archive'
  const since = await archivedSince(data)
  if (since === undefined) {
    return [failed(check, 'check_archive_off', 'check_restart_database')]
  }
  const { rows } = await database.query<{ fails: boolean }>({
    text: `SELECT coalesce("last_failed_time" > coalesce("last_archived_time", '-infinity'), false) AS "fails"
      FROM pg_catalog.pg_stat_archiver`,
  })
  if (rows[0]?.fails === true) {
    return [failed(check, 'check_archive_fails', 'check_archive_log', { archive })]
  }
  const last = (await baseBackups(archive)).at(-1)
  if (last === undefined || last.ended < since.toISOString()) {
    return [warning(check, 'check_no_base', remedy, { since: since.toISOString() })]
  }
  const days = (Date.now() - Date.parse(last.ended)) / 86_400_000
  const params = { days: days.toFixed(1) }
  return [
    days > baseAgeDays
      ? warning(check, 'check_base_age', remedy, params)
      : ok(check, 'check_base_age', params),
  ]
}
