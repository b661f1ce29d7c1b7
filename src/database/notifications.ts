/**
 * Listening to notifications of the database (LISTEN/NOTIFY): all who listen on one pool share one of its
 * connections, which is reopened when it breaks. Whoever keeps a cache learns every gap in which a
 * notification may have been missed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'
import { identifier } from './identifiers.ts'

export interface NotificationHandlers {
  onNotification(payload: string): void
  /** Notifications may have been missed: whatever was remembered is to be dropped. */
  onGap(): void
  /** Called with every failure of the connection; listening goes on by itself. */
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
const checkIntervalMs = 15_000
const maxRetryDelayMs = 5_000

/** The connection of each pool on which somebody listens. */
const listeners = new WeakMap<Database, Listener>()

/** Listens to a channel until closed. */
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
  /** Called when notifications begin to arrive. */
  readonly begun: () => void
}

interface Listener {
  /** Answers what removes the subscriber again; the last one closes the connection. */
  add(subscriber: Subscriber): () => Promise<void>
}

function openListener(database: Database, onEnd: () => void): Listener {
  const subscribers = new Set<Subscriber>()
  let changed = Promise.withResolvers<void>()

  const interrupt = (subscriber: Subscriber): void => {
    subscriber.live = false
    subscriber.handlers.onGap()
  }

  /** One life of the connection: resolves when nobody listens any more, rejects when it breaks. */
  async function listen(): Promise<void> {
    const client = await database.direct.pool.connect()
    const broken = Promise.withResolvers<never>()
    // Without somebody who waits for it, a break during LISTEN would end the process.
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
        if (check === 'due') await Promise.race([checkConnection(client), broken.promise])
      }
    } finally {
      for (const one of subscribers) if (one.live) interrupt(one)
      client.release(true)
    }
  }

  /** Brings the session up to what is wanted, and tells those who are heard from now on. */
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
    // In the same turn in which nobody was left: whoever comes later opens another one.
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

async function checkConnection(client: pg.PoolClient): Promise<void> {
  const late = AbortSignal.timeout(checkIntervalMs)
  const timeout = new Promise<never>((_resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error('The connection that listens is silent.')))
  })
  await Promise.race([client.query('SELECT 1'), timeout])
}
