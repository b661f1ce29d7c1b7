/** How late deliveries are. */
import { day } from '../time.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Delivery } from './deliver.ts'

/** Quantity times days late; what is not delivered counts as if it were as late as is allowed. */
export function latenessOf(deliveries: readonly Delivery[]): number {
  let lateness = 0
  for (const { demand, shipments } of deliveries) {
    let left = demand.quantity
    for (const { order, quantity } of shipments) {
      lateness += (Math.max(0, order.end - demand.due) * quantity) / day
      left -= quantity
    }
    lateness += (Math.max(0, left) * demand.maximumLateness) / day
  }
  return lateness
}

/** What people read of how late deliveries are: quantity times days late of what is delivered, and demands of which some is not. */
export interface Lateness {
  readonly late: number
  readonly short: number
}

export function shownLatenessOf(deliveries: readonly Delivery[]): Lateness {
  let [late, short] = [0, 0]
  for (const { demand, shipments } of deliveries) {
    let left = demand.quantity
    for (const { order, quantity } of shipments) {
      late += (Math.max(0, order.end - demand.due) * quantity) / day
      left -= quantity
    }
    if (left > epsilon) short += 1
  }
  return { late, short }
}
