/**
 * Runs an assigned task in the process of a worker, with connections and a lock of its own, so that nothing of the
 * task remains when they are closed, whichever task the process runs next.
 */
import { connectDatabase } from '../../database/connect.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { type Message, messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { flushSpans } from '../../tracing/tracing.ts'
import type { TaskDefinition } from '../definition.ts'
import { holdTask, releaseTask } from '../queue/hold-task.ts'
import { type Outcome, recordOutcome } from '../queue/queue.ts'
import { taskApplication } from '../queue/abandoned-tasks.ts'
import { findTask } from '../registry.ts'
import type { KeptService } from './kept-service.ts'
import { continueTaskLog, type TaskLog, withLogFault } from './log-file.ts'
import type { Assignment } from './messages.ts'
import { closesInTime, outcomeOf, performTask, type Reporting } from './perform.ts'
import { taskPrincipal } from './principal.ts'
import { processStart } from './process-start.ts'
import { stoppedOutcome } from './stop-reason.ts'

export interface AssignedRun extends Omit<Reporting, 'log'> {
  /** Called before any part of the task runs. */
  readonly onBegin: () => Promise<void>
  /** Called when the lock is lost. Other processes may count the task as abandoned, so it must end at once. */
  readonly onLost: (outcome: Outcome) => void
}

export interface AssignedEnd {
  readonly outcome: Outcome
  /** Whether all connections were released and are closed. */
  readonly closed: boolean
}

/** This process as recorded for its tasks: the leader of the process group of all their child processes. */
const own = processStart(process.pid).then((start) => ({ pid: process.pid, group: process.pid, start }))
/** Milliseconds for which the end of a task waits for the collector of its spans. */
const spansTimeoutMs = 1_000
/** One connection is held while the task listens to notifications. */
const heldConnections = 1

export async function performAssigned(
  kept: KeptService,
  assignment: Assignment,
  run: AssignedRun,
): Promise<AssignedEnd> {
  const { id, settings, databaseUrl } = assignment
  using log = continueTaskLog(settings, assignment.logfile)
  // A connection that broke while the process was idle is detected here at the latest, before the task starts.
  const held = await holdTask(kept.client, id, await own)
  await run.onBegin()
  if (!held) {
    return {
      outcome: { status: 'Failed', message: { code: 'task_run_elsewhere' } },
      closed: false,
    }
  }
  let over = false
  kept.onLoss((error) => {
    if (over) return
    log.write('error', `${messageText(stoppedOutcome('lost').message)} ${error.message}`)
    run.onLost(stoppedOutcome('lost'))
  })
  // Connections are opened only when the task needs them.
  const database = connectDatabase({
    url: databaseUrl,
    timeZone: settings.TIME_ZONE,
    homes: settings.SCENARIO_DATABASES,
    poolSize: settings.POOL_SIZE + heldConnections,
    applicationName: taskApplication(id),
    onIdleFailure: (error) => log.write('warning', `A database connection broke: ${error.message}`),
  })
  const outcome = withLogFault(await attempt(assignment, { ...run, kept, database, log }), log)
  over = true
  const [closed] = await Promise.all([
    closesInTime(database.close()),
    // If the database is unavailable, the worker gets the same outcome and retries.
    recordOutcome(kept.client, id, outcome).catch(() => undefined),
    // The worker may end this process as soon as the task has ended.
    flushSpans(spansTimeoutMs),
  ])
  return { outcome, closed: closed && kept.lost === undefined && (await releaseTask(kept.client)) }
}

interface Attempt extends AssignedRun {
  readonly kept: KeptService
  /** The database connections of the task. */
  readonly database: ControlDatabase
  readonly log: TaskLog
}

function attempt(assignment: Assignment, { kept, database, log, ...reporting }: Attempt): Promise<Outcome> {
  const { settings } = assignment
  const perform = async (): Promise<Message> => {
    const definition = await requireTask(settings, assignment.name)
    const principal = await taskPrincipal(kept.service, assignment)
    const service = kept.service.beside(database)
    return performTask({ service, principal, definition }, assignment, {
      ...reporting,
      log: (text, level = 'info') => log.write(level, text),
    })
  }
  return outcomeOf(perform, { log, stopReason: reporting.stopReason })
}

async function requireTask(settings: Settings, name: string): Promise<TaskDefinition> {
  const listing = await findTask(settings, name)
  if (listing !== undefined) return listing.load()
  throw new ServiceError('command_failed', { reason: { code: 'no_task_in_release', params: { name } } })
}
