/**
 * Cancels the running statement of a connection if its result is no longer needed. The request uses separate
 * connections, because the connection of the statement is busy and the pool may be exhausted.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import type { CancelSignal } from './cancellation.ts'
import { cancelThroughPooler } from './pooler.ts'
import { breakConnection } from './silent-connection.ts'

/**
 * Interval of repeated cancel requests, in milliseconds. They are repeated because a statement may start after the
 * abort.
 */
const repeatIntervalMs = 250

/**
 * Time in milliseconds within which the server must answer one of the requests. A server that does not is gone without
 * an error: the connection of the work is closed.
 */
export const silentAfterMs = 5_000

export interface Cancelling {
  /** Stops canceling after the work has ended. Returns false if it was not aborted, otherwise a promise. */
  stop(): false | Promise<true>
}

export interface Canceller {
  /** Cancels all statements of the client from the moment the signal aborts until `stop` is called. */
  watch(client: pg.PoolClient, signal: CancelSignal): Cancelling
  close(): Promise<void>
}

/**
 * @param isPooled whether the connections go through a pooler, which does not pass on the process id of the server
 */
export function createCanceller(openPool: () => pg.Pool, isPooled = false): Canceller {
  let pool: pg.Pool | undefined

  /** Returns whether the request was answered. */
  async function cancel(client: pg.PoolClient): Promise<boolean> {
    if (isPooled) return cancelThroughPooler(client)
    if (pool === undefined) {
      pool = openPool()
      pool.on('error', () => undefined)
    }
    const processId: unknown = Reflect.get(client, 'processID')
    return pool.query('SELECT pg_catalog.pg_cancel_backend($1)', [processId]).then(
      () => true,
      // A server that refuses, for example because it has too many connections, is not silent.
      (error: unknown) => error instanceof DatabaseError,
    )
  }

  async function repeat(client: pg.PoolClient, { signal }: AbortController): Promise<void> {
    let answeredAt = performance.now()
    while (!signal.aborted) {
      const over = new AbortController()
      const late = delay(silentAfterMs, false, { signal: AbortSignal.any([signal, over.signal]) })
      const answered = await Promise.race([cancel(client), late.catch(() => true)])
      over.abort()
      if (answered) answeredAt = performance.now()
      if (performance.now() - answeredAt >= silentAfterMs) {
        breakConnection(client, new Error('The database did not answer the request to cancel.'))
        return
      }
      await delay(repeatIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    watch: (client, signal) => {
      // Created only if needed: aborting creates an error with its stack, whose time is noticeable in every small
      // request.
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
