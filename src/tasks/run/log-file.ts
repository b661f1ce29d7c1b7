/**
 * The log of a task: a file of its own in LOGDIR with lines of time, level and message, written at once. A log
 * that reaches its limit is cut there rather than rotated: its beginning tells most, and those who follow it or
 * ask for a part of it count bytes from its start. How the task has ended is told beyond the limit.
 */
import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../settings/settings.ts'
import type { LogLevel } from '../definition.ts'
import type { Outcome } from '../queue/queue.ts'

/** Name of the log of a task that has begun. */
export const taskLogName = ({ name, id }: { readonly name: string; readonly id: number }): string =>
  `${name}.${id}.log`

export type LogSettings = Pick<Settings, 'LOGDIR' | 'TASK_LOG_LIMIT'>

export interface TaskLog extends Disposable {
  write(level: LogLevel, message: string): void
  /** Tells how the task has ended. */
  conclude(outcome: Outcome): void
  close(): void
}

const megabyte = 2 ** 20

/**
 * Opens the log; `begin` empties a file that an earlier installation has left under this name. Only the account
 * of the service may read it.
 */
export function openTaskLog(
  { LOGDIR, TASK_LOG_LIMIT }: LogSettings,
  fileName: string,
  how: 'begin' | 'continue',
): TaskLog {
  mkdirSync(LOGDIR, { recursive: true })
  const path = join(LOGDIR, fileName)
  if (how === 'begin') closeSync(openSync(path, 'w', 0o600))
  const file = openSync(path, 'a', 0o600)
  const limit = TASK_LOG_LIMIT === 0 ? Infinity : TASK_LOG_LIMIT * megabyte
  let open = true
  let full = false
  const close = (): void => {
    if (open) closeSync(file)
    open = false
  }
  return {
    write: (level, message) => {
      if (!open || full) return
      const line = logLine(level, message)
      // Asked of the system: the worker writes into the same file what the process says on its standard error.
      full = fstatSync(file).size + Buffer.byteLength(line) > limit
      writeSync(file, full ? logLine('warning', cutMessage(TASK_LOG_LIMIT)) : line)
    },
    conclude: ({ status, message }) => {
      if (open) writeSync(file, logLine(status === 'Failed' ? 'error' : 'info', `${status}: ${message}`))
    },
    close,
    [Symbol.dispose]: close,
  }
}

const cutMessage = (limit: number): string =>
  `The log ends here: it has reached ${limit} MB, the limit of the setting TASK_LOG_LIMIT. The task goes on.`

/** Lines of a message after the first are indented: every other line begins with a time. */
function logLine(level: LogLevel, message: string): string {
  const text = message.trimEnd().replaceAll(/\r?\n/g, '\n    ')
  return `${new Date().toISOString()} ${level} ${text}\n`
}
