/**
 * Runs an assigned task in the process of a worker: with a service, connections and a lock of its own, so that
 * nothing of it outlives them, whichever task the process runs next.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase } from '../../database/connect.ts'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { openService, type Service } from '../../service/service.ts'
import { createLogger } from '../../settings/logger.ts'
import type { Settings } from '../../settings/settings.ts'
import type { TaskDefinition } from '../definition.ts'
import { holdLock, taskClass } from '../queue/lease.ts'
import { type Outcome, recordOutcome } from '../queue/queue.ts'
import { taskApplication } from '../queue/reap.ts'
import { findTask, extendedBy } from '../registry.ts'
import { openTaskLog, type TaskLog } from './log-file.ts'
import type { Assignment } from './messages.ts'
import { failureDetails, failureText, performTask, type Reporting } from './perform.ts'
import { stoppedOutcome, type StopReason } from './stop-reason.ts'

export interface AssignedRun extends Omit<Reporting, 'log'> {
  readonly stopReason: () => StopReason | undefined
  /** The lock is gone: others may count this task as dead, so it must end at once. */
  readonly onLost: (outcome: Outcome) => void
}

export interface AssignedEnd {
  readonly outcome: Outcome
  /** Every connection was given back and is closed. */
  readonly closed: boolean
}

/** The lock and the announcements of changes hold connections beside those that the task works with. */
const heldConnections = 2
/** Milliseconds in which a task must have given its connections back. */
const patience = 1_000

const logger = createLogger({ LOG_LEVEL: 'error' })

export async function performAssigned(assignment: Assignment, run: AssignedRun): Promise<AssignedEnd> {
  const { id, settings, databaseUrl } = assignment
  using log = openTaskLog(settings, assignment.logfile, 'continue')
  const database = connectDatabase({
    url: databaseUrl,
    timeZone: settings.TIME_ZONE,
    poolSize: settings.POOL_SIZE + heldConnections,
    applicationName: taskApplication(id),
    onIdleFailure: (error) => log.write('warning', `A database connection broke: ${error.message}`),
  })
  // Beside the lock: each takes a connection, which takes 10 ms.
  const opening = openOwnService(settings, database)
  opening.catch(() => undefined)
  const lock = await holdLock(database, taskClass, id)
  if (lock === undefined) {
    return {
      outcome: { status: 'Failed', message: 'Another process runs this task already.' },
      closed: false,
    }
  }
  let over = false
  const onLoss = (error: Error): void => {
    if (over) return
    log.write('error', `${stoppedOutcome('lost').message} ${error.message}`)
    run.onLost(stoppedOutcome('lost'))
  }
  void lock.lost.then(onLoss)
  const outcome = await attempt(assignment, { ...run, opening, log })
  over = true
  await Promise.allSettled([
    // Without the database the worker is told the same, and goes on trying.
    recordOutcome(lock.client, id, outcome),
    opening.then((service) => service.close()),
  ])
  await lock.release()
  return { outcome, closed: await closesInTime(database) }
}

async function closesInTime(database: Database): Promise<boolean> {
  const over = new AbortController()
  const impatience = delay(patience, false, { signal: over.signal }).catch(() => false)
  const closing = database.close().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([closing, impatience])
  } finally {
    over.abort()
  }
}

interface Attempt extends AssignedRun {
  readonly opening: Promise<Service>
  readonly log: TaskLog
}

async function attempt(
  assignment: Assignment,
  { opening, log, stopReason, ...reporting }: Attempt,
): Promise<Outcome> {
  const { settings } = assignment
  try {
    const service = await opening
    const definition = await requireTask(settings, assignment.name)
    const message = await performTask(service, definition, assignment, {
      ...reporting,
      log: (text, level = 'info') => log.write(level, text),
    })
    return { status: 'Done', message }
  } catch (error) {
    const reason = stopReason()
    if (reason !== undefined) return stoppedOutcome(reason)
    log.write('error', failureDetails(error))
    return { status: 'Failed', message: failureText(error) }
  }
}

async function openOwnService(settings: Settings, database: Database): Promise<Service> {
  return openService({ settings, database, logger, ...(await extendedBy(settings)) })
}

async function requireTask(settings: Settings, name: string): Promise<TaskDefinition> {
  const listing = await findTask(settings, name)
  if (listing !== undefined) return listing.load()
  throw new ServiceError('command_failed', { reason: `This release has no task "${name}".` })
}
