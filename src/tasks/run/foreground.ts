/**
 * Runs a task in this process, as commands do: with a record and a log like every task, in queue order, and with a
 * lease, so that other processes detect when this process has ended.
 */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { openService, type Service } from '../../service/service.ts'
import type { Arguments } from '../arguments.ts'
import type { CommandLauncher, TaskDefinition, TaskContext } from '../definition.ts'
import { prepareLaunch } from '../prepare-launch.ts'
import { launchTask } from '../queue/launch.ts'
import { holdLock, takeLease, taskClass } from '../queue/lease.ts'
import {
  claimOwnTask,
  type ClaimedTask,
  finishTask,
  type Outcome,
  recordFile,
  recordOutcome,
  recordProcess,
  tasksToStop,
} from '../queue/queue.ts'
import { closeConnections, failAbandonedTasks, taskApplication } from '../queue/abandoned-tasks.ts'
import { taskById } from '../queue/task-record.ts'
import { type TaskWatch, untilTasks, watchTasks } from '../queue/watch.ts'
import { missingWorkerHint } from '../queue/workers.ts'
import { extendedBy } from '../registry.ts'
import { childrenOf, endDescendants } from './descendants.ts'
import { beginTaskLog, type TaskLog, withLogFault } from './log-file.ts'
import { failureDetails, failureText, performTask, type Reporting } from './perform.ts'
import { taskPrincipal } from './principal.ts'
import { processStart } from './process-start.ts'
import { createProgressRecorder } from './progress-recorder.ts'
import { shareLog } from './share-log.ts'
import { stoppedOutcome, type StopReason } from './stop-reason.ts'
import { limitTime } from './time-limit.ts'

export interface ForegroundRun extends CommandLauncher, Pick<TaskContext, 'progress' | 'log'> {
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  readonly args: Arguments
  /** Whether the task fails instead of waiting for other tasks of the scenario. */
  readonly nowait: boolean
  /** Called with what the task waits for, and with a hint if that is queued but no running worker accepts it. */
  readonly onWait: (what: string, hint: string | undefined) => void
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal
}

/** Returns the message of the task. Throws the error of the task, `canceled`, or `scenario_busy`. */
export async function runForeground(service: Service, run: ForegroundRun): Promise<string> {
  const { database } = service
  const launch = await prepareLaunch(service, { ...run, channel: 'command' })
  const watch = watchTasks(database)
  const lease = await takeLease(database)
  try {
    await watch.ready
    const id = await launchTask(database, service.secret, {
      ...launch,
      ...(run.run === undefined ? {} : { run: run.run }),
      worker: lease.number,
    })
    const { scenarios } = launch
    const claimed = await waitForTurn(service, watch, run, { id, worker: lease.number, scenarios })
    const stopping = new AbortController()
    let reason: StopReason | undefined
    const stop = (why: StopReason): void => {
      reason ??= why
      stopping.abort()
    }
    const onAbort = (): void => stop('canceled')
    run.signal.addEventListener('abort', onAbort, { once: true })
    void lease.lost.then(() => stop('lost'))
    const timeout = run.definition.timeout ?? service.settings.TASK_TIMEOUT
    const unlimit = limitTime(timeout, () => stop('timeout'))
    const stopListening = watch.listen((change) => {
      if (change !== undefined && change.id !== id) return
      void tasksToStop(database, [id]).then(
        (ids) => ids.length > 0 && stop('canceled'),
        () => undefined,
      )
    })
    try {
      if (run.signal.aborted) stop('canceled')
      // Passes the arguments as `settle` resolved them at launch.
      const settled = { ...run, args: launch.args.all }
      return await perform(service, settled, claimed, { signal: stopping.signal, reason: () => reason, stop })
    } finally {
      unlimit()
      stopListening()
      run.signal.removeEventListener('abort', onAbort)
      await run.definition.afterEnd?.(service)
    }
  } finally {
    await watch.close()
    await lease.release()
  }
}

const canceled = (cause?: unknown): ServiceError => new ServiceError('canceled', {}, { cause })
const endedOtherwise = (reason: string, cause?: unknown): ServiceError =>
  new ServiceError('command_failed', { reason }, { cause })

interface Place {
  readonly id: number
  readonly worker: number
  /** Scenarios that the task holds. */
  readonly scenarios: readonly string[]
}

/** Waits until the task may start, and claims it. */
async function waitForTurn(
  { database, settings }: Service,
  watch: TaskWatch,
  run: ForegroundRun,
  { id, worker, scenarios }: Place,
): Promise<ClaimedTask> {
  let told: string | undefined
  const claimed = await untilTasks(
    watch,
    async () => {
      const busy = await busyScenario(database, scenarios)
      const mine =
        busy === undefined ? await claimOwnTask(database, { worker, host: hostname() }, id) : undefined
      if (mine !== undefined) return mine
      await failAbandonedTasks(database, settings)
      const record = await taskById(database, id)
      if (record === undefined || record.status === 'Canceled') throw canceled()
      if (record.finished !== null) throw endedOtherwise(record.message ?? record.status)
      const what = record.waitsFor ?? busy
      if (what === undefined) return undefined
      const hint = await missingWorkerHint(database, id)
      if (run.nowait) {
        const message = `Not begun: it would have to wait for ${what}.`
        await finishTask(database, id, { status: 'Failed', message })
        const reason = hint === undefined ? message : `${message} ${hint}`
        throw new ServiceError('command_failed', { reason })
      }
      const news = `${what} ${hint}`
      if (news !== told) run.onWait(what, hint)
      told = news
      return undefined
    },
    { signal: run.signal },
  )
  if (claimed !== undefined) return claimed
  await finishTask(database, id, { status: 'Canceled', message: 'Canceled while it was waiting.' })
  throw new ServiceError('canceled')
}

