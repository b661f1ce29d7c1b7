/** Forgets tasks that have outlived their retention, with their logs. */
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'

/** Deletes records of tasks that ended too many days ago, and the files that they name. */
export async function forgetTasks(
  database: Database,
  { LOGDIR, TASK_RETENTION }: Pick<Settings, 'LOGDIR' | 'TASK_RETENTION'>,
): Promise<void> {
  if (TASK_RETENTION === 0) return
  const { rows } = await database.query<{ id: number; name: string; logfile: string | null }>({
    text: `DELETE FROM control."task" WHERE "finished" < LOCALTIMESTAMP - make_interval(days => $1)
      RETURNING "id", "name", "logfile"`,
    values: [TASK_RETENTION],
  })
  for (const { id, name, logfile } of rows) {
    const files = new Set([`${name}.${id}.log`, ...(logfile === null ? [] : [basename(logfile)])])
    for (const file of files) await rm(join(LOGDIR, file), { force: true })
  }
}
