/**
 * Permits to keep a connection for a long answer: so many in all, so many per owner, the others wait their turn. One
 * owner who waits for permits of its own does not keep others from theirs.
 */
import { ServiceError } from '../errors/service-error.ts'

export interface StreamPermits {
  /** A permit if there is one now; the function returned gives it back, once. */
  tryTake(owner: string): (() => void) | undefined
  /** Waits for a permit. Throws `overloaded` when that takes too long or too many wait, and `canceled`. */
  take(owner: string, signal?: AbortSignal): Promise<() => void>
}

export interface StreamPermitOptions {
  readonly total: number
  readonly perOwner: number
  /** Milliseconds after which waiting ends with `overloaded`. */
  readonly waitMs: number
  /** Who may wait at a time, per owner. */
  readonly waitingPerOwner: number
}

interface Waiting {
  readonly owner: string
  readonly grant: (giveBack: () => void) => void
}

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '5' } })

export function createStreamPermits(options: StreamPermitOptions): StreamPermits {
  const { total, perOwner, waitMs, waitingPerOwner } = options
  const held = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let taken = 0

  const isFree = (owner: string): boolean => taken < total && (held.get(owner) ?? 0) < perOwner

  function giveOne(owner: string): () => void {
    taken += 1
    held.set(owner, (held.get(owner) ?? 0) + 1)
    let given = true
    return () => {
      if (!given) return
      given = false
      taken -= 1
      const left = (held.get(owner) ?? 1) - 1
      if (left === 0) held.delete(owner)
      else held.set(owner, left)
      grantNext()
    }
  }

  function grantNext(): void {
    for (const next of waiting) {
      if (!isFree(next.owner)) continue
      waiting.delete(next)
      next.grant(giveOne(next.owner))
      return
    }
  }

  function countWaiting(owner: string): number {
    let count = 0
    for (const one of waiting) if (one.owner === owner) count += 1
    return count
  }

  return {
    tryTake: (owner) => (isFree(owner) ? giveOne(owner) : undefined),
    take: async (owner, signal) => {
      if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
      if (isFree(owner)) return giveOne(owner)
      if (countWaiting(owner) >= waitingPerOwner) throw overloaded()
      const granted = Promise.withResolvers<() => void>()
      const entry: Waiting = { owner, grant: granted.resolve }
      waiting.add(entry)
      const timer = setTimeout(() => granted.reject(overloaded()), waitMs)
      const onAbort = (): void => {
        granted.reject(new ServiceError('canceled', {}, { cause: signal?.reason }))
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        return await granted.promise
      } finally {
        waiting.delete(entry)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}
