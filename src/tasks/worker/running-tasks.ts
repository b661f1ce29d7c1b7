/** The tasks that one worker runs at the moment. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { type ClaimedTask, type Outcome, tasksToStop } from '../queue/queue.ts'
import type { TaskChange } from '../queue/watch.ts'
import { type Execute, type RunningTask, runTask, type RunOptions } from '../runner/run-task.ts'
import type { StopReason } from '../runner/stop-reason.ts'
import { delayedOnce } from './delayed-once.ts'

/** Delay in which several changes of running tasks cause a single check for cancel requests, in milliseconds. */
const cancelCheckDelayMs = 50

export interface RunningTasksOptions {
  readonly database: ControlDatabase
  readonly logger: Logger
  /** Called when a task has ended. */
  readonly onEnd: () => void
}

export class RunningTasks {
  readonly #options: RunningTasksOptions
  readonly #running = new Map<number, RunningTask>()
  /** Tasks whose end this worker has handled before its notification arrived. */
  readonly #endedHere = new Set<number>()
  /** Checks soon whether running tasks are to be canceled. */
  readonly checkCancelRequests = delayedOnce(
    cancelCheckDelayMs,
    () => void this.stopCanceled().catch(() => undefined),
  )

  constructor(options: RunningTasksOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#running.size
  }

  start(task: ClaimedTask, execute: Execute, options: RunOptions): void {
    const { logger, onEnd } = this.#options
    logger.info({ task: task.id, name: task.name, scenario: task.scenario }, 'Task begins')
    const started = runTask(task, execute, options)
    this.#running.set(task.id, started)
    const onEnded = ({ status, message }: Outcome): void => {
      logger.info({ task: task.id, status, reason: message }, 'Task ended')
      this.#running.delete(task.id)
      this.#endedHere.add(task.id)
      onEnd()
    }
    void started.ended.then(onEnded)
  }

  /**
   * Handles a notification. Returns whether the queue may have a task to claim: a task of another worker has ended, or
   * a task was added.
   */
  notice({ id, status }: TaskChange): boolean {
    if (this.#running.has(id)) {
      // Every change of a running task may be a cancel request.
      this.checkCancelRequests()
      return false
    }
    return !status.endsWith('%') && !this.#endedHere.delete(id)
  }

  /** Forgets ended tasks whose notification has not arrived, because it was lost. */
  forgetEnded(): void {
    this.#endedHere.clear()
  }

  /** Stops the running tasks that a user has canceled. */
  async stopCanceled(): Promise<void> {
    const canceled = await tasksToStop(this.#options.database, [...this.#running.keys()])
    for (const id of canceled) this.#running.get(id)?.stop('canceled')
  }

  stopAll(reason: StopReason): void {
    for (const task of this.#running.values()) task.stop(reason)
  }

  /** Resolves when the tasks that run now have ended. */
  async allEnded(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }
}
