/** Notifies listeners in this process about changed tasks, from the notifications of the database. */
import type { ControlDatabase } from '../../database/database.ts'
import { subscribe } from '../../database/notifications.ts'

export interface TaskChange {
  readonly id: number
  readonly status: string
}

/** Called with a change; undefined if notifications may have been missed. */
export type ChangeListener = (change: TaskChange | undefined) => void

export interface TaskWatch {
  /** Resolves when this process receives notifications. */
  readonly ready: Promise<void>
  /** Aborted when the watch is closed. */
  readonly closed: AbortSignal
  /** Adds a listener; returns the function that removes it. */
  listen(listener: ChangeListener): () => void
  close(): Promise<void>
}

const channel = 'task_changed'

export function watchTasks(database: ControlDatabase, onFailure?: (error: unknown) => void): TaskWatch {
  const listeners = new Set<ChangeListener>()
  const closing = new AbortController()
  const tell: ChangeListener = (change) => {
    for (const listener of listeners) listener(change)
  }
  const subscription = subscribe(database, channel, {
    onNotification: (payload) => {
      const colon = payload.indexOf(':')
      tell({ id: Number(payload.slice(0, colon)), status: payload.slice(colon + 1) })
    },
    onGap: () => tell(undefined),
    ...(onFailure === undefined ? {} : { onFailure }),
  })
  return {
    ready: subscription.ready,
    closed: closing.signal,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort()
      await subscription.close()
    },
  }
}

/**
 * Calls `ask` until it returns a value: at once, after every change, and every `poll` milliseconds in case a
 * notification was lost. Returns undefined if the signal aborts first.
 */
export async function untilTasks<Answer>(
  watch: TaskWatch,
  ask: () => Promise<Answer | undefined>,
  { signal, poll = 1_000 }: { readonly signal: AbortSignal; readonly poll?: number },
): Promise<Answer | undefined> {
  for (;;) {
    const changed = Promise.withResolvers<void>()
    const stopListening = watch.listen(() => changed.resolve())
    const timer = setTimeout(changed.resolve, poll)
    const stop = (): void => changed.resolve()
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) return undefined
      const answer = await ask()
      if (answer !== undefined) return answer
      await changed.promise
    } finally {
      signal.removeEventListener('abort', stop)
      clearTimeout(timer)
      stopListening()
    }
  }
}
