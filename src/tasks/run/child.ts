/**
 * The process of one task, started by a worker: `node child.ts <number>`. It ends with its worker, and when its
 * lock is lost, so that a task never goes on after somebody else has been told that it is dead.
 */
import { connectDatabase } from '../../database/connect.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { openService } from '../../service/service.ts'
import { createLogger } from '../../settings/logger.ts'
import type { Settings } from '../../settings/settings.ts'
import type { TaskDefinition } from '../definition.ts'
import { holdLock, taskClass } from '../queue/lease.ts'
import type { Outcome } from '../queue/queue.ts'
import { taskApplication } from '../queue/reap.ts'
import { extendedBy, findTask } from '../registry.ts'
import { openTaskLog, type TaskLog } from './log-file.ts'
import type { Assignment, FromChild, ToChild } from './messages.ts'
import { failureDetails, failureText, performTask, stoppedOutcome, type StopReason } from './perform.ts'

const stopping = new AbortController()
let stopReason: StopReason | undefined

/** Ends this process and all that the task has started, at once. */
function endGroup(): never {
  process.kill(0, 'SIGKILL')
  process.exit(1)
}

const send = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, () => resolve())
  })

async function run(assignment: Assignment): Promise<Outcome> {
  const { id, settings, databaseUrl } = assignment
  using log = openTaskLog(settings.LOGDIR, assignment.logfile, 'continue')
  const database = connectDatabase({
    url: databaseUrl,
    timeZone: settings.TIME_ZONE,
    poolSize: settings.POOL_SIZE,
    applicationName: taskApplication(id),
    onIdleFailure: (error) => log.write('warning', `A database connection broke: ${error.message}`),
  })
  const lock = await holdLock(database, taskClass, id)
  if (lock === undefined) return { status: 'Failed', message: 'Another process runs this task already.' }
  void lock.lost.then((error) => {
    log.write('error', `${stoppedOutcome('lost').message} ${error.message}`)
    // Told, so that the record says why, and then without delay: others may count this task as dead.
    return send({ type: 'end', outcome: stoppedOutcome('lost') }).then(endGroup)
  })
  try {
    const logger = createLogger({ LOG_LEVEL: 'error' })
    await using service = await openService({
      settings,
      database,
      logger,
      ...(await extendedBy(settings)),
    })
    const definition = await requireTask(settings, assignment.name)
    const message = await performTask(service, definition, assignment, {
      signal: stopping.signal,
      progress: (fraction, step) => void send({ type: 'progress', fraction, step }),
      log: (text, level = 'info') => log.write(level, text),
      attach: (fileName) => void send({ type: 'attach', fileName }),
    })
    log.write('info', message)
    return { status: 'Done', message }
  } catch (error) {
    return failed(error, log)
  } finally {
    await lock.release()
    await database.close()
  }
}

function failed(error: unknown, log: TaskLog): Outcome {
  if (stopReason !== undefined) return stoppedOutcome(stopReason)
  log.write('error', failureDetails(error))
  return { status: 'Failed', message: failureText(error) }
}

async function requireTask(settings: Settings, name: string): Promise<TaskDefinition> {
  const listing = await findTask(settings, name)
  if (listing !== undefined) return listing.load()
  throw new ServiceError('command_failed', { reason: `This release has no task "${name}".` })
}

/** What each message of the worker makes this process do. */
function receive(message: ToChild): void {
  if (message.type === 'stop') {
    stopReason = message.reason
    stopping.abort()
    return
  }
  void run(message.assignment)
    .catch((error: unknown): Outcome => ({ status: 'Failed', message: failureText(error) }))
    .then((outcome) => send({ type: 'end', outcome }))
    .then(() => process.exit(0))
}

process.on('message', receive)
// The worker is gone.
process.on('disconnect', endGroup)
