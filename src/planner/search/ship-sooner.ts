/**
 * Ships late sales orders as soon as their goods are in stock: orders that were planned or moved later may have left them
 * there sooner than the sales order found them.
 */
import type { Demand } from '../network/nodes.ts'
import { latenessOf } from '../lateness.ts'
import type { Steps } from '../pauses.ts'
import { minute } from '../time.ts'
import { joinShipments } from './batch.ts'
import { costOfShipment, deliver } from './deliver.ts'
import { linesOf } from './deliver-together.ts'
import type { Delivery } from './delivery.ts'
import { fromStock } from './from-stock.ts'
import type { Order } from './plan.ts'
import type { Search } from './search.ts'

/** Ships late sales orders from stock, each by itself, where that makes them sooner. Allowed only while no mark is in use. */
export function* shipSooner(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const { plan } = search
  const { demands } = search.network
  const stocked = fromStock(search)
  const gone = new Set<Order>()
  const sooner: Delivery[] = []
  for (const delivery of deliveries) {
    const { demand, shipments } = delivery
    const waiting = shipments.map(({ order }) => order).filter(isOurs)
    if (!waiting.some((order) => isInStockBefore(search, demand, order)) || isTogether(demand, demands)) {
      sooner.push(delivery)
      continue
    }
    yield
    for (const order of waiting) plan.takeBack(order)
    const mark = plan.mark()
    const again = deliver(stocked, demand)
    if (latenessOf([again]) < latenessOf([delivery]) - costOfShipment) {
      for (const order of waiting) gone.add(order)
      const joined = joinShipments(search, again, gone)
      // What it waited for is what made the goods late.
      sooner.push({ ...again, shipments: joined, reasons: latenessOf([again]) > 0 ? delivery.reasons : [] })
    } else {
      plan.rollback(mark)
      for (const order of waiting.toReversed()) plan.putBack(order, [])
      sooner.push(delivery)
    }
  }
  plan.forget(gone)
  return sooner
}

const isTogether = (demand: Demand, demands: readonly Demand[]): boolean =>
  linesOf(demand, demands).length > 1

/** Returns whether an order only takes goods out of stock for its sales order. */
const isOurs = ({ locked, owner, uses, before, reuses, replaces, movements }: Order): boolean =>
  locked === undefined &&
  owner === undefined &&
  replaces === undefined &&
  uses.length + before.length + reuses.length === 0 &&
  movements.every(({ quantity }) => quantity <= 0)

/** Returns whether the stock is sufficient for a late shipment some time before it. */
function isInStockBefore(
  { settings: { current, administrativeLeadTime } }: Search,
  { due }: Demand,
  { end, movements }: Order,
): boolean {
  if (end <= due || movements.length === 0) return false
  const from = Math.max(current, due - administrativeLeadTime)
  return movements.every(({ buffer, date, quantity }) => {
    const until = date - minute
    return until >= from && (buffer.infinite || buffer.stock.firstBelow(until, date, -quantity) >= date)
  })
}
