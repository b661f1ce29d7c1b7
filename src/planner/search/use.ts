/** The use of capacity by an order, and how it starts earlier or later with the changeover of the order. */
import type { Load, Resource } from '../network/nodes.ts'
import type { Run } from '../timeline/setup-timeline.ts'
import { hour, never, type Seconds } from '../time.ts'

/** Use of capacity during the whole order. */
export interface Use {
  readonly resource: Resource
  readonly load: Load
  readonly quantity: number
  /** Start of the use: the start of the changeover, which is before the start of an existing order. */
  from: Seconds
  readonly run: Run | undefined
}

/** Returns the capacity that an order uses by a load. */
export function loadQuantity(load: Load, operationQuantity: number, seconds: number): number {
  const { buckets } = load.resource
  if (buckets === undefined) return load.quantity
  return buckets.unit === 'quantity'
    ? load.quantity * operationQuantity + load.fixed
    : (load.quantity * seconds) / hour + load.fixed
}

/** Returns whether a resource is free from a date on, until the use starts; buckets are not used longer. */
export const isFreeBefore = ({ resource, quantity, from }: Use, date: Seconds): boolean =>
  !resource.constrained ||
  resource.buckets !== undefined ||
  resource.free.firstBelow(date, from, quantity) === never

/** Lets a use start on another date. */
export function shiftUse(use: Use, end: Seconds, shifted: Seconds): void {
  const { resource, quantity, from } = use
  if (resource.buckets !== undefined) return
  if (end > from) resource.free.add(from, quantity)
  if (end > shifted) resource.free.add(shifted, -quantity)
  if (end > from !== end > shifted) resource.free.add(end, end > shifted ? quantity : -quantity)
  use.from = shifted
}
