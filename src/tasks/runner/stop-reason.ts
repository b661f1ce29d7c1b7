/** Reasons why a running task is stopped, and the outcome that is then recorded. */
import type { Outcome } from '../queue/queue.ts'

/** Reason why a running task is stopped. */
export type StopReason = 'canceled' | 'timeout' | 'shutdown' | 'lost'

const stopOutcomes: Readonly<Record<StopReason, Outcome>> = {
  canceled: { status: 'Canceled', message: 'Canceled while it was running.' },
  timeout: { status: 'Failed', message: 'It took longer than allowed and was ended.' },
  shutdown: { status: 'Failed', message: 'The worker was stopped before the task was through.' },
  lost: { status: 'Failed', message: 'The connection to the database was lost.' },
}

/** Returns the outcome of a task that was stopped for the given reason. */
export const stoppedOutcome = (reason: StopReason): Outcome => stopOutcomes[reason]
