/**
 * Listens to notifications of the database (LISTEN/NOTIFY). All subscribers of one pool share one of its connections,
 * which is reopened when it breaks. Subscribers are informed of every gap in which a notification may have been
 * missed, so that they can clear their caches.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'
import { identifier } from './identifiers.ts'
import { checkIntervalMs, requireAnswer } from './silent-connection.ts'

export interface NotificationHandlers {
  onNotification(payload: string): void
  /** Called when notifications may have been missed: all cached data must be dropped. */
  onGap(): void
  /** Called with every error of the connection; it is reopened automatically. */
  onFailure?(error: unknown): void
}

export interface Subscription {
  /** Whether notifications arrive at the moment. Otherwise nothing may be cached. */
  readonly live: boolean
  /** Resolves when notifications arrive for the first time, or when the subscription is closed. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

const maxRetryDelayMs = 5_000

/** The listening connection of each pool. */
const listeners = new WeakMap<Database, Listener>()

/** Listens to a channel until the subscription is closed. */
export function subscribe(database: Database, channel: string, handlers: NotificationHandlers): Subscription {
  const first = Promise.withResolvers<void>()
  const subscriber: Subscriber = { channel, handlers, live: false, begun: first.resolve }
  let listener = listeners.get(database)
  if (listener === undefined) {
    listener = openListener(database, () => listeners.delete(database))
    listeners.set(database, listener)
  }
  const removed = listener.add(subscriber)
  return {
    get live() {
      return subscriber.live
    },
    ready: first.promise,
    close: async () => {
      first.resolve()
      await removed()
    },
  }
}

interface Subscriber {
  readonly channel: string
  readonly handlers: NotificationHandlers
  live: boolean
  /** Called when notifications start to arrive. */
  readonly begun: () => void
}

interface Listener {
  /** Adds a subscriber and returns a function that removes it; removing the last one closes the connection. */
  add(subscriber: Subscriber): () => Promise<void>
}

function openListener(database: Database, onEnd: () => void): Listener {
  const subscribers = new Set<Subscriber>()
  let changed = Promise.withResolvers<void>()

  const interrupt = (subscriber: Subscriber): void => {
    subscriber.live = false
    subscriber.handlers.onGap()
  }

  /** Listens on one connection: resolves when there are no more subscribers, rejects when the connection breaks. */
  async function listen(): Promise<void> {
    const client = await database.direct.pool.connect()
    const broken = Promise.withResolvers<never>()
    // Without this handler, a break during LISTEN would end the process as an unhandled rejection.
    broken.promise.catch(() => undefined)
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('The connection that listens was closed.')))
    client.on('notification', ({ channel, payload }) => {
      for (const one of subscribers) {
        if (one.live && one.channel === channel) one.handlers.onNotification(payload ?? '')
      }
    })
    try {
      const listening = new Set<string>()
      while (subscribers.size > 0) {
        changed = Promise.withResolvers()
        await Promise.race([listenTo(client, listening), broken.promise])
        const check = await Promise.race([changed.promise, pause(checkIntervalMs), broken.promise])
        if (check === 'due') await Promise.race([requireAnswer(client, checkIntervalMs), broken.promise])
      }
    } finally {
      for (const one of subscribers) if (one.live) interrupt(one)
      client.release(true)
    }
  }

  /** Listens to all requested channels, and informs the subscribers for which notifications arrive from now on. */
  async function listenTo(client: pg.PoolClient, listening: Set<string>): Promise<void> {
    for (const one of subscribers) {
      if (listening.has(one.channel)) continue
      await client.query(`LISTEN ${identifier(one.channel)}`)
      listening.add(one.channel)
    }
    for (const one of subscribers) {
      if (one.live || !listening.has(one.channel)) continue
      one.handlers.onGap()
      one.live = true
      one.begun()
    }
  }

  async function pause(milliseconds: number): Promise<'due' | undefined> {
    const over = new AbortController()
    void changed.promise.then(() => over.abort())
    return delay(milliseconds, 'due' as const, { signal: over.signal, ref: false }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (subscribers.size > 0) {
      try {
        await listen()
        failures = 0
      } catch (error) {
        for (const one of subscribers) one.handlers.onFailure?.(error)
        failures += 1
        changed = Promise.withResolvers()
        if (subscribers.size > 0) await pause(Math.min(maxRetryDelayMs, 50 * 2 ** Math.min(failures, 10)))
      }
    }
    // Called in the same turn in which the last subscriber was removed: a later subscriber opens another listener.
    onEnd()
  }

  let running: Promise<void> | undefined
  let reused = Promise.withResolvers<void>()
  return {
    add: (subscriber) => {
      subscribers.add(subscriber)
      changed.resolve()
      reused.resolve()
      running ??= run()
      return async () => {
        if (!subscribers.delete(subscriber)) return
        if (subscriber.live) interrupt(subscriber)
        changed.resolve()
        if (subscribers.size > 0) return
        reused = Promise.withResolvers()
        await Promise.race([running, reused.promise])
      }
    },
  }
}
