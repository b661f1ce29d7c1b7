/** Ships what plans leave open of sales orders, beside what they ship. */
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
  const isSmall = ({ order, quantity }: Shipment): boolean =>
    quantity < demand.minimumShipment - epsilon && plan.orders.indexOf(order, mark) >= 0
  const last = shipped
    .filter(({ order }) => isAlone(order))
    .reduce<Shipment | undefined>(
      (latest, one) => (one.order.end < (latest?.order.end ?? -never) ? latest : one),
      undefined,
    )
  if (last === undefined || !delivery.shipments.some(isSmall)) return delivery
  plan.rollback(mark)
  plan.takeBack(last.order)
  plan.forget(new Set([last.order]))
  return complete(
    search,
    demand,
    shipped.filter((one) => one !== last),
  )
}

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
    const { demand, shipments } = delivery
    const shipped = quantityOf(shipments)
    const left = demand.quantity - shipped
    if (
      left <= epsilon ||
      left < demand.minimumShipment ||
      shipments.length >= maximumParts ||
      !hasDelivery(demand) ||
      linesOf(demand, demands).length > 1
    ) {
      completed.push(delivery)
      continue
    }
    yield
    const existing = search.plan.shipped.get(demand.name) ?? []
    const whole = complete(
      search,
      demand,
      shipments.filter(({ order }) => !existing.includes(order)),
    )
    completed.push(quantityOf(whole.shipments) > shipped + epsilon ? whole : delivery)
  }
  return completed
}

const quantityOf = (shipments: readonly Shipment[]): number =>
  shipments.reduce((sum, { quantity }) => sum + quantity, 0)
