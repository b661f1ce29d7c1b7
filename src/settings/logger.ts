/** The log of a process: one JSON object per line. Child loggers add request and task ids. */
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Settings } from './settings.ts'

const standardError = 2

/** Writes to standard error by default, because standard output contains the results of commands. */
export function createLogger(
  settings: Pick<Settings, 'LOG_LEVEL'>,
  destination: DestinationStream = pino.destination({ dest: standardError, sync: true }),
): Logger {
  return pino(
    {
      level: settings.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}
