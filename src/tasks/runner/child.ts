/**
 * A process that runs tasks of a worker, one at a time. Starting a process takes 0.3 s of processor time, and a
 * thousand small tasks should not start a thousand processes: if a task has ended without leaving anything behind
 * (see `remains`), its process accepts another task. After a task that was stopped, crashed or left something behind,
 * the process ends. It also ends with its worker, and when the lock of its task is lost, so that a task never
 * continues after another process has marked it as failed.
 */
import { flushCompileCache } from 'node:module'
import type { Settings } from '../../settings/settings.ts'
import { startTracing } from '../../tracing/tracing.ts'
import type { Outcome } from '../queue/queue.ts'
import { allTasks } from '../registry.ts'
import { createServiceKeeper } from './kept-service.ts'
import type { Assignment, FromChild, ToChild } from './messages.ts'
import { failureMessage } from './perform.ts'
import { performAssigned } from './perform-assigned.ts'
import { watchRemains } from './remains.ts'
import type { StopReason } from './stop-reason.ts'

/** Ends this process and all child processes of the task at once. */
function endGroup(): never {
  process.kill(0, 'SIGKILL')
  process.exit(1)
}

const send = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, () => resolve())
  })

interface Current {
  readonly id: number
  readonly stopping: AbortController
  stopReason?: StopReason
}

/** Milliseconds without a task after which a process loads the modules of all tasks. */
const idleMs = 1_000

/** Shows in the list of processes of the system which task this process runs. */
const showTask = (assignment?: Assignment): void => {
  process.title =
    assignment === undefined
      ? 'planctl task: idle'
      : `planctl task: ${assignment.name} #${assignment.id} in ${assignment.scenario}`
}

let current: Current | undefined
const keepService = createServiceKeeper()
/** Loads the modules of all tasks once the process has been idle for long enough. */
let preparing: NodeJS.Timeout | undefined

async function run(assignment: Assignment): Promise<void> {
  const running: Current = { id: assignment.id, stopping: new AbortController() }
  current = running
  showTask(assignment)
  const { outcome, clean } = await perform(assignment, running).catch((error: unknown) => ({
    outcome: failed(error),
    clean: false,
  }))
  current = undefined
  showTask()
  await send({ type: 'end', outcome, clean })
  if (!clean) process.exit(0)
  prepareWhenIdle(assignment.settings)
}

async function perform(
  assignment: Assignment,
  running: Current,
): Promise<{ readonly outcome: Outcome; readonly clean: boolean }> {
  // The worker reports a collector that cannot be reached.
  await startTracing()
  const kept = await keepService(assignment.settings, assignment.databaseUrl)
  const remains = watchRemains()
  const { outcome, closed } = await performAssigned(kept, assignment, {
    signal: running.stopping.signal,
    onBegin: () => send({ type: 'begun' }),
    stopReason: () => running.stopReason,
    progress: (fraction, step) => void send({ type: 'progress', fraction, step }),
    attach: (fileName) => void send({ type: 'attach', fileName }),
    onLost: (lost) => void send({ type: 'end', outcome: lost, clean: false }).then(endGroup),
  })
  return { outcome, clean: closed && !running.stopping.signal.aborted && (await remains.gone()) }
}

const failed = (error: unknown): Outcome => ({ status: 'Failed', message: failureMessage(error) })

/**
 * Loads the modules of all tasks in a process that waits for a task, which takes as long as to start the process. One
 * that already has a task loads only what that needs.
 */
function prepareWhenIdle(settings: Settings): void {
  preparing ??= setTimeout(() => void prepare(settings), idleMs).unref()
}

/** Cancels the loading of modules that has not begun. */
function stopPreparing(): void {
  clearTimeout(preparing)
  preparing = undefined
}

/**
 * Loads the modules of all tasks. If one cannot be loaded, the task that needs it reports the error. The compiled code
 * is stored now, because Node would store it at the end of this process, which its worker kills.
 */
async function prepare(settings: Settings): Promise<void> {
  const listings = await allTasks(settings).catch(() => [])
  await Promise.allSettled(listings.map(({ load }) => load()))
  flushCompileCache()
}

/** Handles a message of the worker. */
function receive(message: ToChild): void {
  if (message.type === 'prepare') prepareWhenIdle(message.settings)
  else if (message.type === 'start') {
    stopPreparing()
    void run(message.assignment)
  } else if (current?.id === message.id) {
    current.stopReason = message.reason
    current.stopping.abort()
  }
}

showTask()
process.on('message', receive)
// The worker has ended.
process.on('disconnect', endGroup)
