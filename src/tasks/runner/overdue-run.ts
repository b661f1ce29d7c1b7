/** Starts the thread that ends the process of a command if its task blocks it after the timeout. */
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../settings/settings.ts'

/** The task of a command, for the thread. */
export interface OverdueRun {
  readonly id: number
  readonly name: string
  readonly logfile: string
  readonly settings: Settings
  /** Address of the database with its password. */
  readonly url: string
  /** Child processes that do not belong to the task. */
  readonly others: ReadonlySet<number>
  /** Milliseconds after which the process is asked whether it runs; without an answer it is ended 5 seconds later. */
  readonly afterMs: number
}

/**
 * Starts the thread, which ends with the returned resource. As long as the event loop runs, the process is not ended:
 * its own timers end the task, also if it was stopped (Ctrl-Z) and continued after the time.
 */
export function endWhenOverdue(run: OverdueRun): AsyncDisposable {
  const thread = new Worker(new URL('./overdue-thread.ts', import.meta.url), { workerData: run })
  // Its sign of life: the thread ends the process only if this is not answered.
  thread.on('message', () => thread.postMessage('running', []))
  thread.unref()
  // Without the thread the task still has its timeout.
  thread.on('error', () => undefined)
  return { [Symbol.asyncDispose]: async () => void (await thread.terminate()) }
}
