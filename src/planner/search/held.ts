/** Resources that a routing holds itself, from the begin of its first step to the end of its last one. */
import type { Load, LoadGroup } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { Order } from './plan.ts'

/** What is held, or when the work could be instead. */
export type Held =
  | { readonly loads: readonly Load[] }
  | { readonly busy: Load; readonly before: Seconds; readonly after: Seconds }

/**
 * A resource of each group that is free all the time of the order. Where there is none: a resource that is busy, when
 * the order would have to end for it, and when it could begin after what keeps it busy.
 */
export function holdFor({ operation, start, end }: Order): Held {
  const loads: Load[] = []
  for (const group of operation.loads) {
    const free = group.loads.find((load) => !loads.includes(load) && isFree(load, start, end))
    if (free === undefined) return busy(group, start, end)
    loads.push(free)
  }
  return { loads }
}

const isFree = ({ resource, quantity, effectiveStart, effectiveEnd }: Load, start: Seconds, end: Seconds) =>
  start >= effectiveStart &&
  start < effectiveEnd &&
  (!resource.constrained || resource.free.firstBelow(start, end, quantity) === never)

function busy({ loads }: LoadGroup, start: Seconds, end: Seconds): Held {
  let [before, after] = [-never, never]
  for (const { resource, quantity, effectiveStart, effectiveEnd } of loads) {
    const below = resource.constrained ? resource.free.lastBelow(start, end, quantity) : undefined
    const from = resource.constrained ? resource.free.firstBelow(start, end, quantity) : never
    const free = from === never ? start : resource.free.firstAtLeast(from, quantity)
    before = Math.max(before, Math.min(below ?? end - 1, effectiveEnd - 1))
    after = Math.min(after, Math.max(free, effectiveStart))
  }
  return { busy: loads[0]!, before, after }
}
