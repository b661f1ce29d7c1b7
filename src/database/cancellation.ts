/**
 * Says that work is no longer wanted, as an AbortController does, for work that is begun with every request: a signal of
 * the platform, with its listeners, takes as much time as half of a statement by key.
 */

/** What of an AbortSignal tells about an abort. */
export type CancelSignal = Pick<AbortSignal, 'aborted' | 'reason'> & {
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export class Cancellation implements CancelSignal {
  aborted = false
  reason: unknown
  #listeners: (() => void)[] = []

  /** Calls the listeners, each once; only the first call does. */
  abort(reason?: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener)
  }
}
