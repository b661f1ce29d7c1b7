/**
 * Breaks the connections of a process that stops if a database server is silent: gone without an error, like a machine
 * without power. Statements would wait for hours, and the process with them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../errors/service-error.ts'
import type { Database } from './database.ts'
import { allServers } from './homes.ts'

/** Time that a server has to answer, in milliseconds. */
const silentAfterMs = 5_000
/** Delay before each check, in milliseconds. A process usually stops before the first one. */
const checkIntervalMs = 1_000

/** Returns whether the server answers on a new connection, also with a rejection. */
async function isAnswering(database: Database, over: AbortSignal): Promise<boolean> {
  const beside = database.openBeside({ poolSize: 1 })
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

/** Checks the servers of an installation until the returned function is called. */
export function abandonIfSilent(database: Database): () => void {
  const over = new AbortController()
  const check = async (server: Database): Promise<void> => {
    for (;;) {
      await delay(checkIntervalMs, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      if (!(await isAnswering(server, over.signal)) && !over.signal.aborted)
        server.abandon(new Error('The database is silent.'))
    }
  }
  for (const [, server] of allServers(database)) void check(server)
  return () => over.abort()
}

/** Checks the servers from the time at which the signal aborts until the returned value is disposed. */
export function abandonIfSilentAfter(signal: AbortSignal, database: Database): Disposable {
  let end: (() => void) | undefined
  const begin = (): void => {
    end = abandonIfSilent(database)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', begin)
      end?.()
    },
  }
}
