/** Runs a task that a worker has claimed, from the assignment of a process to the record of the outcome. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import { type ClaimedTask, finishTask, recordedOutcome, recordFile } from '../queue/queue.ts'
import { closeConnections } from '../queue/abandoned-tasks.ts'
import { unseal } from '../queue/sealed.ts'
import type { RunningPart, TaskEnd, TaskRun } from './child-process.ts'
import { beginTaskLog, noTaskLog, type TaskLog, withLogFault } from './log-file.ts'
import type { Assignment } from './messages.ts'
import { failureText } from './perform.ts'
import type { ProcessPool } from './process-pool.ts'
import { type SharedLog, shareLog } from './share-log.ts'
import type { StopReason } from './stop-reason.ts'
import { createProgressRecorder } from './progress-recorder.ts'
import { limitTime } from './time-limit.ts'

export interface RunOptions {
  readonly database: Database
  readonly settings: Settings
  readonly logger: Logger
  readonly processes: ProcessPool
  /** Secret of the installation. */
  readonly secret: string
  readonly url: string
  readonly cancelGraceMs: number
  /** Aborted when the worker closes. */
  readonly closing?: AbortSignal
  /** Returns the timeout in seconds of the task with that name; undefined for the timeout of the settings. */
  readonly timeoutOf: (name: string) => Promise<number | undefined>
}

export interface RunningTask {
  /** Resolves when the task has ended and its record says so. */
  readonly ended: Promise<void>
  stop(reason: StopReason): void
}

/**
 * Maximum number of attempts of a closing worker to record an outcome. After that another process detects that the
 * task is abandoned.
 */
const lastAttempts = 5
/** Maximum number of processes to which a task is assigned if each ends before the task has started. */
const attempts = 3

export function runClaimed(task: ClaimedTask, options: RunOptions): RunningTask {
  const { database, settings, logger, processes } = options
  let part: RunningPart | undefined
  let stopped: StopReason | undefined

  const stop = (reason: StopReason): void => {
    // Stored, so that a process that ends before the task has started is not followed by another one.
    stopped ??= reason
    part?.stop(reason)
  }

  async function run(log: TaskLog): Promise<TaskEnd> {
    log.write('info', `Task ${task.id}, ${task.name} in scenario ${task.scenario}, begins.`)
    const assignment = assignmentOf(task, options)
    const timeout = (await options.timeoutOf(task.name)) ?? settings.TASK_TIMEOUT
    const onFailure = (error: unknown): void =>
      logger.warn({ err: error, task: task.id }, 'Record not written')
    const progress = createProgressRecorder(database, task.id, onFailure)
    const taskRun: TaskRun = {
      assignment,
      onProgress: (fraction, step) => progress.tell(fraction, step),
      onAttach: (fileName) => void recordFile(database, task.id, fileName).catch(onFailure),
      onErrorOutput: (text) => log.write('error', text),
      cancelGraceMs: options.cancelGraceMs,
    }
    const unlimit = limitTime(timeout, () => stop('timeout'))
    try {
      for (let attempt = 1; ; attempt += 1) {
        const process = processes.take()
        part = process.run(taskRun)
        if (stopped !== undefined) part.stop(stopped)
        const end = await part.ended
        if (end.clean) processes.giveBack(process)
        if (end.begun || stopped !== undefined || attempt === attempts) return end
      }
    } finally {
      unlimit()
      await progress.close()
    }
  }

  async function runToEnd(): Promise<void> {
    try {
      using log = beginTaskLog(settings, task.logfile)
      await using shared = shareLog(options, task, (error) =>
        logger.warn({ err: error, task: task.id }, 'The log of a task cannot be shared at the moment'),
      )
      await record(task, await run(log).catch(failed), { log, shared }, options)
      await shared.archive()
    } catch (error) {
      await record(task, failed(error), { log: noTaskLog() }, options)
    }
  }

  return {
    ended: runToEnd(),
    stop,
  }
}

const failed = (error: unknown): TaskEnd => ({
  outcome: { status: 'Failed', message: failureText(error) },
  told: false,
  begun: false,
  clean: false,
})

function assignmentOf(task: ClaimedTask, { settings, url, secret }: RunOptions): Assignment {
  const open: Readonly<Record<string, unknown>> = JSON.parse(task.parameters)
  const sealed: Readonly<Record<string, unknown>> =
    task.sealed === null ? {} : JSON.parse(unseal(task.sealed, secret))
  const { id, name, scenario, userId, operator, channel, parent, logfile } = task
  const args = { ...open, ...sealed }
  const what = { id, name, scenario, userId, operator, channel, parent, logfile, args }
  return { ...what, settings, databaseUrl: url }
}

/**
 * Records the outcome, with retries for as long as the database is unavailable: otherwise other processes would only
 * detect that the worker is gone.
 */
async function record(
  task: ClaimedTask,
  { outcome: seen, told, clean }: TaskEnd,
  { log, shared }: { readonly log: TaskLog; readonly shared?: SharedLog },
  { database, logger, closing }: RunOptions,
): Promise<void> {
  let concluded = false
  let attemptsLeft = lastAttempts
  for (let attempt = 0; attemptsLeft > 0; attempt += 1) {
    try {
      // The statement of a killed process continues on the server.
      if (!clean) await closeConnections(database, task.id)
      const outcome = told ? seen : ((await recordedOutcome(database, task.id)) ?? seen)
      // Completes the log before the record, so that clients that read the end of the task find its log complete.
      if (!concluded) log.conclude(outcome)
      concluded = true
      await shared?.complete()
      await finishTask(database, task.id, withLogFault(outcome, log))
      logger.info({ task: task.id, status: outcome.status, reason: outcome.message }, 'Task ended')
      return
    } catch (error) {
      logger.warn({ err: error, task: task.id }, 'The end of a task cannot be recorded at the moment')
      if (closing?.aborted === true) attemptsLeft -= 1
      await delay(Math.min(2_000, 100 * 2 ** attempt))
    }
  }
}
