/**
 * A worker: claims tasks from the queue and runs each in a process that it shares with no other task at the same
 * time, several at once if they work on different scenarios. It also marks running tasks of workers that have ended
 * as failed.
 */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { abandonIfSilent } from '../database/abandon-silent.ts'
import { connectDatabase } from '../database/connect.ts'
import type { ControlDatabase } from '../database/database.ts'
import { noExtensions } from '../extensions/extensions.ts'
import type { TaskKind } from '../extensions/task-kinds.ts'
import type { Settings } from '../settings/settings.ts'
import { jwtSecret } from '../settings/secrets.ts'
import { type Lease, takeLease } from './queue/lease.ts'
import { claimTasks } from './queue/queue.ts'
import { type TaskWatch, watchTasks } from './queue/watch.ts'
import { limitWorker, registerWorker, unregisterWorker, workerApplication } from './queue/workers.ts'
import { openProcessPool } from './runner/process-pool.ts'
import { inProcess } from './runner/in-process.ts'
import { defaultTaskMemory } from './runner/task-memory.ts'
import type { Execute, RunOptions } from './runner/run-task.ts'
import { extendedBy, findDefinition, tasksOfKinds } from './registry.ts'
import { type Scheduler, startScheduler } from './schedules/scheduler.ts'
import { type Alarm, createAlarm } from './worker/alarm.ts'
import { delayedOnce } from './worker/delayed-once.ts'
import { createPeriodicChecks, type PeriodicChecks } from './worker/periodic-checks.ts'
import { createReleaseCheck } from './worker/release-check.ts'
import { RunningTasks } from './worker/running-tasks.ts'

export interface WorkerOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Returns the present address of the database, with its password. */
  readonly url: () => string
  /** Maximum number of tasks that run at the same time. */
  readonly concurrency: number
  /** Megabytes that a task may use; by default what the machine has. Tasks that need more run at other workers. */
  readonly memory?: number | undefined
  /** Only tasks of these kinds; by default all. */
  readonly kinds?: readonly TaskKind[] | undefined
  /** Only tasks in these scenarios; by default all. */
  readonly scenarios?: readonly string[] | undefined
  /** Milliseconds that a task has to end after a stop request before it is forced to. */
  readonly cancelGraceMs?: number
  /** Milliseconds between two polls, in case notifications were lost. */
  readonly poll?: number
  /** Whether a process is always kept ready for the next task; true by default. */
  readonly spare?: boolean
}

export interface Worker extends AsyncDisposable {
  /** Claims no more tasks, lets running tasks finish for a grace period, then stops them. */
  close(): Promise<void>
}

const defaultCancelGraceMs = 10_000
const defaultPollMs = 2_000
/** Delay in which several ended tasks cause a single check for mails about ended groups, in milliseconds. */
const mailDelayMs = 500
/** Delay before another attempt after the database was not available, in milliseconds. */
const retryDelayMs = 1_000
/**
 * Number of connections: one for notifications, one for the lease, two for queries, and the others for schedules and
 * their mails.
 */
const poolSize = 8

/** The state of a worker. */
interface WorkerState {
  readonly options: WorkerOptions
  readonly database: ControlDatabase
  /** Megabytes that a task may use. */
  readonly memory: number
  /** Names of the tasks that the worker claims; undefined for all. */
  readonly tasks: readonly string[] | undefined
  readonly running: RunningTasks
  readonly alarm: Alarm
  readonly checks: PeriodicChecks
  /** Returns whether a newer release has migrated the database meanwhile. */
  readonly isOutdated: () => Promise<boolean>
  /** Aborted when the worker closes. */
  readonly closing: AbortSignal
  /** Returns how tasks are executed, with the present address of the database. */
  readonly execution: () => Execute
  readonly runOptions: RunOptions
  readonly pollMs: number
  /** Logs a fault that does not affect the running tasks. */
  readonly onFault: (error: unknown) => void
}

/** The state of a worker during one lease. */
interface Turn {
  readonly lease: Lease
  /** Whether others can read that the worker takes no tasks. */
  isPaused: boolean
}

