/**
 * Permits for limited resources, such as connections to the database, with a limit in total and per owner; further
 * requests wait. The next permit goes to the owner with the fewest, so that an owner with many waiting requests does
 * not block others.
 */
import { ServiceError } from '../errors/service-error.ts'
import type { CancelSignal } from './cancellation.ts'

export interface Permits {
  /** Returns a permit if one is available now; the returned function releases it once. */
  tryTake(owner: string): (() => void) | undefined
  /** Waits for a permit. Throws `overloaded` if that takes too long or too many requests wait, and `canceled`. */
  take(owner: string, signal?: CancelSignal): Promise<() => void>
}

export interface PermitOptions {
  readonly total: number
  readonly perOwner: number
  /** Timeout of waiting, in milliseconds; then `overloaded` is thrown. */
  readonly waitMs: number
  /** Maximum number of waiting requests per owner. */
  readonly waitingPerOwner: number
}

interface Waiting {
  readonly owner: string
  readonly grant: (giveBack: () => void) => void
}

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '5' } })

export function createPermits(options: PermitOptions): Permits {
  const { total, perOwner, waitMs, waitingPerOwner } = options
  const held = new Map<string, number>()
  // In the order in which waiting started.
  const waiting = new Set<Waiting>()
  const waitingOf = new Map<string, number>()
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
    let next: Waiting | undefined
    let fewest = perOwner
    for (const one of waiting) {
      const own = held.get(one.owner) ?? 0
      if (own >= fewest) continue
      next = one
      fewest = own
      if (own === 0) break
    }
    if (next === undefined || taken >= total) return
    stopWaiting(next)
    next.grant(giveOne(next.owner))
  }

  function stopWaiting(entry: Waiting): void {
    if (!waiting.delete(entry)) return
    const left = (waitingOf.get(entry.owner) ?? 1) - 1
    if (left === 0) waitingOf.delete(entry.owner)
    else waitingOf.set(entry.owner, left)
  }

  return {
    tryTake: (owner) => (isFree(owner) ? giveOne(owner) : undefined),
    take: async (owner, signal) => {
      if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
      if (isFree(owner)) return giveOne(owner)
      const others = waitingOf.get(owner) ?? 0
      if (others >= waitingPerOwner) throw overloaded()
      const granted = Promise.withResolvers<() => void>()
      const entry: Waiting = { owner, grant: granted.resolve }
      waiting.add(entry)
      waitingOf.set(owner, others + 1)
      // After this call the entry gets no permit.
      const giveUp = (error: ServiceError): void => {
        stopWaiting(entry)
        granted.reject(error)
      }
      const timer = setTimeout(() => giveUp(overloaded()), waitMs)
      const onAbort = (): void => giveUp(new ServiceError('canceled', {}, { cause: signal?.reason }))
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        return await granted.promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}
