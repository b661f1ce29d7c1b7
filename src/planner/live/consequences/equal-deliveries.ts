/** Finds the deliveries that differ between two plans: only these have to be compared. */
import { pauses, type Steps } from '../../pauses.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { LiveState } from '../state.ts'

export interface DifferentDeliveries {
  readonly before: readonly Delivery[]
  readonly after: readonly Delivery[]
}

/** Returns the deliveries of both plans without those that are the same for the same sales order. */
export function* differentDeliveries(was: LiveState, is: LiveState): Steps<DifferentDeliveries> {
  const [before, after]: [Delivery[], Delivery[]] = [[], []]
  let index = 0
  for (const [name, delivery] of is.deliveries) {
    if (pauses((index += 1))) yield
    const former = was.deliveries.get(name)
    if (former !== undefined && isSame(former, delivery) && was.rows.get(name) === is.rows.get(name)) continue
    after.push(delivery)
    if (former !== undefined) before.push(former)
  }
  for (const [name, delivery] of was.deliveries) {
    if (pauses((index += 1))) yield
    if (!is.deliveries.has(name)) before.push(delivery)
  }
  return { before, after }
}

const isSame = (was: Delivery, is: Delivery): boolean =>
  was.demand.due === is.demand.due &&
  was.demand.quantity === is.demand.quantity &&
  was.shipments.length === is.shipments.length &&
  was.shipments.every(({ order, quantity }, index) => {
    const other = is.shipments[index]!
    return order.end === other.order.end && quantity === other.quantity
  })
