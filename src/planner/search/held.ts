/** Resources that a routing itself holds, from the start of its first step to the end of its last one. */
import { isNeededAt } from '../network/combinations.ts'
import type { Load, LoadGroup, Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { Order } from './plan.ts'
import type { Reason } from './reason.ts'

/** The held resources, or the times at which the work is possible instead. */
export type Held =
  | { readonly loads: readonly Load[] }
  | { readonly refusal: Refusal; readonly before: Seconds; readonly after: Seconds }

/** Why a group has no free resource: it is busy, or it never has enough. */
type Refusal = Pick<Reason, 'kind' | 'owner' | 'detail'>

/**
 * Returns a resource of each group that is required at the start and free during the whole order. If a group has none, returns why,
 * the date by which the order would have to end because of it, and the date from which the order could start.
 */
export function holdFor({ operation, start, end }: Order): Held {
  const loads: Load[] = []
  for (const group of operation.loads) {
    const free = group.loads.find((load) => !loads.includes(load) && isFree(load, start, end))
    if (free !== undefined) loads.push(free)
    else if (group.fault !== undefined || group.loads.some(isNeededAt(start)))
      return busy(operation, group, start, end)
  }
  return { loads }
}

const isFree = ({ resource, quantity, effectiveStart, effectiveEnd }: Load, start: Seconds, end: Seconds) =>
  start >= effectiveStart &&
  start < effectiveEnd &&
  (!resource.constrained || resource.free.firstBelow(start, end, quantity) === never)

function busy(operation: Operation, { loads, fault }: LoadGroup, start: Seconds, end: Seconds): Held {
  // Without a resource that is ever enough, no time is possible.
  let [before, after] = [-never, never]
  for (const { resource, quantity, effectiveStart, effectiveEnd } of loads) {
    const below = resource.constrained ? resource.free.lastBelow(start, end, quantity) : undefined
    const from = resource.constrained ? resource.free.firstBelow(start, end, quantity) : never
    const free = from === never ? start : resource.free.firstAtLeast(from, quantity)
    before = Math.max(before, Math.min(below ?? end - 1, effectiveEnd - 1))
    if (effectiveEnd > start) after = Math.min(after, Math.max(free, effectiveStart))
  }
  // From the end of the requirement on, the work is done without it.
  const needed = loads.reduce((last, { neededEnd }) => Math.max(last, neededEnd), -never)
  if (fault === undefined && needed > start) after = Math.min(after, needed)
  const refusal: Refusal =
    fault === undefined
      ? { kind: 'capacity', owner: loads[0]!.resource.name }
      : { ...fault, owner: operation.name }
  return { refusal, before, after }
}
