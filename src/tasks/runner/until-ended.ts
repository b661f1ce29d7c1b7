/** Stops a running task when it is canceled, when its group or command is aborted, or when its lease is lost. */
import type { ControlDatabase } from '../../database/database.ts'
import type { Lease } from '../queue/lease.ts'
import { type Outcome, tasksToStop } from '../queue/queue.ts'
import type { TaskWatch } from '../queue/watch.ts'
import type { RunningTask } from './run-task.ts'
import type { StopReason } from './stop-reason.ts'

export interface TaskSupervision {
  readonly database: ControlDatabase
  readonly watch: TaskWatch
  readonly lease: Lease
  /** Aborted to stop the task. */
  readonly signal: AbortSignal
  /** Returns why the signal was aborted; by default to cancel the task. */
  readonly stopReason?: () => StopReason | undefined
}

/** Resolves with the outcome when the task has ended. */
export async function untilEnded(
  id: number,
  running: RunningTask,
  { database, watch, lease, signal, stopReason }: TaskSupervision,
): Promise<Outcome> {
  const stop = (): void => running.stop(stopReason?.() ?? 'canceled')
  // Every change of the task may be a cancel request, also one that was missed.
  const stopListening = watch.listen((change) => {
    if (change !== undefined && change.id !== id) return
    void tasksToStop(database, [id]).then(
      (ids) => ids.length > 0 && running.stop('canceled'),
      () => undefined,
    )
  })
  void lease.lost.then(() => running.stop('lost'))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await running.ended
  } finally {
    signal.removeEventListener('abort', stop)
    stopListening()
  }
}
