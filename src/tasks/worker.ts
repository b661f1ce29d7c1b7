/**
 * A worker: claims tasks from the queue and runs each in a process that it shares with no other task at the same
 * time, several at once if they work on different scenarios. It also marks running tasks of workers that have ended
 * as failed.
 */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { newerSchemaReason } from '../database/migrations.ts'
import { noExtensions } from '../extensions/extensions.ts'
import type { TaskKind } from '../extensions/task-kinds.ts'
import { newerMigrations } from '../scenarios/installation.ts'
import type { Settings } from '../settings/settings.ts'
import { jwtSecret } from '../settings/secrets.ts'
import { type Lease, takeLease } from './queue/lease.ts'
import { claimTasks, tasksToStop } from './queue/queue.ts'
import { failAbandonedTasks } from './queue/abandoned-tasks.ts'
import { cleanupTasks } from './queue/retention.ts'
import { watchTasks } from './queue/watch.ts'
import { registerWorker, unregisterWorker, workerApplication } from './queue/workers.ts'
import { openProcessPool } from './run/process-pool.ts'
import { extendedBy, findDefinition, tasksOfKinds } from './registry.ts'
import { startScheduler } from './schedules/scheduler.ts'
import { type RunningTask, runClaimed } from './run/run-claimed.ts'
import type { StopReason } from './run/stop-reason.ts'

export interface WorkerOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Returns the present address of the database, with its password. */
  readonly url: () => string
  /** Maximum number of tasks that run at the same time. */
  readonly concurrency: number
  /** Only tasks of these kinds; by default all. */
  readonly kinds?: readonly TaskKind[] | undefined
  /** Only tasks in these scenarios; by default all. */
  readonly scenarios?: readonly string[] | undefined
  /** Milliseconds that a task has to end after a stop request before it is forced to. */
  readonly cancelGraceMs?: number
  /** Milliseconds between two polls, in case notifications were lost. */
  readonly poll?: number
}

export interface Worker extends AsyncDisposable {
  /** Claims no more tasks, lets running tasks finish for a grace period, then stops them. */
  close(): Promise<void>
}

const defaultCancelGraceMs = 10_000
const defaultPoll = 2_000
const hourMs = 3_600_000
/** Delay in which several changes of running tasks cause a single check for cancel requests, in milliseconds. */
const cancelCheckDelayMs = 50
/** The same delay for mails about ended groups. */
const mailDelayMs = 500
/**
 * Number of connections: one for notifications, one for the lease, two for queries, and the others for schedules and
 * their mails.
 */
const poolSize = 8

