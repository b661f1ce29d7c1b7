/**
 * The checks that a worker repeats at intervals, in case notifications were lost or other workers have ended: cancel
 * requests, abandoned tasks, and the cleanup of old tasks.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import { failAbandonedTasks } from '../queue/abandoned-tasks.ts'
import { cleanupTasks } from '../queue/retention.ts'
import type { RunningTasks } from './running-tasks.ts'

export interface PeriodicChecks {
  /** Runs the checks that are due. */
  runDue(): Promise<void>
  /** Makes the checks for lost notifications due. */
  reset(): void
}

export interface PeriodicChecksOptions {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
  readonly running: RunningTasks
  /** Milliseconds between two checks for lost notifications. */
  readonly pollMs: number
  /** Called with the error of a check; the other checks run nevertheless. */
  readonly onFault: (error: unknown) => void
}

const cleanupIntervalMs = 3_600_000

export function createPeriodicChecks(options: PeriodicChecksOptions): PeriodicChecks {
  const { database, settings, logger, running, pollMs, onFault } = options
  let nextCheck = 0
  let nextCleanup = 0

  async function failAbandoned(): Promise<void> {
    const abandoned = await failAbandonedTasks(database, settings)
    if (abandoned.length > 0) logger.warn({ tasks: abandoned }, 'The worker of these tasks had died')
  }

  return {
    reset: () => {
      nextCheck = 0
    },
    runDue: async () => {
      const now = Date.now()
      if (now >= nextCheck) {
        nextCheck = now + pollMs
        running.forgetEnded()
        await running.stopCanceled().catch(onFault)
        await failAbandoned().catch(onFault)
      }
      if (now >= nextCleanup) {
        nextCleanup = now + cleanupIntervalMs
        await cleanupTasks(database, settings, onFault).catch(onFault)
      }
    },
  }
}
