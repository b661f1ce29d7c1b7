/**
 * A few computations at a time, the others wait. Whoever comes with many waits behind the own ones: every group of
 * requests has its turn, and room for some only.
 */
import { ServiceError } from '../../errors/service-error.ts'

export interface FairRoom {
  /**
   * Runs when it is the turn of the group. Throws `overloaded` when too many of the group wait, or too many in all: then
   * whoever came last of the group with most waiting.
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
  /** Groups in the order of their turns, each with those who wait. */
  const groups = new Map<string, PromiseWithResolvers<void>[]>()
  let running = 0
  let waiting = 0

  function wait(group: string): Promise<void> {
    const own = groups.get(group) ?? []
    if (own.length >= limits.waitingPerGroup) throw overloaded()
    if (waiting >= limits.waiting) refuseOneOfLargest(own.length + 1)
    const turn = Promise.withResolvers<void>()
    own.push(turn)
    groups.set(group, own)
    waiting += 1
    return turn.promise
  }

  /** Makes room for a group that then has so many waiting. Throws if no other one has more. */
  function refuseOneOfLargest(size: number): void {
    let largest: PromiseWithResolvers<void>[] = []
    for (const own of groups.values()) if (own.length > largest.length) largest = own
    if (largest.length <= size) throw overloaded()
    largest.pop()?.reject(overloaded())
    waiting -= 1
  }

  /** Hands the place of whoever has finished over, so `running` stays as it is. */
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
