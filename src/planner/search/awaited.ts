/**
 * Finds steps that wait for material that is not made as a step of the same demand, such as purchased parts: planned
 * alone, they begin later than their resources and predecessors allow.
 */
import type { Demand } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import { chainOf } from './chains.ts'
import { type Awaited, openJob, placeStep, readyDate } from './interleave.ts'
import type { Search } from './search.ts'
import { earliestSlot } from './slots.ts'

/**
 * Returns the earliest starts of steps that wait for material, with each demand planned alone. The plan stays as it is.
 * Yields after each demand that has such steps.
 */
export function* awaitedStarts(search: Search, demands: readonly Demand[]): Generator<void, Awaited> {
  const awaited = new Map<Demand, ReadonlyMap<number, Seconds>>()
  for (const demand of demands) {
    const { sequence, supplied } = chainOf(search, demand)
    // The parts of an order that is divided have starts of their own.
    const waiting = sequence.flatMap((node, number) =>
      supplied.has(node) && node.operation.kind !== 'delivery' && node.operation.steps.length === 0
        ? number
        : [],
    )
    if (waiting.length === 0) continue
    const starts = startsOf(search, demand, new Set(waiting))
    if (starts.size > 0) awaited.set(demand, starts)
    yield
  }
  return awaited
}

function startsOf(
  search: Search,
  demand: Demand,
  waiting: ReadonlySet<number>,
): ReadonlyMap<number, Seconds> {
  const { plan, reason } = search
  const mark = plan.mark()
  const job = openJob(search, demand)
  const starts = new Map<number, Seconds>()
  for (const [number, node] of job.sequence.entries()) {
    const from = readyDate(search, job, node)
    const slot = waiting.has(number) ? earliestSlot(search, node.operation, node.quantity, from) : undefined
    const order = placeStep(search, { job, node })
    if (order === undefined) break
    if (slot !== undefined && order.begin > slot.begin) starts.set(number, order.begin)
  }
  plan.rollback(mark)
  search.reason = reason
  return starts
}
