/** Stops a running task when it is canceled, when its group or command is aborted, or when its lease is lost. */
import type { ControlDatabase } from '../../database/database.ts'
import type { Lease } from '../queue/lease.ts'
import { type Outcome, tasksToStop } from '../queue/queue.ts'
import type { TaskWatch } from '../queue/watch.ts'
import type { RunningTask } from './run-task.ts'

export interface TaskSupervision {
  readonly database: ControlDatabase
  readonly watch: TaskWatch
  readonly lease: Lease
  /** Aborted to cancel the task. */
  readonly signal: AbortSignal
}

/** Resolves with the outcome when the task has ended. */
export async function untilEnded(
  id: number,
  running: RunningTask,
  { database, watch, lease, signal }: TaskSupervision,
): Promise<Outcome> {
  const cancel = (): void => running.stop('canceled')
  // Every change of the task may be a cancel request, also one that was missed.
  const stopListening = watch.listen((change) => {
    if (change !== undefined && change.id !== id) return
    void tasksToStop(database, [id]).then(
      (ids) => ids.length > 0 && cancel(),
      () => undefined,
    )
  })
  void lease.lost.then(() => running.stop('lost'))
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  try {
    return await running.ended
  } finally {
    signal.removeEventListener('abort', cancel)
    stopListening()
  }
}
