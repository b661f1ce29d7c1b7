/**
 * Deletes tasks past their retention, with their logs. Dumps have a retention of their own: the next backup deletes
 * old ones.
 */
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ControlDatabase } from '../../database/database.ts'
import { keyOf, logFolder, type FolderSettings } from '../../files/folders/folder.ts'
import { isDumpName } from '../../scenarios/dump/old-dumps.ts'
import type { Settings } from '../../settings/settings.ts'

interface OldTask {
  readonly id: number
  readonly name: string
  readonly logfile: string | null
}

/** Number of tasks that are deleted at a time. */
const portion = 1_000

/**
 * Deletes the files of tasks that ended more than TASK_RETENTION days ago, and then their records. Reports files that
 * cannot be deleted, and leaves them.
 */
export async function cleanupTasks(
  database: ControlDatabase,
  settings: Pick<Settings, 'TASK_RETENTION'> & FolderSettings,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { LOGDIR, TASK_RETENTION } = settings
  if (TASK_RETENTION === 0) return
  const folder = logFolder(settings)
  for (;;) {
    const { rows } = await database.query<OldTask>({
      text: `SELECT "id", "name", "logfile" FROM control."task"
        WHERE "finished" < LOCALTIMESTAMP - make_interval(days => $1) ORDER BY "id" LIMIT $2`,
      values: [TASK_RETENTION, portion],
    })
    if (rows.length === 0) return
    const files = rows.flatMap(filesOf)
    for (const file of files) await rm(join(LOGDIR, file), { force: true }).catch(onFault)
    await folder.store?.blobs.delete(files.map((file) => keyOf(folder, file))).catch(onFault)
    await database.query({
      text: 'DELETE FROM control."task" WHERE "id" = ANY ($1::bigint[])',
      values: [rows.map(({ id }) => id)],
    })
  }
}

function filesOf({ id, name, logfile }: OldTask): readonly string[] {
  const log = `${name}.${id}.log`
  const made = basename(logfile ?? log)
  return made === log || isDumpName(made) ? [log] : [log, made]
}
