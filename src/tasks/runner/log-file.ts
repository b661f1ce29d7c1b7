/**
 * The log of a task: a file of its own in LOGDIR with lines of time, level and message, written at once. A log that
 * reaches its limit is truncated there instead of rotated: its start is the most useful part, and clients that follow
 * it or request a range count bytes from its start. The outcome of the task is written even beyond the limit.
 *
 * If the log file cannot be written, for instance because the disk is full or the file has another owner, lines are
 * lost but neither the task nor its worker fails. The record then says that the log is incomplete.
 */
import { utcText } from '../../data/time-zone.ts'
import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { asSentence, joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import type { LogLevel } from '../definition.ts'
import type { Outcome } from '../queue/queue.ts'

/** Returns the log file name of a task that has started. */
export const taskLogName = ({ name, id }: { readonly name: string; readonly id: number }): string =>
  `${name}.${id}.log`

export type LogSettings = Pick<Settings, 'LOGDIR' | 'TASK_LOG_LIMIT'>

export interface TaskLog extends Disposable {
  /** Reason why lines are missing, from the first line that could not be written. */
  readonly fault: Message | undefined
  write(level: LogLevel, message: string): void
  /** Writes the outcome of the task. */
  conclude(outcome: Outcome): void
  close(): void
}

const megabyte = 2 ** 20

/**
 * Creates the log of a task; truncates an existing file of this name from an earlier installation. Only the account
 * of the service may read it. Throws `command_failed` if the log cannot be created; the task should not start then.
 */
export function beginTaskLog(settings: LogSettings, fileName: string): TaskLog {
  const path = join(settings.LOGDIR, fileName)
  try {
    mkdirSync(settings.LOGDIR, { recursive: true })
    closeSync(openSync(path, 'w', 0o600))
    return writeTo(openSync(path, 'a', 0o600), settings.TASK_LOG_LIMIT)
  } catch (error) {
    const params = { path, reason: errorText(error) }
    throw new ServiceError(
      'command_failed',
      { reason: { code: 'log_not_written', params } },
      { cause: error },
    )
  }
}

/** Opens an existing log. If it cannot be opened, the result has a fault and discards all lines. */
export function continueTaskLog(settings: LogSettings, fileName: string): TaskLog {
  try {
    return writeTo(openSync(join(settings.LOGDIR, fileName), 'a', 0o600), settings.TASK_LOG_LIMIT)
  } catch (error) {
    return noTaskLog(errorText(error))
  }
}

const nothing = (): void => undefined

/** Returns a log that discards all lines. */
export function noTaskLog(fault?: Message): TaskLog {
  return { fault, write: nothing, conclude: nothing, close: nothing, [Symbol.dispose]: nothing }
}

function writeTo(file: number, megabytes: number): TaskLog {
  const limit = megabytes === 0 ? Infinity : megabytes * megabyte
  let open = true
  let full = false
  let fault: Message | undefined
  let broken = false
  const append = (line: string): void => {
    try {
      // A partly written line must not run into the next one.
      const bytes = Buffer.from(broken ? `\n${line}` : line)
      const written = writeSync(file, bytes)
      broken = written < bytes.length
      if (broken) fault ??= { code: 'device_full' }
    } catch (error) {
      fault ??= errorText(error)
    }
  }
  const close = (): void => {
    if (!open) return
    open = false
    try {
      closeSync(file)
    } catch (error) {
      // Network file systems report write errors only on close.
      fault ??= errorText(error)
    }
  }
  return {
    get fault() {
      return fault
    },
    write: (level, message) => {
      if (!open || full) return
      const line = logLine(level, message)
      // Reads the size from the file system, because the worker writes the standard error of the process to the same
      // file.
      full = sizeOf(file) + Buffer.byteLength(line) > limit
      append(full ? logLine('warning', cutMessage(megabytes)) : line)
    },
    conclude: (outcome) => {
      if (open) append(outcomeLine(outcome))
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

/** Returns the outcome with the fault of the log added once to its message. */
export function withLogFault({ status, message }: Outcome, { fault }: TaskLog): Outcome {
  if (fault === undefined || saysIncomplete(message)) return { status, message }
  const incomplete: Message = { code: 'log_incomplete', params: { fault } }
  if (messageText(message) === '') return { status, message: incomplete }
  return { status, message: joinSentences(asSentence(message), incomplete) }
}

function saysIncomplete({ code, params }: Message): boolean {
  const last = params?.['after']
  return code === 'log_incomplete' || (typeof last === 'object' && saysIncomplete(last))
}

const cutMessage = (limit: number): string =>
  `The log ends here: it has reached ${limit} MB, the limit of the setting TASK_LOG_LIMIT. The task goes on.`

/** Returns the last line of a log. */
export const outcomeLine = ({ status, message }: Outcome): string =>
  logLine(status === 'Failed' ? 'error' : 'info', `${status}: ${messageText(message)}`)

/** Indents the lines of a message after the first: every other line starts with a time. */
function logLine(level: LogLevel, message: string): string {
  const text = message.trimEnd().replaceAll(/\r?\n/g, '\n    ')
  return `${utcText(new Date())} ${level} ${text}\n`
}
