/**
 * The log of a task: a file of its own in LOGDIR with lines of time, level and message, written at once. A log
 * that reaches its limit is cut there rather than rotated: its beginning tells most, and those who follow it or
 * ask for a part of it count bytes from its start. How the task has ended is told beyond the limit.
 *
 * A disk that is full or a file that somebody else owns takes nothing but lines of the log: neither the task nor its
 * worker fails for them. The record then says that the log is incomplete.
 */
import { utcText } from '../../data/time-zone.ts'
import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import type { LogLevel } from '../definition.ts'
import type { Outcome } from '../queue/queue.ts'

/** Name of the log of a task that has begun. */
export const taskLogName = ({ name, id }: { readonly name: string; readonly id: number }): string =>
  `${name}.${id}.log`

export type LogSettings = Pick<Settings, 'LOGDIR' | 'TASK_LOG_LIMIT'>

export interface TaskLog extends Disposable {
  /** Why lines are missing: of the first one that could not be written. */
  readonly fault: string | undefined
  write(level: LogLevel, message: string): void
  /** Tells how the task has ended. */
  conclude(outcome: Outcome): void
  close(): void
}

const megabyte = 2 ** 20

/**
 * Begins the log of a task; a file that an earlier installation has left under this name is emptied. Only the account
 * of the service may read it. Throws `command_failed` when there can be no log: the task should not begin.
 */
export function beginTaskLog(settings: LogSettings, fileName: string): TaskLog {
  const path = join(settings.LOGDIR, fileName)
  try {
    mkdirSync(settings.LOGDIR, { recursive: true })
    closeSync(openSync(path, 'w', 0o600))
    return writeTo(openSync(path, 'a', 0o600), settings.TASK_LOG_LIMIT)
  } catch (error) {
    const reason = `The log ${path} cannot be written: ${textOf(error)}. Check the folder of the setting LOGDIR.`
    throw new ServiceError('command_failed', { reason }, { cause: error })
  }
}

/** Opens a log that others have begun. One that cannot be opened has a fault, and takes no lines. */
export function continueTaskLog(settings: LogSettings, fileName: string): TaskLog {
  try {
    return writeTo(openSync(join(settings.LOGDIR, fileName), 'a', 0o600), settings.TASK_LOG_LIMIT)
  } catch (error) {
    return noTaskLog(textOf(error))
  }
}

const nothing = (): void => undefined

/** Takes the lines of a task that has no log. */
export function noTaskLog(fault?: string): TaskLog {
  return { fault, write: nothing, conclude: nothing, close: nothing, [Symbol.dispose]: nothing }
}

function writeTo(file: number, megabytes: number): TaskLog {
  const limit = megabytes === 0 ? Infinity : megabytes * megabyte
  let open = true
  let full = false
  let fault: string | undefined
  let broken = false
  const append = (line: string): void => {
    try {
      // A line of which only a part was written must not run into the next one.
      const bytes = Buffer.from(broken ? `\n${line}` : line)
      const written = writeSync(file, bytes)
      broken = written < bytes.length
      if (broken) fault ??= 'no space is left on the device'
    } catch (error) {
      fault ??= textOf(error)
    }
  }
  const close = (): void => {
    if (!open) return
    open = false
    try {
      closeSync(file)
    } catch (error) {
      // Network file systems tell only now what could not be written.
      fault ??= textOf(error)
    }
  }
  return {
    get fault() {
      return fault
    },
    write: (level, message) => {
      if (!open || full) return
      const line = logLine(level, message)
      // Asked of the system: the worker writes into the same file what the process says on its standard error.
      full = sizeOf(file) + Buffer.byteLength(line) > limit
      append(full ? logLine('warning', cutMessage(megabytes)) : line)
    },
    conclude: ({ status, message }) => {
      if (open) append(logLine(status === 'Failed' ? 'error' : 'info', `${status}: ${message}`))
    },
    close,
    [Symbol.dispose]: close,
  }
}

function sizeOf(file: number): number {
  try {
    return fstatSync(file).size
  } catch {
    return 0
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** With a full stop at its end. */
const sentence = (text: string): string => text.replace(/[^.!?]$/, '$&.')

const incomplete = 'The log is incomplete: '

/** The end of a task as its record tells it: with the fault of its log, once. */
export function withLogFault({ status, message }: Outcome, { fault }: TaskLog): Outcome {
  if (fault === undefined || message.includes(incomplete)) return { status, message }
  return { status, message: `${sentence(message)} ${incomplete}${fault}.`.trimStart() }
}

const cutMessage = (limit: number): string =>
  `The log ends here: it has reached ${limit} MB, the limit of the setting TASK_LOG_LIMIT. The task goes on.`

/** Lines of a message after the first are indented: every other line begins with a time. */
function logLine(level: LogLevel, message: string): string {
  const text = message.trimEnd().replaceAll(/\r?\n/g, '\n    ')
  return `${utcText(new Date())} ${level} ${text}\n`
}
