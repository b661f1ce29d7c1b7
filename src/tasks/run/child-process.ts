/**
 * A worker's view of the process of a task: starts it, hears from it, asks it to stop and, when it does not
 * listen, ends it with all that it has started.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Outcome } from '../queue/queue.ts'
import type { Assignment, FromChild, ToChild } from './messages.ts'
import { stoppedOutcome, type StopReason } from './perform.ts'
import { signalGroup } from './process-group.ts'

const childFile = join(import.meta.dirname, 'child.ts')

export interface TaskProcess {
  readonly pid: number
  /** How the task has ended; resolves when nothing of it runs any more. */
  readonly ended: Promise<Outcome>
  /** Asks it to stop; a task that does not listen is ended after a while. */
  stop(reason: StopReason): void
}

export interface TaskProcessOptions {
  readonly assignment: Assignment
  readonly onProgress: (fraction: number, step: string) => void
  readonly onAttach: (fileName: string) => void
  /** Told what the process writes to its standard error. */
  readonly onErrorOutput: (text: string) => void
  /** Milliseconds until SIGTERM after a request to stop, and again until SIGKILL. */
  readonly patience: number
}

/** Characters of the standard error that are looked at for the reason of a crash. */
const tail = 4_000

export function startTaskProcess(options: TaskProcessOptions): TaskProcess {
  const { assignment } = options
  const child = spawn(process.execPath, [childFile, String(assignment.id)], {
    // A group of its own: it ends with all that it has started, and Ctrl-C at the worker does not reach it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let reported: Outcome | undefined
  let reason: StopReason | undefined
  let errors = ''
  const timers: NodeJS.Timeout[] = []
  const ended = Promise.withResolvers<Outcome>()

  const end = (outcome: Outcome): void => {
    for (const timer of timers) clearTimeout(timer)
    // What it has started and left behind.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    ended.resolve(outcome)
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-tail)
    options.onErrorOutput(text)
  })
  child.on('message', (message: FromChild) => {
    if (message.type === 'progress') options.onProgress(message.fraction, message.step)
    else if (message.type === 'attach') options.onAttach(message.fileName)
    else reported = message.outcome
  })
  child.on('error', (error) => {
    if (child.pid === undefined)
      end({ status: 'Failed', message: `No process can be started: ${error.message}` })
  })
  child.on('exit', (code, signal) => {
    end(reported ?? (reason === undefined ? crashOutcome(code, signal, errors) : stoppedOutcome(reason)))
  })
  const tell = (message: ToChild): void => {
    // One that is ending anyway is told by its exit.
    if (child.connected) child.send(message, () => undefined)
  }
  tell({ type: 'start', assignment })
  return {
    pid: child.pid ?? 0,
    ended: ended.promise,
    stop: (why) => {
      if (reason !== undefined) return
      reason = why
      tell({ type: 'stop', reason: why })
      const { pid } = child
      if (pid === undefined) return
      timers.push(setTimeout(() => signalGroup(pid, 'SIGTERM'), options.patience))
      timers.push(setTimeout(() => signalGroup(pid, 'SIGKILL'), options.patience * 1.5))
    },
  }
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
  return failed(`The process ended with exit code ${code}${last === undefined ? '.' : `: ${last}`}`)
}
