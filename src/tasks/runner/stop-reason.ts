/** Reasons why a running task is stopped, and the outcome that is then recorded. */
import type { Outcome } from '../queue/queue.ts'

/** Reason why a running task is stopped. */
export type StopReason = 'canceled' | 'timeout' | 'shutdown' | 'lost'

const stopOutcomes: Readonly<Record<StopReason, Outcome>> = {
  canceled: { status: 'Canceled', message: { code: 'task_canceled_while_running' } },
  timeout: { status: 'Failed', message: { code: 'task_too_long' } },
  shutdown: { status: 'Failed', message: { code: 'task_worker_stopped' } },
  lost: { status: 'Failed', message: { code: 'task_connection_lost' } },
}

/** Returns the outcome of a task that was stopped for the given reason. */
export const stoppedOutcome = (reason: StopReason): Outcome => stopOutcomes[reason]
