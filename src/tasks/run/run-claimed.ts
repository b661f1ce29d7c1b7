/** Runs a task that a worker has taken: from a process being found for it to its end being recorded. */
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
  /** Seconds after which a task of that name fails; undefined = as the settings say. */
  readonly timeoutOf: (name: string) => Promise<number | undefined>
}

export interface RunningTask {
  /** Resolves when the task has ended and its record says so. */
  readonly ended: Promise<void>
  stop(reason: StopReason): void
}

/** How often a closing worker tries to record an end. After that another one finds that the task is nobody's. */
const lastAttempts = 5
/** How often a task is given to another process when its process dies before it has begun. */
const attempts = 3

export function runClaimed(task: ClaimedTask, options: RunOptions): RunningTask {
  const { database, settings, logger, processes } = options
  let part: RunningPart | undefined
  let stopped: StopReason | undefined

  const stop = (reason: StopReason): void => {
    // Remembered: a process that ends before it has begun must not be followed by another one.
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
      await record(task, await run(log).catch(failed), log, options)
    } catch (error) {
      await record(task, failed(error), noTaskLog(), options)
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

/** An end is recorded however long the database is away: others would only know that the worker is gone. */
async function record(
  task: ClaimedTask,
  { outcome: seen, told, clean }: TaskEnd,
  log: TaskLog,
  { database, logger, closing }: RunOptions,
): Promise<void> {
  let concluded = false
  let attemptsLeft = lastAttempts
  for (let attempt = 0; attemptsLeft > 0; attempt += 1) {
    try {
      // A process that was killed leaves its statement running on the server.
      if (!clean) await closeConnections(database, task.id)
      const outcome = told ? seen : ((await recordedOutcome(database, task.id)) ?? seen)
      // Before the record: whoever sees that the task has ended finds its log complete.
      if (!concluded) log.conclude(outcome)
      concluded = true
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
