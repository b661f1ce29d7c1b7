/**
 * Listening to notifications of the database (LISTEN/NOTIFY) on a connection of its own, reopened when it
 * breaks. Whoever keeps a cache is told of every gap in which a notification may have been missed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'
import { identifier } from './identifiers.ts'

export interface NotificationHandlers {
  onNotification(payload: string): void
  /** Notifications may have been missed: whatever was remembered is to be dropped. */
  onGap(): void
  /** Told of every failure of the connection; listening goes on by itself. */
  onFailure?(error: unknown): void
}

export interface Subscription {
  /** Whether notifications arrive at the moment. While they do not, nothing may be remembered. */
  readonly live: boolean
  /** Resolves once notifications arrive for the first time, or the subscription was closed. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** A connection that dies without a word (a cable, a firewall) is noticed by a statement every so often. */
const checkEvery = 15_000
const longestPause = 5_000

/** Listens to a channel until closed. */
export function subscribe(database: Database, channel: string, handlers: NotificationHandlers): Subscription {
  const closing = new AbortController()
  const first = Promise.withResolvers<void>()
  let live = false

  /** One life of the connection: resolves when closed, rejects when it breaks. */
  async function listen(): Promise<void> {
    const client = await database.pool.connect()
    const broken = Promise.withResolvers<never>()
    // Without somebody who waits for it, a break during LISTEN would end the process.
    broken.promise.catch(() => undefined)
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('The connection that listens was closed.')))
    client.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''))
    try {
      await Promise.race([client.query(`LISTEN ${identifier(channel)}`), broken.promise])
      handlers.onGap()
      live = true
      first.resolve()
      await Promise.race([keepChecking(client), broken.promise])
    } finally {
      live = false
      handlers.onGap()
      client.release(true)
    }
  }

  async function keepChecking(client: pg.PoolClient): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(checkEvery)
      if (closing.signal.aborted) return
      const late = AbortSignal.timeout(checkEvery)
      const timeout = new Promise<never>((_resolve, reject) => {
        late.addEventListener('abort', () => reject(new Error('The connection that listens is silent.')))
      })
      await Promise.race([client.query('SELECT 1'), timeout])
    }
  }

  const pause = async (milliseconds: number): Promise<void> => {
    // An aborted pause is a finished one.
    await delay(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      try {
        await listen()
        failures = 0
      } catch (error) {
        if (closing.signal.aborted) return
        handlers.onFailure?.(error)
        failures += 1
        await pause(Math.min(longestPause, 50 * 2 ** Math.min(failures, 10)))
      }
    }
  }

  const running = run()
  return {
    get live() {
      return live
    },
    ready: first.promise,
    close: async () => {
      closing.abort()
      first.resolve()
      await running
    },
  }
}