/**
 * Returns a description of the first of the scenarios that is busy. Besides tasks, other operations that replace data
 * make a scenario busy.
 */
async function busyScenario(database: Database, names: readonly string[]): Promise<string | undefined> {
  const scenarios = names.length === 0 ? [] : await listScenarios(database)
  const busy = scenarios.find(({ name, status }) => status === 'Busy' && names.includes(name))
  return busy === undefined ? undefined : `scenario "${busy.name}", whose data is being replaced`
}

interface Stopping {
  readonly signal: AbortSignal
  readonly reason: () => StopReason | undefined
  readonly stop: (why: StopReason) => void
}

/** The lock and the change notifications hold connections in addition to those of the task. */
const heldConnections = 2

/**
 * Runs the task with connections of its own, which other processes can distinguish from those of other commands and
 * close.
 */
async function perform(
  service: Service,
  run: ForegroundRun,
  claimed: ClaimedTask,
  { signal, reason, stop }: Stopping,
): Promise<string> {
  const { database, settings, logger } = service
  const { id } = claimed
  const onFailure = (error: unknown): void => logger.warn({ err: error, task: id }, 'Record not written')
  using log = await beginLog(service, claimed)
  await using shared = shareLog(service, claimed, onFailure)
  log.write('info', `Task ${id}, ${run.name} in scenario ${run.scenario}, begins at the command line.`)
  // Other processes, such as the script that runs the command, may be in the process group.
  await recordProcess(database, id, { pid: process.pid, group: null, start: await processStart(process.pid) })
  const own = database.openBeside({
    applicationName: taskApplication(id),
    poolSize: settings.POOL_SIZE + heldConnections,
  })
  const lock = await holdLock(own, taskClass, id)
  // Child processes that already run, such as the embedded server, continue.
  const before = childrenOf(process.pid)
  const endStarted = (): void => endDescendants(process.pid, before)
  // For a user who forces an immediate exit.
  process.once('exit', endStarted)
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= own.close().catch(onFailure))
  const onLoss = (): void => {
    stop('lost')
    // Other processes may count the task as abandoned, so it must not continue with new connections.
    void close()
  }
  void lock?.lost.then(onLoss)
  const progress = createProgressRecorder(database, id, onFailure)
  // A task that does not react to the stop request loses its child processes and connections, on which it may be
  // waiting.
  const force = async (): Promise<void> => {
    endStarted()
    await closeConnections(database, id)
  }
  let timer: NodeJS.Timeout | undefined
  const onStop = (): void => {
    timer = setTimeout(() => void force().catch(onFailure), stopTimeoutMs)
  }
  signal.addEventListener('abort', onStop, { once: true })
  const end = async (outcome: Outcome): Promise<void> => {
    signal.removeEventListener('abort', onStop)
    clearTimeout(timer)
    await progress.close()
    process.off('exit', endStarted)
    endStarted()
    if (lock !== undefined) await recordOutcome(lock.client, id, outcome).catch(onFailure)
    await lock?.release()
    await Promise.race([close(), delay(closeTimeoutMs, undefined, { ref: false })])
    log.conclude(outcome)
    await shared.complete()
    await finishTask(database, id, withLogFault(outcome, log))
    await shared.archive()
  }
  let message: string
  try {
    if (lock === undefined) throw new ServiceError('scenario_busy', { scenario: run.scenario })
    message = await performOwn(service, own, run, {
      id,
      signal,
      progress: (fraction, step) => {
        progress.tell(fraction, step)
        run.progress(fraction, step)
      },
      log: (text, level = 'info') => {
        log.write(level, text)
        run.log(text, level)
      },
      attach: (fileName) => void recordFile(database, id, fileName).catch(onFailure),
    })
  } catch (error) {
    const why = reason()
    if (why === undefined) log.write('error', failureDetails(error))
    const outcome: Outcome =
      why === undefined ? { status: 'Failed', message: failureText(error) } : stoppedOutcome(why)
    await end(outcome).catch(onFailure)
    if (why === undefined) throw error
    throw why === 'canceled' ? canceled(error) : endedOtherwise(outcome.message, error)
  }
  await end({ status: 'Done', message })
  await requireDone(database, id)
  return message
}

/** Creates the log. If that fails, the task does not start but ends as Failed. */
async function beginLog({ database, settings }: Service, { id, logfile }: ClaimedTask): Promise<TaskLog> {
  try {
    return beginTaskLog(settings, logfile)
  } catch (error) {
    await finishTask(database, id, { status: 'Failed', message: failureText(error) })
    throw error
  }
}

/** Time that a task has to end after a stop request before it is forced to, in milliseconds. */
const stopTimeoutMs = 10_000
/** Time within which a task must have released its connections, in milliseconds. */
const closeTimeoutMs = 1_000

async function performOwn(
  { settings, logger }: Service,
  database: Database,
  run: ForegroundRun,
  { id, ...reporting }: Reporting & { readonly id: number },
): Promise<string> {
  await using service = await openService({
    settings,
    database,
    logger,
    ...(await extendedBy(settings)),
  })
  const principal = await taskPrincipal(service, run)
  const performer = { service, principal, definition: run.definition }
  return await performTask(performer, { ...run, id, channel: 'command', parent: null }, reporting)
}

/** Throws if another process counted this one as abandoned and recorded the task as failed. */
async function requireDone(database: Database, id: number): Promise<void> {
  const record = await taskById(database, id)
  if (record === undefined || record.status === 'Done') return
  throw new ServiceError('command_failed', {
    reason: `The task was ended by others: ${record.message ?? ''}`,
  })
}
