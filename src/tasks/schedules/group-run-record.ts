/** What the record of a group's task says beyond that of other tasks: of which schedule it is a run, whom to mail. */
import type { Database } from '../../database/database.ts'
import type { Schedule } from './schedule-record.ts'

/** Ties a task that was launched by hand to its schedule: to its history, and to whom it mails. */
export async function joinSchedule(
  database: Database,
  taskId: number,
  { id, onFailure, onSuccess }: Schedule,
): Promise<void> {
  await database.query({
    text: `UPDATE control."task" SET "schedule" = $2, "notify" = $3 WHERE "id" = $1 AND "schedule" IS NULL`,
    values: [taskId, id, JSON.stringify({ failure: onFailure, success: onSuccess })],
  })
}
