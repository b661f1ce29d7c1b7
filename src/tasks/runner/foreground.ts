/**
 * Runs a task in this process, as commands do: with a record and a log like every task, in queue order, and with a
 * lease, so that other processes detect when this process has ended.
 */
import { hostname } from 'node:os'
import type { ControlDatabase } from '../../database/database.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { messageOfRecord } from '../../errors/stored-message.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { settleIfAbandoned } from '../../scenarios/aside/scenario-lock.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { openService, type Service } from '../../service/service.ts'
import type { Arguments } from '../arguments.ts'
import type { CommandLauncher, TaskDefinition, TaskContext } from '../definition.ts'
import { prepareLaunch } from '../prepare-launch.ts'
import { launchTask } from '../queue/launch.ts'
import { holdLock, takeLease, taskClass } from '../queue/lease.ts'
import {
  cancelTask,
  claimOwnTask,
  type ClaimedTask,
  finishTask,
  type Outcome,
  recordOutcome,
  recordProcess,
} from '../queue/queue.ts'
import { closeConnections, failAbandonedTasks, taskApplication } from '../queue/abandoned-tasks.ts'
import { waitCause } from '../queue/task-message.ts'
import { taskById, type TaskRecord } from '../queue/task-record.ts'
import { type TaskWatch, untilTasks, watchTasks } from '../queue/watch.ts'
import { missingWorkerHint } from '../queue/workers.ts'
import { untilAborted } from '../../planning/run/until-aborted.ts'
import { extendedBy } from '../registry.ts'
import { childrenOf, endDescendants } from './descendants.ts'
import { endWhenOverdue } from './overdue-run.ts'
import { closesInTime, outcomeOf, performTask, type Reporting } from './perform.ts'
import { taskPrincipal } from './principal.ts'
import { processStart } from './process-start.ts'
import { type Execute, runTask, type TaskPart } from './run-task.ts'
import { StartedTaskError } from './started-task-error.ts'
import { stoppedOutcome } from './stop-reason.ts'
import { untilEnded } from './until-ended.ts'

export interface ForegroundRun extends CommandLauncher, Pick<TaskContext, 'progress' | 'log'> {
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  readonly args: Arguments
  /** Whether the task fails instead of waiting for other tasks of the scenario. */
  readonly nowait: boolean
  /** Called with what the task waits for, and with a hint if that is queued but no running worker accepts it. */
  readonly onWait: (what: string, hint: string | undefined) => void
  /** Called when the task stops because of an interruption, which is recorded by then. */
  readonly onStopping?: () => void
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal
}

/** Returns the message of the task. Throws `StartedTaskError` with the error of the task, `canceled`, or what prevents its start. */
export async function runForeground(service: Service, run: ForegroundRun): Promise<string> {
  const { control } = service
  // A check of files may hang.
  const launching = prepareLaunch(service, { ...run, channel: 'command' })
  const launch = await untilAborted(launching, run.signal, canceled)
  const watch = watchTasks(control)
  const lease = await takeLease(control)
  try {
    await watch.ready
    const id = await launchTask(control, service.secret, {
      ...launch,
      ...(run.run === undefined ? {} : { run: run.run }),
      worker: lease.number,
    })
    const { scenarios } = launch
    const claimed = await waitForTurn(service, watch, run, { id, worker: lease.number, scenarios })
    let failure: unknown
    // Passes the arguments as `settle` resolved them at launch.
    const execute = inThisProcess(service, { ...run, args: launch.args.all }, (error) => (failure = error))
    const running = runTask(claimed, execute, {
      database: control,
      settings: service.settings,
      logger: service.logger,
      closing: AbortSignal.abort(),
      timeoutOf: async () => run.definition.timeout,
    })
    // If the process is killed, or does not end, other processes record that the task was canceled.
    const onInterrupt = (): void =>
      void cancelTask(control, id, { code: 'task_canceled_while_waiting' })
        .catch(() => undefined)
        .then(run.onStopping)
    run.signal.addEventListener('abort', onInterrupt, { once: true })
    if (run.signal.aborted) onInterrupt()
    try {
      const outcome = await untilEnded(id, running, { database: control, watch, lease, signal: run.signal })
      return await doneMessage(control, id, { outcome, failure })
    } finally {
      run.signal.removeEventListener('abort', onInterrupt)
      await run.definition.afterEnd?.(service)
    }
  } finally {
    await watch.close()
    await lease.release()
  }
}

