/** Which resource keeps an order from starting a moment sooner, while everything else is open. */
import type { Calendars } from '../network/calendars.ts'
import { workOn } from '../network/combinations.ts'
import type { Resource } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { Order } from './plan.ts'

/** Undefined when none does, or when sooner would be before `earliest`. */
export function busyBefore(calendars: Calendars, order: Order, earliest: Seconds): Resource | undefined {
  const { operation, uses, start } = order
  if (uses.length === 0) return undefined
  const before = workOn({ calendars }, operation, uses).openBefore(start) - 1
  if (before < earliest) return undefined
  return uses.find(({ resource, quantity }) => {
    if (!resource.constrained) return false
    if (resource.buckets !== undefined) return !resource.buckets.hasRoom(before, quantity)
    return resource.free.level(before) < quantity - epsilon
  })?.resource
}
