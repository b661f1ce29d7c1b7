/** Why a running task is ended before its time, and what its record then says. */
import type { Outcome } from '../queue/queue.ts'

/** Why a running task is to end before its time. */
export type StopReason = 'canceled' | 'timeout' | 'shutdown' | 'lost'

const stopOutcomes: Readonly<Record<StopReason, Outcome>> = {
  canceled: { status: 'Canceled', message: 'Canceled while it was running.' },
  timeout: { status: 'Failed', message: 'It took longer than allowed and was ended.' },
  shutdown: { status: 'Failed', message: 'The worker was stopped before the task was through.' },
  lost: { status: 'Failed', message: 'The connection to the database was lost.' },
}

/** How a task that was asked to stop has ended. */
export const stoppedOutcome = (reason: StopReason): Outcome => stopOutcomes[reason]
