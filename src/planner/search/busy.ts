/** Finds the resource that keeps an order from starting a moment earlier. */
import type { Calendars } from '../network/calendars.ts'
import { workOn } from '../network/combinations.ts'
import type { Resource } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { Order } from './plan.ts'

/** Returns undefined if no resource does, or if an earlier start would be before `earliest`. */
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
