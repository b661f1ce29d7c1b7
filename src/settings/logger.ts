/** The log of a process: one JSON object per line. Request and task ids are added by child loggers. */
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Settings } from './settings.ts'

const standardError = 2

/** Writes to standard error unless told otherwise: standard output belongs to the results of commands. */
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
