/** Tells all streams of a process when transactions have ended since they last looked: one small query for all of them. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../database/database.ts'
import { type EventLog, readEventLog } from '../../../data/history/events/event-log.ts'

export interface EventPulse {
  /** Waits until transactions beyond the bound have ended, or some seconds have passed; undefined once aborted. */
  after(log: EventLog, signal: AbortSignal): Promise<EventLog | undefined>
  /** Ends all streams. */
  readonly closed: AbortSignal
  close(): void
}

const askEveryMs = 250
/** Milliseconds after which a stream gets its turn without news, to show that it is alive. */
const longestWaitMs = 15_000

interface Waiting {
  readonly log: EventLog
  readonly resolve: (log: EventLog) => void
}

export function createEventPulse(database: Database): EventPulse {
  const closing = new AbortController()
  const waiting = new Set<Waiting>()
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    while (waiting.size > 0 && !closing.signal.aborted) {
      await delay(askEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      // A database that is away is noticed and logged by others.
      const latest = await readEventLog(database).catch(() => undefined)
      if (latest === undefined) continue
      for (const { log, resolve } of waiting)
        if (latest.bound > log.bound || latest.epoch !== log.epoch) resolve(latest)
    }
  }

  return {
    closed: closing.signal,
    close: () => closing.abort(),
    after: async (log, signal) => {
      const ends = AbortSignal.any([signal, closing.signal])
      if (ends.aborted) return undefined
      const { promise, resolve } = Promise.withResolvers<EventLog | undefined>()
      const one: Waiting = { log, resolve }
      const onAbort = (): void => resolve(undefined)
      const timer = setTimeout(() => resolve(log), longestWaitMs).unref()
      ends.addEventListener('abort', onAbort, { once: true })
      waiting.add(one)
      asking ??= ask().finally(() => (asking = undefined))
      try {
        return await promise
      } finally {
        waiting.delete(one)
        clearTimeout(timer)
        ends.removeEventListener('abort', onAbort)
      }
    },
  }
}