/** Starts a worker on a migrated database. Fails abandoned tasks before it claims any. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { settings, logger, kinds, memory = defaultTaskMemory(), poll: pollMs = defaultPollMs } = options
  const database = connectDatabase({
    url: options.url,
    timeZone: settings.TIME_ZONE,
    homes: settings.SCENARIO_DATABASES,
    poolSize,
    applicationName: workerApplication,
    onIdleFailure: (error) => logger.warn({ err: error }, 'An idle connection of the worker broke'),
  })
  const secret = await jwtSecret(settings)
  const { extensions = noExtensions } = await extendedBy(settings)
  const tasks = kinds === undefined ? undefined : await tasksOfKinds(settings, kinds)
  const processes = openProcessPool({
    settings,
    logger,
    memory,
    ...(options.spare === undefined ? {} : { spare: options.spare }),
  })
  const watch = watchTasks(database, (error) =>
    logger.warn({ err: error }, 'Changes of tasks are not announced at the moment'),
  )
  const closing = new AbortController()
  const alarm = createAlarm()
  const running = new RunningTasks({ database, logger, onEnd: () => alarm.wake() })
  const isOutdated = createReleaseCheck({ database, logger, extensions })
  const onFault = (error: unknown): void =>
    logger.warn({ err: error }, 'The worker cannot do all its work at the moment')
  const checks = createPeriodicChecks({ database, settings, logger, running, pollMs, onFault })
  const scheduler = startScheduler({
    database,
    settings,
    logger,
    find: findDefinition,
    extended: () => extendedBy(settings),
    paused: isOutdated,
    ...(options.poll === undefined ? {} : { poll: options.poll }),
  })
  listen(watch, { alarm, running, checks, scheduler })
  const runOptions: RunOptions = {
    database,
    settings,
    logger,
    closing: closing.signal,
    timeoutOf: async (name) => (await findDefinition(settings, name))?.timeout,
  }
  const { cancelGraceMs = defaultCancelGraceMs } = options
  const execution = (): Execute =>
    inProcess({ settings, processes, secret, url: options.url(), cancelGraceMs })
  const working = workUntilClosed({
    options,
    database,
    memory,
    tasks,
    running,
    alarm,
    checks,
    isOutdated,
    closing: closing.signal,
    execution,
    runOptions,
    pollMs,
    onFault,
  })
  await watch.ready
  let closed: Promise<void> | undefined
  const end = async (): Promise<void> => {
    closing.abort()
    alarm.wake()
    const stopChecking = abandonIfSilent(database)
    await scheduler.close()
    await working
    await processes.close()
    await watch.close()
    await database.close()
    stopChecking()
  }
  const close = (): Promise<void> => (closed ??= end())
  return { close, [Symbol.asyncDispose]: close }
}

/** Wakes the worker and its scheduler when tasks change. */
function listen(
  watch: TaskWatch,
  {
    alarm,
    running,
    checks,
    scheduler,
  }: Pick<WorkerState, 'alarm' | 'running' | 'checks'> & {
    readonly scheduler: Scheduler
  },
): void {
  const checkMail = delayedOnce(mailDelayMs, () => scheduler.wake())
  watch.listen((change) => {
    if (change === undefined) {
      checks.reset()
      alarm.wake()
    } else if (running.notice(change)) alarm.wake()
    // A group that has ended may have a mail to send.
    if (change === undefined || /^[A-Z][a-z]+ed$|^Done$/.test(change.status)) checkMail()
  })
}

async function workUntilClosed(state: WorkerState): Promise<void> {
  const { options, running, closing } = state
  while (!closing.aborted) {
    await workWithLease(state).catch(async (error: unknown) => {
      options.logger.warn({ err: error }, 'The worker cannot work at the moment')
      running.stopAll('lost')
      await running.allEnded()
      await delay(retryDelayMs, undefined, { signal: closing }).catch(() => undefined)
    })
  }
}

/** Works during one lease: from acquiring the lock until the lock is lost or the worker closes. */
async function workWithLease(state: WorkerState): Promise<void> {
  const { options, database, memory, tasks, running, alarm, closing, pollMs, onFault } = state
  const { concurrency, kinds, scenarios } = options
  const lease = await takeLease(database)
  const lost = new AbortController()
  void lease.lost.finally(() => {
    lost.abort()
    running.stopAll('lost')
    alarm.wake()
  })
  try {
    await registerWorker(database, lease.number, { concurrency, memory, kinds, tasks, scenarios })
    const turn: Turn = { lease, isPaused: false }
    while (!lost.signal.aborted && !closing.aborted) {
      // A fault of a round does not affect the running tasks; a lost connection is detected by the lease.
      await runRound(state, turn).catch(onFault)
      await alarm.wait(pollMs)
    }
    if (lost.signal.aborted) await running.allEnded()
    else await finishRunning(state)
    if (!lost.signal.aborted) await unregisterWorker(database, lease.number).catch(onFault)
  } finally {
    await lease.release()
  }
}

/** Runs the checks that are due, and claims as many tasks as may run in addition. */
async function runRound(state: WorkerState, turn: Turn): Promise<void> {
  const { lease } = turn
  const { options, database, memory, tasks, running, checks } = state
  const { concurrency, scenarios } = options
  await checks.runDue()
  const free = concurrency - running.count
  if (free <= 0 || state.closing.aborted) return
  const isPaused = await state.isOutdated()
  if (isPaused !== turn.isPaused) {
    await limitWorker(database, lease.number, isPaused ? [] : tasks)
    turn.isPaused = isPaused
  }
  if (isPaused) return
  const claimant = { worker: lease.number, host: hostname() }
  for (const task of await claimTasks(database, claimant, free, { memory, tasks, scenarios })) {
    running.start(task, state.execution(), state.runOptions)
  }
}

/** Lets running tasks finish for a grace period, then stops them. */
async function finishRunning({ options, running, pollMs }: WorkerState): Promise<void> {
  const timer = setTimeout(() => running.stopAll('shutdown'), options.settings.TASK_GRACE * 1000)
  const canceling = setInterval(running.checkCancelRequests, pollMs)
  await running.allEnded()
  clearTimeout(timer)
  clearInterval(canceling)
}
