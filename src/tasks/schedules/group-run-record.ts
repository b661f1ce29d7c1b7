/** Additional fields in the record of a group's task: the schedule of the run, and the recipients of the mail. */
import type { ControlDatabase } from '../../database/database.ts'
import type { Schedule } from './schedule-record.ts'

/** Links a task that was launched manually to its schedule: to the history and the mail recipients of the schedule. */
export async function joinSchedule(
  database: ControlDatabase,
  taskId: number,
  { id, onFailure, onSuccess }: Schedule,
): Promise<void> {
  await database.query({
    text: `UPDATE control."task" SET "schedule" = $2, "notify" = $3 WHERE "id" = $1 AND "schedule" IS NULL`,
    values: [taskId, id, JSON.stringify({ failure: onFailure, success: onSuccess })],
  })
}
