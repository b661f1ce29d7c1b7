/** Ships what plans leave open of sales orders, beside what they ship. */
import { latenessOf } from '../lateness.ts'
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import { never } from '../time.ts'
import { epsilon } from '../timeline/profile.ts'
import { deliver, hasDelivery, mostShipments } from './deliver.ts'
import { linesOf } from './deliver-together.ts'
import type { Delivery, Shipment } from './delivery.ts'
import type { Order } from './plan.ts'
import type { Search } from './search.ts'

/**
 * Returns a delivery with its repeated shipments and newly planned ones for the rest. Where the rest would ship in less
 * than the minimum shipment, it ships together with the last of the repeated shipments, which are taken out of the plan.
 */
export function complete(search: Search, demand: Demand, shipped: readonly Shipment[]): Delivery {
  const { plan } = search
  const mark = plan.mark()
  const delivery = deliverBeside(search, demand, shipped)
  const last = lastAlone(shipped)
  if (last === undefined || !delivery.shipments.some(isSmallSince(search, mark, { demand }))) return delivery
  plan.rollback(mark)
  plan.takeBack(last.order)
  plan.forget(new Set([last.order]))
  return complete(
    search,
    demand,
    shipped.filter((one) => one !== last),
  )
}

/** Returns the last of the shipments that are single orders. */
const lastAlone = (shipments: readonly Shipment[]): Shipment | undefined =>
  shipments
    .filter(({ order }) => isAlone(order))
    .reduce<Shipment | undefined>(
      (latest, one) => (one.order.end < (latest?.order.end ?? -never) ? latest : one),
      undefined,
    )

/** Returns whether a delivery is a single order, not the last of several steps, and uses no existing order. */
const isAlone = ({ owner, before, reuses }: Order): boolean =>
  owner === undefined && before.length === 0 && reuses.length === 0

/** Plans what some shipments of a demand leave open. */
function deliverBeside(search: Search, demand: Demand, shipped: readonly Shipment[]): Delivery {
  const { plan } = search
  if (shipped.length === 0) return deliver(search, demand)
  const before = plan.shipped.get(demand.name)
  for (const { order } of shipped) plan.addShipment(demand.name, order)
  const delivery = deliver(search, demand)
  if (before === undefined) plan.shipped.delete(demand.name)
  else plan.shipped.set(demand.name, before)
  return delivery
}

/**
 * Completes the deliveries that are short. Each was planned beside other orders than those of the finished plan, which may
 * leave time and material for more of it.
 */
export function* completeShort(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const { demands } = search.network
  const { maximumParts = mostShipments } = search.settings
  const completed: Delivery[] = []
  for (const delivery of deliveries) {
    const { demand } = delivery
    const canShipMore =
      leftOf(delivery) > epsilon && hasDelivery(demand) && linesOf(demand, demands).length === 1
    if (!canShipMore) {
      completed.push(delivery)
      continue
    }
    yield
    const existing = search.plan.shipped.get(demand.name) ?? []
    const proposedOf = ({ shipments }: Delivery): readonly Shipment[] =>
      shipments.filter(({ order }) => !existing.includes(order))
    const isRestLarge = leftOf(delivery) >= demand.minimumShipment
    const most =
      isRestLarge && delivery.shipments.length < maximumParts
        ? (shipBeside(search, delivery, proposedOf(delivery)) ?? delivery)
        : delivery
    const left = leftOf(most)
    const isRestSmall = left > epsilon && left < demand.minimumShipment
    completed.push((isRestSmall ? shipWithLast(search, most, proposedOf(most)) : undefined) ?? most)
  }
  return completed
}

/**
 * Ships more beside the proposed shipments. Returns undefined, and leaves the plan as it is, if nothing more can be shipped,
 * or only less than the minimum shipment.
 */
function shipBeside(search: Search, delivery: Delivery, proposed: readonly Shipment[]): Delivery | undefined {
  const mark = search.plan.mark()
  const whole = deliverBeside(search, delivery.demand, proposed)
  if (
    leftOf(whole) < leftOf(delivery) - epsilon &&
    !whole.shipments.some(isSmallSince(search, mark, delivery))
  )
    return whole
  search.plan.rollback(mark)
  return undefined
}

/** Returns whether a shipment was made since a mark, and is below the minimum shipment. */
const isSmallSince =
  ({ plan }: Search, mark: number, { demand }: Pick<Delivery, 'demand'>) =>
  ({ order, quantity }: Shipment): boolean =>
    quantity < demand.minimumShipment - epsilon && plan.orders.indexOf(order, mark) >= 0

/**
 * Ships a rest that is smaller than the minimum shipment together with the last of the proposed shipments, which is taken
 * out of the plan. Returns undefined, and leaves the plan as it is, if that ships no more, or later.
 */
function shipWithLast(
  search: Search,
  delivery: Delivery,
  proposed: readonly Shipment[],
): Delivery | undefined {
  const { plan } = search
  const last = lastAlone(proposed)
  if (last === undefined) return undefined
  const mark = plan.mark()
  const loads = last.order.uses.map(({ load }) => load)
  plan.takeBack(last.order)
  const whole = deliverBeside(
    search,
    delivery.demand,
    proposed.filter((one) => one !== last),
  )
  const isBetter = leftOf(whole) < leftOf(delivery) - epsilon && latenessOf([whole]) <= latenessOf([delivery])
  if (isBetter) {
    plan.forget(new Set([last.order]))
    return whole
  }
  plan.rollback(mark)
  plan.putBack(last.order, loads)
  return undefined
}

/** Returns the quantity that a delivery leaves open. */
const leftOf = ({ demand, shipments }: Delivery): number =>
  shipments.reduce((left, { quantity }) => left - quantity, demand.quantity)
