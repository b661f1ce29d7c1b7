/** Lateness: how much later than its due date a sales order is delivered. Every figure of it is computed here. */
import type { Delivery, Shipment } from './search/delivery.ts'
import { day, type Seconds } from './time.ts'
import { epsilon } from './timeline/profile.ts'

/** Returns the seconds by which `end` is after `due`; 0 in time. */
export const secondsLate = (due: Seconds, end: Seconds): Seconds => Math.max(0, end - due)

/** Returns days, with fractions; 0 in time. */
export const daysLate = (due: Seconds, end: Seconds): number => secondsLate(due, end) / day

/** Returns the quantity times its days late: the unit in which plans are compared. */
export const quantityDaysLate = (quantity: number, due: Seconds, end: Seconds): number =>
  (secondsLate(due, end) * quantity) / day

/** What is shipped, and the end of the last shipment; undefined without any. */
export function plannedOf(shipments: readonly Shipment[]): {
  readonly planned: number
  readonly last: Seconds | undefined
} {
  let planned = 0
  let last: Seconds | undefined
  for (const { order, quantity } of shipments) {
    planned += quantity
    last = last === undefined ? order.end : Math.max(last, order.end)
  }
  return { planned, last }
}

/** Returns the quantities by date, the first date first. */
export function deliveriesOf(
  shipments: readonly Shipment[],
): readonly { readonly date: Seconds; readonly quantity: number }[] {
  const quantities = new Map<Seconds, number>()
  for (const { order, quantity } of shipments)
    quantities.set(order.end, (quantities.get(order.end) ?? 0) + quantity)
  return [...quantities].toSorted(([a], [b]) => a - b).map(([date, quantity]) => ({ date, quantity }))
}

/** Quantity times days late; what is not delivered counts as if it were as late as is allowed. */
export function latenessOf(deliveries: readonly Delivery[]): number {
  let lateness = 0
  for (const { demand, shipments } of deliveries) {
    let left = demand.quantity
    for (const { order, quantity } of shipments) {
      lateness += quantityDaysLate(quantity, demand.due, order.end)
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
      late += quantityDaysLate(quantity, demand.due, order.end)
      left -= quantity
    }
    if (left > epsilon) short += 1
  }
  return { late, short }
}
