/**
 * Finds steps that wait for material that is not made as a step of the same demand, such as purchased parts: planned
 * alone, they begin later than their resources and predecessors allow.
 */
import type { Demand } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import { chainOf } from './chains.ts'
import { openJob, placeStep, readyDate } from './interleave.ts'
import type { Search } from './search.ts'
import { earliestSlot } from './slots.ts'

/** By demand: the earliest start of steps that wait for material, by the number of the step. */
export type Awaited = ReadonlyMap<Demand, ReadonlyMap<number, Seconds>>

/** Returns the earliest starts of steps that wait for material, with each demand planned alone. */
export function awaitedStarts(search: Search, demands: readonly Demand[]): Awaited {
  const awaited = new Map<Demand, ReadonlyMap<number, Seconds>>()
  for (const demand of demands) {
    if (chainOf(search, demand).supplied.size === 0) continue
    const starts = startsOf(search, demand)
    if (starts.size > 0) awaited.set(demand, starts)
  }
  return awaited
}

function startsOf(search: Search, demand: Demand): ReadonlyMap<number, Seconds> {
  const { plan, reason } = search
  const mark = plan.mark()
  const job = openJob(search, demand)
  const starts = new Map<number, Seconds>()
  for (const [number, node] of job.sequence.entries()) {
    const slot = earliestSlot(search, node.operation, node.quantity, readyDate(search, job, node))
    const order = placeStep(search, { job, node })
    if (order === undefined) break
    if (slot !== undefined && node.operation.kind !== 'delivery' && order.begin > slot.begin)
      starts.set(number, order.begin)
  }
  plan.rollback(mark)
  search.reason = reason
  return starts
}
