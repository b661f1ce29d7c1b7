/**
 * A few computations at a time, the others wait. Whoever comes with many waits behind the own ones: every group of
 * requests has its turn, and room for some only.
 */
import { ServiceError } from '../../errors/service-error.ts'

export interface FairRoom {
  /** Runs when it is the turn of the group. Throws `overloaded` when too many wait. */
  run<Result>(group: string, work: () => Promise<Result>): Promise<Result>
}

export interface FairRoomLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingPerGroup: number
}

export function createFairRoom(limits: FairRoomLimits): FairRoom {
  /** Groups in the order of their turns, each with those who wait. */
  const groups = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  function wait(group: string): Promise<void> {
    const own = groups.get(group) ?? []
    if (waiting >= limits.waiting || own.length >= limits.waitingPerGroup) {
      throw new ServiceError('overloaded', {}, { headers: { 'Retry-After': '5' } })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    own.push(resolve)
    groups.set(group, own)
    waiting += 1
    return promise
  }

  /** Hands the place of whoever has finished over, so `running` stays as it is. */
  function next(): void {
    for (const [group, own] of groups) {
      const first = own.shift()
      groups.delete(group)
      if (first === undefined) continue
      if (own.length > 0) groups.set(group, own)
      waiting -= 1
      first()
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
