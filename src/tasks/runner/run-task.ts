/**
 * Runs a claimed task: log, progress, timeout, stop requests and the record of the outcome. How the task is executed
 * is passed in: in a process of a worker or of a group (`in-process`), or in this process (`foreground`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import type { TaskContext } from '../definition.ts'
import { closeConnections } from '../queue/abandoned-tasks.ts'
import { type ClaimedTask, finishTask, type Outcome, recordedOutcome, recordFile } from '../queue/queue.ts'
import { beginTaskLog, noTaskLog, type TaskLog, withLogFault } from './log-file.ts'
import { failureMessage } from './perform.ts'
import { createProgressRecorder } from './progress-recorder.ts'
import { type SharedLog, shareLog } from './share-log.ts'
import type { StopReason } from './stop-reason.ts'
import { limitTime } from './time-limit.ts'

export interface RunOptions {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
  /** Aborted if the outcome is recorded in a few attempts only, because this process is about to end. */
  readonly closing?: AbortSignal
  /** Returns the timeout in seconds of the task with that name; undefined for the timeout of the settings. */
  readonly timeoutOf: (name: string) => Promise<number | undefined>
}

/** What an execution may use. */
export interface TaskPart extends Pick<TaskContext, 'signal' | 'progress' | 'attach'> {
  readonly log: TaskLog
  /** Returns the reason of the first stop request. */
  readonly stopReason: () => StopReason | undefined
  readonly stop: (reason: StopReason) => void
  /** Logs that a record could not be written. */
  readonly onFailure: (error: unknown) => void
}

export interface TaskEnd {
  readonly outcome: Outcome
  /** Whether the task itself reported the outcome, and recorded it if that was possible. */
  readonly isReported: boolean
  /** Whether nothing of the task is left. */
  readonly clean: boolean
}

/** Executes a task. */
export type Execute = (task: ClaimedTask, part: TaskPart) => Promise<TaskEnd>

export interface RunningTask {
  /** Resolves with the outcome when the task has ended and its record says so. */
  readonly ended: Promise<Outcome>
  stop(reason: StopReason): void
}

/**
 * Maximum number of attempts of a closing process to record an outcome. After that another process detects that the
 * task is abandoned.
 */
const lastAttempts = 5

/** Starts the execution of a claimed task; its record says how it has ended. */
export function runTask(task: ClaimedTask, execute: Execute, options: RunOptions): RunningTask {
  const { database, settings, logger, timeoutOf } = options
  const stopping = new AbortController()
  let stopped: StopReason | undefined
  const stop = (reason: StopReason): void => {
    stopped ??= reason
    stopping.abort()
  }
  const onFailure = (error: unknown): void => logger.warn({ err: error, task: task.id }, 'Record not written')

  async function run(log: TaskLog): Promise<TaskEnd> {
    log.write('info', `Task ${task.id}, ${task.name} in scenario ${task.scenario}, begins.`)
    const timeout = (await timeoutOf(task.name)) ?? settings.TASK_TIMEOUT
    const progress = createProgressRecorder(database, task.id, onFailure)
    const unlimit = limitTime(timeout, () => stop('timeout'))
    try {
      return await execute(task, {
        log,
        signal: stopping.signal,
        stopReason: () => stopped,
        stop,
        progress: (fraction, step) => progress.tell(fraction, step),
        attach: (fileName) => void recordFile(database, task.id, fileName).catch(onFailure),
        onFailure,
      })
    } finally {
      unlimit()
      await progress.close()
    }
  }

  async function runToEnd(): Promise<Outcome> {
    try {
      using log = beginTaskLog(settings, task.logfile)
      await using shared = shareLog({ control: options.database, settings }, task, (error) =>
        logger.warn({ err: error, task: task.id }, 'The log of a task cannot be shared at the moment'),
      )
      const outcome = await record(task, await run(log).catch(failed), { log, shared }, options)
      await shared.archive()
      return outcome
    } catch (error) {
      return record(task, failed(error), { log: noTaskLog() }, options)
    }
  }

  return { ended: runToEnd(), stop }
}

const failed = (error: unknown): TaskEnd => ({
  outcome: { status: 'Failed', message: failureMessage(error) },
  isReported: false,
  clean: false,
})

/**
 * Records the outcome and returns it. Retries for as long as the database is unavailable: otherwise other processes
 * would only detect that this process is gone.
 */
async function record(
  task: ClaimedTask,
  { outcome: seen, isReported, clean }: TaskEnd,
  { log, shared }: { readonly log: TaskLog; readonly shared?: SharedLog },
  { database, logger, closing }: RunOptions,
): Promise<Outcome> {
  let concluded = false
  let attemptsLeft = lastAttempts
  let outcome = seen
  for (let attempt = 0; attemptsLeft > 0; attempt += 1) {
    try {
      // The statement of a killed process continues on the server.
      if (!clean) await closeConnections(database, task.id)
      if (!isReported) outcome = (await recordedOutcome(database, task.id)) ?? seen
      // Completes the log before the record, so that clients that read the end of the task find its log complete.
      if (!concluded) log.conclude(outcome)
      concluded = true
      await shared?.complete()
      await finishTask(database, task.id, withLogFault(outcome, log))
      return outcome
    } catch (error) {
      logger.warn({ err: error, task: task.id }, 'The end of a task cannot be recorded at the moment')
      if (closing?.aborted === true) attemptsLeft -= 1
      await delay(Math.min(2_000, 100 * 2 ** attempt))
    }
  }
  return outcome
}
