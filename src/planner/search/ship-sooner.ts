/**
 * Ships late sales orders as soon as their goods are in stock: orders that were planned or moved later may have left them
 * there sooner than the sales order found them.
 */
import type { Demand } from '../network/nodes.ts'
import { latenessOf } from '../lateness.ts'
import type { Steps } from '../pauses.ts'
import { minute } from '../time.ts'
import { joinShipments } from './batch.ts'
import { type DeliverableDemand, hasDelivery, ship } from './deliver.ts'
import { linesOf } from './deliver-together.ts'
import type { Delivery, Shipment } from './delivery.ts'
import { fromStock } from './from-stock.ts'
import type { Order } from './plan.ts'
import type { Search } from './search.ts'

/**
 * Ships late sales orders from stock, each by itself and in the same parts, where that makes a part sooner. Allowed only
 * while no mark is in use.
 */
export function* shipSooner(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const { demands } = search.network
  const stocked = fromStock(search)
  const gone = new Set<Order>()
  const sooner: Delivery[] = []
  for (const delivery of deliveries) {
    const { demand } = delivery
    const isMeant =
      hasDelivery(demand) && delivery.shipments.some((one) => isInStockBefore(search, demand, one))
    if (!isMeant || linesOf(demand, demands).length > 1) {
      sooner.push(delivery)
      continue
    }
    yield
    const shipments = delivery.shipments.map((shipment) =>
      isInStockBefore(search, demand, shipment) ? soonerOf(stocked, demand, shipment, gone) : shipment,
    )
    const shipped = { ...delivery, shipments }
    // What it waited for is what made the goods late.
    const reasons = latenessOf([shipped]) > 0 ? delivery.reasons : []
    sooner.push({ ...shipped, shipments: joinShipments(search, shipped, gone), reasons })
  }
  search.plan.forget(gone)
  return sooner
}

/** Returns a shipment from stock in place of a later one, or the same one. */
function soonerOf(
  stocked: Search,
  demand: DeliverableDemand,
  shipment: Shipment,
  gone: Set<Order>,
): Shipment {
  const { plan, settings } = stocked
  const { order, quantity } = shipment
  plan.takeBack(order)
  const mark = plan.mark()
  stocked.limits.reset()
  const again = ship(stocked, demand, quantity, demand.due - settings.administrativeLeadTime, order.end - 1)
  if (again === undefined) {
    plan.rollback(mark)
    plan.putBack(order, [])
    return shipment
  }
  gone.add(order)
  return { order: again, quantity }
}

/** Returns whether an order only takes goods out of stock for its sales order. */
const isOurs = ({ locked, operation, uses, before, reuses, replaces, movements }: Order): boolean =>
  locked === undefined &&
  operation.kind === 'delivery' &&
  replaces === undefined &&
  uses.length + before.length + reuses.length === 0 &&
  movements.every(({ quantity }) => quantity <= 0)

/** Returns whether a shipment is late although the stock is sufficient some time before it. */
function isInStockBefore(
  { settings: { current, administrativeLeadTime } }: Search,
  { due }: Demand,
  { order }: Shipment,
): boolean {
  const { end, movements } = order
  if (end <= due || movements.length === 0 || !isOurs(order)) return false
  const from = Math.max(current, due - administrativeLeadTime)
  return movements.every(({ buffer, date, quantity }) => {
    const until = date - minute
    return until >= from && (buffer.infinite || buffer.stock.firstBelow(until, date, -quantity) >= date)
  })
}
