/** The log of a task: a file of its own in LOGDIR with lines of time, level and message, written at once. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LogLevel } from '../definition.ts'

/** Name of the log of a task that has begun. */
export const taskLogName = ({ name, id }: { readonly name: string; readonly id: number }): string =>
  `${name}.${id}.log`

export interface TaskLog extends Disposable {
  write(level: LogLevel, message: string): void
  close(): void
}

/**
 * Opens the log; `begin` empties a file that an earlier installation has left under this name. Only the account
 * of the service may read it.
 */
export function openTaskLog(folder: string, fileName: string, how: 'begin' | 'continue'): TaskLog {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, fileName)
  if (how === 'begin') closeSync(openSync(path, 'w', 0o600))
  const file = openSync(path, 'a', 0o600)
  let open = true
  const close = (): void => {
    if (open) closeSync(file)
    open = false
  }
  return {
    write: (level, message) => {
      if (open) writeSync(file, logLine(level, message))
    },
    close,
    [Symbol.dispose]: close,
  }
}

/** Lines of a message after the first are indented: every other line begins with a time. */
function logLine(level: LogLevel, message: string): string {
  const text = message.trimEnd().replaceAll(/\r?\n/g, '\n    ')
  return `${new Date().toISOString()} ${level} ${text}\n`
}
