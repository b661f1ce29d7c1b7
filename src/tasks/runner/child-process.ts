/**
 * A process that runs tasks, from the worker's side: starts the process, assigns one task after another, receives
 * messages, requests a task to stop and, if the task does not react, ends the process with all its child processes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { asSentence, type Message } from '../../errors/messages.ts'
import { errorText, foreignText } from '../../errors/plain-text.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Outcome } from '../queue/queue.ts'
import type { Assignment, FromChild, ToChild } from './messages.ts'
import type { TaskEnd } from './run-task.ts'
import { defaultTaskMemory } from './task-memory.ts'
import { stoppedOutcome, type StopReason } from './stop-reason.ts'
import { signalGroup } from './process-group.ts'

const childFile = join(import.meta.dirname, 'child.ts')

export interface TaskRun {
  readonly assignment: Assignment
  readonly onProgress: (fraction: number, step: string) => void
  readonly onAttach: (fileName: string) => void
  /** Called with the text that the process writes to its standard error. */
  readonly onErrorOutput: (text: string) => void
  /** Milliseconds from a request to stop until SIGTERM; SIGKILL follows after half as long again. */
  readonly cancelGraceMs: number
}

/** The end of a task in a process; unless it is clean, the process has ended. */
export interface ProcessEnd extends TaskEnd {
  /** Whether the process had acquired the lock; a task that has not started can be assigned to another process. */
  readonly begun: boolean
}

export interface RunningPart {
  readonly ended: Promise<ProcessEnd>
  /** Requests the task to stop; if it does not react, the process is ended after the grace period. */
  stop(reason: StopReason): void
}

export interface TaskProcess {
  readonly pid: number
  /** Resolves with the last standard error output when the process and all its child processes have ended. */
  readonly gone: Promise<string>
  /** Starts a task; the previous one must have ended clean. */
  run(run: TaskRun): RunningPart
  /** Ends the process, including a running task. */
  end(): void
}

interface Current {
  readonly run: TaskRun
  readonly ended: (end: ProcessEnd) => void
  readonly timers: NodeJS.Timeout[]
  begun: boolean
  reported?: Outcome
  reason?: StopReason
}

/** Maximum number of characters of the standard error that are searched for the reason of a crash. */
const tail = 4_000
/** Milliseconds within which a process that ends by itself must have ended. */
const farewell = 2_000

/**
 * Returns the options of Node for task processes. Streamed data becomes garbage at once. With the semi-space size that Node uses
 * by default on a large machine, a process would need 70 MB more and be no faster.
 * @param memory limit of the process, in megabytes
 */
export const taskNodeOptions = (memory = defaultTaskMemory()): readonly string[] => [
  '--max-semi-space-size=16',
  `--max-old-space-size=${memory}`,
]

/** @param memory limit of the process, in megabytes */
export function startTaskProcess(settings: Settings, memory: number): TaskProcess {
  const child = spawn(process.execPath, [...taskNodeOptions(memory), childFile], {
    // A process group of its own: it can be ended with all its child processes, and Ctrl-C at the worker does not
    // reach it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const { pid = 0 } = child
  const gone = Promise.withResolvers<string>()
  let current: Current | undefined
  let errors = ''

  const tell = (message: ToChild): void => {
    // If the process is already ending, its exit is reported instead.
    if (child.connected) child.send(message, () => undefined)
  }
  const finish = (end: TaskEnd): void => {
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
    else if (message.clean) finish({ outcome: message.outcome, isReported: true, clean: true })
    else if (current !== undefined) {
      current.reported ??= message.outcome
      current.timers.push(setTimeout(killGroup, farewell))
    }
  })
  const ended = async (crash: (errors: string) => Outcome): Promise<void> => {
    // Ends child processes that are left; they may also keep the standard error open.
    killGroup()
    await lastWords(child)
    const { reported, reason } = current ?? {}
    const outcome = reported ?? (reason === undefined ? crash(errors) : stoppedOutcome(reason))
    finish({ outcome, isReported: reported !== undefined, clean: false })
    gone.resolve(errors)
  }
  child.on('error', (error) => {
    if (pid === 0)
      void ended(() => failed({ code: 'process_not_started', params: { reason: errorText(error) } }))
  })
  child.on('exit', (code, signal) => void ended((errors) => crashOutcome(code, signal, errors)))
  tell({ type: 'prepare', settings })

  return {
    pid,
    gone: gone.promise,
    run: (run) => {
      const { id } = run.assignment
      const end = Promise.withResolvers<ProcessEnd>()
      const mine: Current = { run, ended: end.resolve, timers: [], begun: false }
      current = mine
      errors = ''
      tell({ type: 'start', assignment: run.assignment })
      // The process ended before the task was assigned, and its exit was already handled.
      const onGone = (words: string): void => {
        if (current === mine)
          finish({ outcome: crashOutcome(null, null, words), isReported: false, clean: false })
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

/** Waits at most 500 ms for the last standard error output of the process. */
async function lastWords({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null || stderr.closed) return
  await Promise.race([once(stderr, 'close'), delay(500)])
}

const failed = (message: Message): Outcome => ({ status: 'Failed', message })

/** Returns the outcome for a process that ended without reporting one. */
function crashOutcome(code: number | null, signal: NodeJS.Signals | null, errors: string): Outcome {
  if (/heap out of memory|Allocation failed/.test(errors)) return failed({ code: 'process_out_of_memory' })
  if (signal === 'SIGKILL') return failed({ code: 'process_killed' })
  if (signal !== null) return failed({ code: 'process_ended_by_signal', params: { signal } })
  const last = errors.match(/^\w*Error.*$/m)?.[0]
  const how: Message =
    code === null ? { code: 'process_ended_before' } : { code: 'process_exit_code', params: { exit: code } }
  if (last === undefined) return failed(asSentence(how))
  return failed({ code: 'nested', params: { field: how, message: foreignText(last) } })
}
