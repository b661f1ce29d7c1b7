/**
 * Limits the number of concurrent computations; others wait. Groups of requests take turns and have a limited number
 * of waiting requests, so that a group with many requests delays only itself.
 */
import { ServiceError } from '../../errors/service-error.ts'

export interface FairRoom {
  /**
   * Runs the work when it is the turn of the group. Throws `overloaded` if too many requests of the group wait. If
   * too many wait in total, rejects the last request of the group with the most waiting requests.
   */
  run<Result>(group: string, work: () => Promise<Result>): Promise<Result>
}

export interface FairRoomLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingPerGroup: number
}

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '5' } })

export function createFairRoom(limits: FairRoomLimits): FairRoom {
  /** Waiting requests by group, in the order of their turns. */
  const groups = new Map<string, PromiseWithResolvers<void>[]>()
  let running = 0
  let waiting = 0

  function wait(group: string): Promise<void> {
    const own = groups.get(group) ?? []
    if (own.length >= limits.waitingPerGroup) throw overloaded()
    if (waiting >= limits.waiting) rejectOneOfLargest(own.length + 1)
    const turn = Promise.withResolvers<void>()
    own.push(turn)
    groups.set(group, own)
    waiting += 1
    return turn.promise
  }

  /**
   * Rejects the last request of the largest group, to make room for a group with `size` waiting requests. Throws if
   * no other group has more.
   */
  function rejectOneOfLargest(size: number): void {
    let largest: PromiseWithResolvers<void>[] = []
    for (const own of groups.values()) if (own.length > largest.length) largest = own
    if (largest.length <= size) throw overloaded()
    largest.pop()?.reject(overloaded())
    waiting -= 1
  }

  /** Passes the slot of a completed computation to the next request, so `running` does not change. */
  function next(): void {
    for (const [group, own] of groups) {
      const first = own.shift()
      groups.delete(group)
      if (first === undefined) continue
      if (own.length > 0) groups.set(group, own)
      waiting -= 1
      first.resolve()
      return
    }
    running -= 1
  }

  return {
    run: async (group, work) => {
      if (running >= limits.atOnce) await wait(group)
      else running += 1
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