/** Starts a worker on a migrated database. Fails abandoned tasks before it claims any. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { settings, logger } = options
  const database = connectDatabase({
    url: options.url,
    timeZone: settings.TIME_ZONE,
    poolSize,
    applicationName: workerApplication,
    onIdleFailure: (error) => logger.warn({ err: error }, 'An idle connection of the worker broke'),
  })
  const secret = await jwtSecret(settings)
  const { extensions = noExtensions } = await extendedBy(settings)
  const { concurrency, kinds, scenarios } = options
  const tasks = kinds === undefined ? undefined : await tasksOfKinds(settings, kinds)
  const processes = openProcessPool({ settings, logger })
  const watch = watchTasks(database, (error) =>
    logger.warn({ err: error }, 'Changes of tasks are not announced at the moment'),
  )
  const running = new Map<number, RunningTask>()
  const closing = new AbortController()
  let nextLook = 0
  let alarm = Promise.withResolvers<void>()
  const wake = (): void => alarm.resolve()
  /** Tasks whose end this worker has handled before its notification arrived. */
  const endedHere = new Set<number>()
  watch.listen((change) => {
    if (change === undefined) {
      nextLook = 0
      wake()
    } else if (running.has(change.id)) {
      // Every change of a running task may be a cancel request.
      checkCancelRequests()
    } else if (!change.status.endsWith('%') && !endedHere.delete(change.id)) {
      wake()
    }
  })

  async function stopUnwanted(): Promise<void> {
    for (const id of await tasksToStop(database, [...running.keys()])) running.get(id)?.stop('canceled')
  }
  const checkCancelRequests = soon(cancelCheckDelayMs, () => void stopUnwanted().catch(() => undefined))

  /** Works during one lease: from acquiring the lock until the lock is lost or the worker closes. */
  async function work(): Promise<void> {
    const lease = await takeLease(database)
    const lost = new AbortController()
    void lease.lost.finally(() => {
      lost.abort()
      stopAll('lost')
      wake()
    })
    try {
      await registerWorker(database, lease.number, { concurrency, kinds, tasks, scenarios })
      while (!lost.signal.aborted && !closing.signal.aborted) {
        // A fault of a round does not affect the running tasks; a lost connection is detected by the lease.
        await round(lease).catch(onFault)
        await pause()
      }
      if (lost.signal.aborted) await allEnded()
      else await finishRunning()
      if (!lost.signal.aborted) await unregisterWorker(database, lease.number).catch(onFault)
    } finally {
      await lease.release()
    }
  }

  const onFault = (error: unknown): void =>
    logger.warn({ err: error }, 'The worker cannot do all its work at the moment')

  async function round(lease: Lease): Promise<void> {
    await lookAround(database)
    const free = concurrency - running.size
    if (free <= 0 || closing.signal.aborted || (await schemasAreNewer())) return
    const claimant = { worker: lease.number, host: hostname() }
    for (const task of await claimTasks(database, claimant, free, { tasks, scenarios })) {
      logger.info({ task: task.id, name: task.name, scenario: task.scenario }, 'Task begins')
      const started = runClaimed(task, {
        database,
        settings,
        logger,
        processes,
        secret,
        url: options.url(),
        cancelGraceMs: options.cancelGraceMs ?? defaultCancelGraceMs,
        closing: closing.signal,
        timeoutOf: async (name) => (await findDefinition(settings, name))?.timeout,
      })
      running.set(task.id, started)
      void started.ended.finally(() => {
        running.delete(task.id)
        endedHere.add(task.id)
        wake()
      })
    }
  }

  let refusal: string | undefined

  /**
   * Returns whether a newer release has migrated the database meanwhile. This release must not run its tasks or
   * change its data.
   */
  async function schemasAreNewer(): Promise<boolean> {
    const { additions } = extensions
    const newer = await newerMigrations(database, additions)
    const reason = newer.length === 0 ? undefined : await newerSchemaReason(newer, additions)
    if (reason !== undefined && reason !== refusal) logger.error({ reason }, 'The worker takes no tasks')
    if (reason === undefined && refusal !== undefined) logger.info('The worker takes tasks again')
    refusal = reason
    return reason !== undefined
  }

  const scheduler = startScheduler({
    database,
    settings,
    logger,
    find: findDefinition,
    extended: () => extendedBy(settings),
    paused: schemasAreNewer,
    ...(options.poll === undefined ? {} : { poll: options.poll }),
  })
  const checkMail = soon(mailDelayMs, () => scheduler.wake())
  watch.listen((change) => {
    // A group that has ended may have a mail to send.
    if (change === undefined || /^[A-Z][a-z]+ed$|^Done$/.test(change.status)) checkMail()
  })

  let nextCleanup = 0

  async function lookAround(database: Database): Promise<void> {
    const now = Date.now()
    if (now >= nextLook) {
      nextLook = now + (options.poll ?? defaultPoll)
      endedHere.clear()
      await stopUnwanted().catch(onFault)
      await endOrphans().catch(onFault)
    }
    if (now >= nextCleanup) {
      nextCleanup = now + hourMs
      await cleanupTasks(database, settings, onFault).catch(onFault)
    }
  }

  async function endOrphans(): Promise<void> {
    const dead = await failAbandonedTasks(database, settings)
    if (dead.length > 0) logger.warn({ tasks: dead }, 'The worker of these tasks had died')
  }

  async function pause(): Promise<void> {
    const timer = setTimeout(wake, options.poll ?? defaultPoll)
    await alarm.promise
    clearTimeout(timer)
    alarm = Promise.withResolvers<void>()
  }

  function stopAll(reason: StopReason): void {
    for (const task of running.values()) task.stop(reason)
  }

  const allEnded = async (): Promise<void> => {
    await Promise.all([...running.values()].map(({ ended }) => ended))
  }

  async function finishRunning(): Promise<void> {
    const timer = setTimeout(() => stopAll('shutdown'), settings.TASK_GRACE * 1000)
    const canceling = setInterval(checkCancelRequests, options.poll ?? defaultPoll)
    await allEnded()
    clearTimeout(timer)
    clearInterval(canceling)
  }

  const working = (async () => {
    while (!closing.signal.aborted) {
      await work().catch(async (error: unknown) => {
        logger.warn({ err: error }, 'The worker cannot work at the moment')
        stopAll('lost')
        await allEnded()
        await delay(1_000, undefined, { signal: closing.signal }).catch(() => undefined)
      })
    }
  })()
  await watch.ready
  let closed: Promise<void> | undefined
  const end = async (): Promise<void> => {
    closing.abort()
    wake()
    await scheduler.close()
    await working
    await processes.close()
    await watch.close()
    await database.close()
  }
  const close = (): Promise<void> => (closed ??= end())
  return { close, [Symbol.asyncDispose]: close }
}

/**
 * Returns a function that runs the action once, the given milliseconds after the first call; further calls until then
 * have no effect.
 */
function soon(milliseconds: number, action: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      action()
    }, milliseconds).unref()
  }
}
