/**
 * Cancels the running statement of a connection whose work is no longer wanted. The request goes over
 * connections of its own: the one to be cancelled is busy, and the pool may be exhausted.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { CancelSignal } from './cancellation.ts'
import { cancelThroughPooler } from './pooler.ts'

/** Statements may begin after the abort, before the work has noticed it: the request is repeated. */
const repeatIntervalMs = 250

export interface Cancelling {
  /** Ends the watch once the work is over. Whether it was aborted; a promise when it was. */
  stop(): false | Promise<true>
}

export interface Canceller {
  /** Cancels whatever the client runs from the moment the signal aborts until the watch is stopped. */
  watch(client: pg.PoolClient, signal: CancelSignal): Cancelling
  close(): Promise<void>
}

/** @param isPooled the connections lead through a pooler, which does not pass on what the server calls them */
export function createCanceller(openPool: () => pg.Pool, isPooled = false): Canceller {
  let pool: pg.Pool | undefined

  async function cancel(client: pg.PoolClient): Promise<void> {
    if (isPooled) return cancelThroughPooler(client)
    if (pool === undefined) {
      pool = openPool()
      pool.on('error', () => undefined)
    }
    const processId: unknown = Reflect.get(client, 'processID')
    // A failure means the database is gone, which ends the statement too.
    await pool.query('SELECT pg_catalog.pg_cancel_backend($1)', [processId]).catch(() => undefined)
  }

  async function repeat(client: pg.PoolClient, { signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await cancel(client)
      await delay(repeatIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    watch: (client, signal) => {
      // Made only when needed: aborting creates an error with its stack, which is felt in every small request.
      let over: AbortController | undefined
      let requests: Promise<void> | undefined
      const onAbort = (): void => {
        over = new AbortController()
        requests = repeat(client, over)
      }
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort, { once: true })
      return {
        stop: () => {
          signal.removeEventListener('abort', onAbort)
          over?.abort()
          return requests === undefined ? false : requests.then(() => true)
        },
      }
    },
    close: async () => {
      await pool?.end()
    },
  }
}