const canceled = (): ServiceError => new ServiceError('canceled')
const endedOtherwise = (reason: Message): ServiceError => new ServiceError('command_failed', { reason })

/** Returns the message of a finished task; its status without one. */
const endMessage = (record: TaskRecord): Message => messageOfRecord(record) ?? foreignText(record.status)

interface Place {
  readonly id: number
  readonly worker: number
  /** Scenarios that the task holds. */
  readonly scenarios: readonly string[]
}

/** Waits until the task may start, and claims it. */
async function waitForTurn(
  { control, settings }: Service,
  watch: TaskWatch,
  run: ForegroundRun,
  { id, worker, scenarios }: Place,
): Promise<ClaimedTask> {
  let reported: string | undefined
  const claimed = await untilTasks(
    watch,
    async () => {
      const busy = await busyScenario(control, scenarios)
      const mine =
        busy === undefined ? await claimOwnTask(control, { worker, host: hostname() }, id) : undefined
      if (mine !== undefined) return mine
      await failAbandonedTasks(control, settings)
      const record = await taskById(control, id)
      if (record === undefined || record.status === 'Canceled') throw canceled()
      if (record.finished !== null) throw endedOtherwise(endMessage(record))
      const cause = waitCause(record) ?? busy
      if (cause === undefined) return undefined
      const what = messageText(cause)
      const hint = await missingWorkerHint(control, id)
      if (run.nowait) {
        const message: Message = { code: 'task_not_begun', params: { what: cause } }
        await finishTask(control, id, { status: 'Failed', message })
        throw endedOtherwise(hint === undefined ? message : joinSentences(message, foreignText(hint)))
      }
      const news = `${what} ${hint}`
      if (news !== reported) run.onWait(what, hint)
      reported = news
      return undefined
    },
    { signal: run.signal },
  )
  if (claimed !== undefined) return claimed
  await finishTask(control, id, { status: 'Canceled', message: { code: 'task_canceled_while_waiting' } })
  throw canceled()
}

/**
 * Returns a description of the first of the scenarios that is busy, after completing a replacement that a killed process
 * has left. Besides tasks, other operations that replace data make a scenario busy.
 */
async function busyScenario(
  database: ControlDatabase,
  names: readonly string[],
): Promise<Message | undefined> {
  if (names.length === 0) return undefined
  const find = async (): Promise<Scenario | undefined> =>
    (await listScenarios(database)).find(({ name, status }) => status === 'Busy' && names.includes(name))
  const found = await find()
  if (found === undefined) return undefined
  // Without a server nothing else completes what a killed process has left.
  await settleIfAbandoned(database, found)
  const busy = await find()
  return busy === undefined ? undefined : { code: 'scenario_being_replaced', params: { name: busy.name } }
}

/** The lock and the change notifications hold connections in addition to those of the task. */
const heldConnections = 2

/**
 * Executes a task in this process, with connections of its own, which other processes can distinguish from those of
 * other commands and close.
 */
