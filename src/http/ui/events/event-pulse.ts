/**
 * Notifies all streams of a process when transactions have ended since their last read: one small query for all
 * streams.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ControlDatabase } from '../../../database/database.ts'
import { type EventLog, readEventLog } from '../../../data/history/events/event-log.ts'

export interface EventPulse {
  /**
   * Waits until transactions beyond the bound have ended, at most for a time in milliseconds; undefined if aborted.
   */
  after(log: EventLog, signal: AbortSignal, longestMs: number): Promise<EventLog | undefined>
  /** Aborts when all streams must end. */
  readonly closed: AbortSignal
  close(): void
}

const askEveryMs = 250

interface Waiting {
  readonly log: EventLog
  readonly resolve: (log: EventLog) => void
}

export function createEventPulse(database: ControlDatabase): EventPulse {
  const closing = new AbortController()
  const waiting = new Set<Waiting>()
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    while (waiting.size > 0 && !closing.signal.aborted) {
      await delay(askEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      // Other modules detect and log an unreachable database.
      const latest = await readEventLog(database).catch(() => undefined)
      if (latest === undefined) continue
      for (const { log, resolve } of waiting)
        if (latest.bound > log.bound || latest.epoch !== log.epoch) resolve(latest)
    }
  }

  return {
    closed: closing.signal,
    close: () => closing.abort(),
    after: async (log, signal, longestMs) => {
      const ends = AbortSignal.any([signal, closing.signal])
      if (ends.aborted) return undefined
      const { promise, resolve } = Promise.withResolvers<EventLog | undefined>()
      const one: Waiting = { log, resolve }
      const onAbort = (): void => resolve(undefined)
      const timer = setTimeout(() => resolve(log), longestMs).unref()
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
