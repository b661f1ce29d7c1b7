/**
 * Breaks the connections of a worker that stops if its database is silent: gone without an error, like a machine
 * without power. Statements of the worker would wait for hours, and the worker with them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ControlDatabase } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { workerApplication } from '../queue/workers.ts'

/** Time that the server has to answer, in milliseconds. */
const silentAfterMs = 5_000
/** Delay before each check, in milliseconds. A worker usually stops before the first one. */
const checkIntervalMs = 1_000

/** Returns whether the server answers on a new connection, also with a rejection. */
async function isAnswering(database: ControlDatabase, over: AbortSignal): Promise<boolean> {
  const beside = database.openBeside({ applicationName: workerApplication, poolSize: 1 })
  try {
    await beside.query(
      { text: 'SELECT 1' },
      { signal: AbortSignal.any([over, AbortSignal.timeout(silentAfterMs)]) },
    )
    return true
  } catch (error) {
    return !(error instanceof ServiceError && error.code === 'canceled')
  } finally {
    beside.abandon(new Error('The check of the database is over.'))
    void beside.close()
  }
}

/** Checks the server until the returned function is called. */
export function abandonIfSilent(database: ControlDatabase): () => void {
  const over = new AbortController()
  const check = async (): Promise<void> => {
    for (;;) {
      await delay(checkIntervalMs, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      if (!(await isAnswering(database, over.signal)) && !over.signal.aborted)
        database.abandon(new Error('The database is silent.'))
    }
  }
  void check()
  return () => over.abort()
}
