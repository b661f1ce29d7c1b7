/**
 * A worker's view of a process that runs its tasks: starts it, gives it one task after another, hears from it, asks
 * a task to stop and, when it does not listen, ends the process with all that it has started.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../settings/settings.ts'
import type { Outcome } from '../queue/queue.ts'
import type { Assignment, FromChild, ToChild } from './messages.ts'
import { stoppedOutcome, type StopReason } from './stop-reason.ts'
import { signalGroup } from './process-group.ts'

const childFile = join(import.meta.dirname, 'child.ts')

export interface TaskRun {
  readonly assignment: Assignment
  readonly onProgress: (fraction: number, step: string) => void
  readonly onAttach: (fileName: string) => void
  /** Told what the process writes to its standard error. */
  readonly onErrorOutput: (text: string) => void
  /** Milliseconds until SIGTERM after a request to stop, and again until SIGKILL. */
  readonly cancelGraceMs: number
}

export interface TaskEnd {
  readonly outcome: Outcome
  /** The task has told it itself, and has noted it in its record where that was possible. */
  readonly told: boolean
  /** The process had its lock; a task that has not begun can be given to another process. */
  readonly begun: boolean
  /** Nothing of the task is left, and the process takes another one; otherwise the process is gone. */
  readonly clean: boolean
}

export interface RunningPart {
  readonly ended: Promise<TaskEnd>
  /** Asks the task to stop; one that does not listen is ended after a while. */
  stop(reason: StopReason): void
}

export interface TaskProcess {
  readonly pid: number
  /** Resolves when it and all that it has started are gone, with its last words. */
  readonly gone: Promise<string>
  /** Begins a task; the one before must have ended clean. */
  run(run: TaskRun): RunningPart
  /** Ends it, with a task that may run in it. */
  end(): void
}

interface Current {
  readonly run: TaskRun
  readonly ended: (end: TaskEnd) => void
  readonly timers: NodeJS.Timeout[]
  begun: boolean
  reported?: Outcome
  reason?: StopReason
}

/** Characters of the standard error that are looked at for the reason of a crash. */
const tail = 4_000
/** Milliseconds in which a process that wants to end has ended. */
const farewell = 2_000

/** Of the memory of the machine, or of the container, that a task may use: Node alone takes 4 GB at most. */
const memoryShare = 0.75

const memory = process.constrainedMemory() || totalmem()

/** A limit that whoever started the worker has set in NODE_OPTIONS is theirs; ours on the command line would override it. */
const isHeapLimited = /--max[-_]old[-_]space[-_]size/.test(process.env['NODE_OPTIONS'] ?? '')

/**
 * Options of Node for processes of tasks. What streams through is garbage at once; with as much room for it as Node
 * takes on a large machine it would need 70 MB more and be no faster.
 */
export const taskNodeOptions: readonly string[] = [
  '--max-semi-space-size=16',
  ...(isHeapLimited
    ? []
    : [`--max-old-space-size=${Math.floor((Math.min(memory, totalmem()) * memoryShare) / 2 ** 20)}`]),
]

export function startTaskProcess(settings: Settings): TaskProcess {
  const child = spawn(process.execPath, [...taskNodeOptions, childFile], {
    // A group of its own: it ends with all that it has started, and Ctrl-C at the worker does not reach it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const { pid = 0 } = child
  const gone = Promise.withResolvers<string>()
  let current: Current | undefined
  let errors = ''

  const tell = (message: ToChild): void => {
    // One that is ending anyway is told by its exit.
    if (child.connected) child.send(message, () => undefined)
  }
  const finish = (end: Omit<TaskEnd, 'begun'>): void => {
    if (current === undefined) return
    const { timers, ended, begun } = current
    for (const timer of timers) clearTimeout(timer)
    current = undefined
    ended({ ...end, begun })
  }
  const killGroup = (): void => {
    if (pid !== 0) signalGroup(pid, 'SIGKILL')
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-tail)
    current?.run.onErrorOutput(text)
  })
  child.on('message', (message: FromChild) => {
    if (message.type === 'begun') {
      if (current !== undefined) current.begun = true
    } else if (message.type === 'progress') current?.run.onProgress(message.fraction, message.step)
    else if (message.type === 'attach') current?.run.onAttach(message.fileName)
    else if (message.clean) finish({ outcome: message.outcome, told: true, clean: true })
    else if (current !== undefined) {
      current.reported ??= message.outcome
      current.timers.push(setTimeout(killGroup, farewell))
    }
  })
  const ended = async (crash: (errors: string) => Outcome): Promise<void> => {
    // What it has started and left behind; that may also keep its standard error open.
    killGroup()
    await lastWords(child)
    const { reported, reason } = current ?? {}
    const outcome = reported ?? (reason === undefined ? crash(errors) : stoppedOutcome(reason))
    finish({ outcome, told: reported !== undefined, clean: false })
    gone.resolve(errors)
  }
  child.on('error', (error) => {
    if (pid === 0) void ended(() => failed(`No process can be started: ${error.message}`))
  })
  child.on('exit', (code, signal) => void ended((errors) => crashOutcome(code, signal, errors)))
  tell({ type: 'prepare', settings })

  return {
    pid,
    gone: gone.promise,
    run: (run) => {
      const { id } = run.assignment
      const end = Promise.withResolvers<TaskEnd>()
      const mine: Current = { run, ended: end.resolve, timers: [], begun: false }
      current = mine
      errors = ''
      tell({ type: 'start', assignment: run.assignment })
      // It went before it was asked, and its exit has been told already.
      const onGone = (words: string): void => {
        if (current === mine) finish({ outcome: crashOutcome(null, null, words), told: false, clean: false })
      }
      void gone.promise.then(onGone)
      return {
        ended: end.promise,
        stop: (reason) => {
          if (current !== mine || mine.reason !== undefined) return
          mine.reason = reason
          tell({ type: 'stop', id, reason })
          mine.timers.push(setTimeout(() => signalGroup(pid, 'SIGTERM'), run.cancelGraceMs))
          mine.timers.push(setTimeout(killGroup, run.cancelGraceMs * 1.5))
        },
      }
    },
    end: killGroup,
  }
}

/** Waits a moment for what the process has written last. */
async function lastWords({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null || stderr.closed) return
  await Promise.race([once(stderr, 'close'), delay(500)])
}

const failed = (message: string): Outcome => ({ status: 'Failed', message })

/** Why a process ended that has not said anything. */
function crashOutcome(code: number | null, signal: NodeJS.Signals | null, errors: string): Outcome {
  if (/heap out of memory|Allocation failed/.test(errors)) return failed('The process ran out of memory.')
  if (signal === 'SIGKILL') {
    return failed('The process was killed (SIGKILL): by somebody, or by the system for want of memory.')
  }
  if (signal !== null) return failed(`The process was ended by the signal ${signal}.`)
  const last = errors.match(/^\w*Error.*$/m)?.[0]
  const how =
    code === null ? 'The process ended before the task began' : `The process ended with exit code ${code}`
  return failed(`${how}${last === undefined ? '.' : `: ${last}`}`)
}
