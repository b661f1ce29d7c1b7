/** The advisory lock of a task, held by the process that runs it, on a connection that it reuses from task to task. */
import type pg from 'pg'
import { taskClass } from './lock-classes.ts'
import type { RecordedProcess } from './queue.ts'

/**
 * Acquires the lock of a task and records the process that holds it, so that other processes can end it. Returns
 * false if another process has the lock, or if the task has ended.
 */
export async function holdTask(
  client: Pick<pg.ClientBase, 'query'>,
  id: number,
  process: RecordedProcess,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'hold-task',
    // The update does not wait for the disk: a server that loses it has also closed the connection, which ends the
    // process.
    text: `UPDATE control."task" SET "processid" = $2, "processgroupid" = $3, "processstart" = $4
      WHERE "id" = $1 AND "finished" IS NULL AND pg_try_advisory_lock($5, $1::integer)
        AND set_config('synchronous_commit', 'off', true) IS NOT NULL`,
    values: [id, process.pid, process.group, process.start ?? null, taskClass],
  })
  return rowCount === 1
}

/** Releases the lock, however often the statement above acquired it. Returns false if the connection is closed. */
export async function releaseTask(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  return client.query('SELECT pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  )
}
