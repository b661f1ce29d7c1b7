/** Runs a task that a worker has taken: from its process being started to its end being recorded. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import { type ClaimedTask, finishTask, type Outcome, recordFile, recordProcess } from '../queue/queue.ts'
import { closeConnections } from '../queue/reap.ts'
import { unseal } from '../queue/sealed.ts'
import { findTask } from '../registry.ts'
import { startTaskProcess, type TaskProcess } from './child-process.ts'
import { openTaskLog } from './log-file.ts'
import type { Assignment } from './messages.ts'
import { failureText, type StopReason } from './perform.ts'
import { createProgressRecorder } from './progress-recorder.ts'

export interface RunOptions {
  readonly database: Database
  readonly settings: Settings
  readonly logger: Logger
  /** Secret of the installation. */
  readonly secret: string
  readonly url: string
  readonly patience: number
}

export interface RunningTask {
  /** Resolves when the task has ended and its record says so. */
  readonly ended: Promise<void>
  stop(reason: StopReason): void
}

export function runClaimed(task: ClaimedTask, options: RunOptions): RunningTask {
  const { database, logger } = options
  let process: TaskProcess | undefined
  let stopped: StopReason | undefined

  async function run(): Promise<Outcome> {
    const assignment = assignmentOf(task, options)
    const timeout = await timeoutOf(task.name, options.settings)
    using log = openTaskLog(options.settings.LOGDIR, task.logfile, 'begin')
    log.write('info', `Task ${task.id}, ${task.name} in scenario ${task.scenario}, begins.`)
    const onFailure = (error: unknown): void =>
      logger.warn({ err: error, task: task.id }, 'Record not written')
    const progress = createProgressRecorder(database, task.id, onFailure)
    process = startTaskProcess({
      assignment,
      onProgress: (fraction, step) => progress.tell(fraction, step),
      onAttach: (fileName) => void recordFile(database, task.id, fileName).catch(onFailure),
      onErrorOutput: (text) => log.write('error', text),
      patience: options.patience,
    })
    const { pid } = process
    recordProcess(database, task.id, pid, pid).catch(onFailure)
    if (stopped !== undefined) process.stop(stopped)
    const timer = timeout === 0 ? undefined : setTimeout(() => process?.stop('timeout'), timeout * 1000)
    const outcome = await process.ended
    clearTimeout(timer)
    await progress.close()
    log.write(outcome.status === 'Failed' ? 'error' : 'info', `${outcome.status}: ${outcome.message}`)
    return outcome
  }

  return {
    ended: run()
      .catch((error: unknown): Outcome => ({ status: 'Failed', message: failureText(error) }))
      .then((outcome) => record(task, outcome, options)),
    stop: (reason) => {
      stopped = reason
      process?.stop(reason)
    },
  }
}

function assignmentOf(task: ClaimedTask, { settings, url, secret }: RunOptions): Assignment {
  const open: Readonly<Record<string, unknown>> = JSON.parse(task.parameters)
  const sealed: Readonly<Record<string, unknown>> =
    task.sealed === null ? {} : JSON.parse(unseal(task.sealed, secret))
  const { id, name, scenario, userId, operator, channel, logfile } = task
  const args = { ...open, ...sealed }
  return { id, name, scenario, userId, operator, channel, logfile, args, settings, databaseUrl: url }
}

async function timeoutOf(name: string, settings: Settings): Promise<number> {
  const definition = await (await findTask(settings, name))?.load()
  return definition?.timeout ?? settings.TASK_TIMEOUT
}

/** An end is recorded however long the database is away: otherwise the task would count as running. */
async function record(task: ClaimedTask, outcome: Outcome, { database, logger }: RunOptions): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    try {
      // A process that was killed leaves its statement running on the server.
      await closeConnections(database, task.id)
      await finishTask(database, task.id, outcome)
      logger.info({ task: task.id, status: outcome.status, reason: outcome.message }, 'Task ended')
      return
    } catch (error) {
      logger.warn({ err: error, task: task.id }, 'The end of a task cannot be recorded at the moment')
      await delay(Math.min(2_000, 100 * 2 ** attempt))
    }
  }
}