const inThisProcess =
  (service: Service, run: ForegroundRun, onError: (error: unknown) => void): Execute =>
  async ({ id, name, logfile, trace }, part) => {
    const { control, settings } = service
    const { signal, onFailure } = part
    // Other processes, such as the script that runs the command, may be in the process group.
    await recordProcess(control, id, {
      pid: process.pid,
      group: null,
      start: await processStart(process.pid),
    })
    const own = control.openBeside({
      applicationName: taskApplication(id),
      poolSize: settings.POOL_SIZE + heldConnections,
    })
    const lock = await holdLock(own, taskClass, id)
    // Child processes that already run, such as the embedded server, continue.
    const before = childrenOf(process.pid)
    const endStarted = (): void => endDescendants(process.pid, before)
    // For a user who forces an immediate exit.
    process.once('exit', endStarted)
    const timeout = run.definition.timeout ?? settings.TASK_TIMEOUT
    const what = { id, name, logfile, settings, url: control.address(), others: before }
    // The time at which the task is given up if this process reacts.
    const afterMs = timeout * 1000 + stopTimeoutMs * 1.5
    await using _ = timeout === 0 ? undefined : endWhenOverdue({ ...what, afterMs })
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= own.close().catch(onFailure))
    const onLoss = (): void => {
      part.stop('lost')
      // Other processes may count the task as abandoned, so it must not continue with new connections.
      void close()
    }
    void lock?.lost.then(onLoss)
    // A task that does not react to the stop request loses its child processes and connections, on which it may be
    // waiting.
    const force = async (): Promise<void> => {
      endStarted()
      await closeConnections(control, id)
    }
    // The process of a command cannot be killed before the end is recorded: the task is given up instead.
    const givenUp = Promise.withResolvers<Outcome>()
    const timers: NodeJS.Timeout[] = []
    const giveUp = (): void => givenUp.resolve(stoppedOutcome(part.stopReason() ?? 'canceled'))
    const onStop = (): void => {
      timers.push(setTimeout(() => void force().catch(onFailure), stopTimeoutMs))
      timers.push(setTimeout(giveUp, stopTimeoutMs * 1.5))
    }
    signal.addEventListener('abort', onStop, { once: true })
    if (signal.aborted) onStop()
    const perform = async (): Promise<Message> => {
      if (lock === undefined) throw new ServiceError('scenario_busy', { scenario: run.scenario })
      return performOwn(service, own, run, { id, trace, ...reportTo(part, run) })
    }
    const outcome = await Promise.race([outcomeOf(perform, part, onError), givenUp.promise])
    signal.removeEventListener('abort', onStop)
    for (const timer of timers) clearTimeout(timer)
    process.off('exit', endStarted)
    endStarted()
    if (lock !== undefined) await recordOutcome(lock.client, id, outcome).catch(onFailure)
    await lock?.release()
    return { outcome, isReported: true, clean: await closesInTime(close()) }
  }

/** Reports to the record and the log of the task, and to the terminal. */
const reportTo = (
  { signal, stopReason, log, progress, attach }: TaskPart,
  run: ForegroundRun,
): Reporting => ({
  signal,
  stopReason,
  attach,
  progress: (fraction, step) => {
    progress(fraction, step)
    run.progress(fraction, step)
  },
  log: (text, level = 'info') => {
    log.write(level, text)
    run.log(text, level)
  },
})

/**
 * Time that a task has to end after a stop request before it is forced to, in milliseconds. After half as long again
 * its end is recorded whether it has ended or not, and the process ends.
 */
const stopTimeoutMs = 10_000

async function performOwn(
  { settings, logger }: Service,
  database: ControlDatabase,
  run: ForegroundRun,
  { id, trace, ...reporting }: Reporting & Pick<ClaimedTask, 'id' | 'trace'>,
): Promise<Message> {
  await using service = await openService({
    settings,
    database,
    logger,
    ...(await extendedBy(settings)),
  })
  const principal = await taskPrincipal(service, run)
  const performer = { service, principal, definition: run.definition }
  return await performTask(performer, { ...run, id, trace, channel: 'command', parent: null }, reporting)
}

/**
 * Returns the message of a task that is done. Throws its error as `StartedTaskError` otherwise, also if another process counted this one as
 * abandoned and recorded the task as failed.
 */
async function doneMessage(
  database: ControlDatabase,
  id: number,
  { outcome: { status, message }, failure }: { readonly outcome: Outcome; readonly failure: unknown },
): Promise<string> {
  if (status === 'Canceled') throw canceled()
  if (status !== 'Done') throw failure === undefined ? endedOtherwise(message) : new StartedTaskError(failure)
  const record = await taskById(database, id)
  if (record === undefined || record.status === 'Done') return messageText(message)
  throw endedOtherwise({ code: 'task_ended_by_others', params: { reason: endMessage(record) } })
}
