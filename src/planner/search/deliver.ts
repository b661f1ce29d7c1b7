/**
 * Plans a demand. In full on its due date if that is possible; else as much as possible on it, as far as partial
 * shipments are allowed, and the rest as soon as it can be, in one or several shipments.
 */
import type { Demand, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { lotSize } from './lots.ts'
import { mostInTime } from './most-in-time.ts'
import type { Order } from './plan.ts'
import { perform } from './perform.ts'
import type { Purpose, Reason, Search } from './search.ts'

export interface Shipment {
  readonly order: Order
  readonly quantity: number
}

export interface Delivery {
  readonly demand: Demand
  readonly shipments: readonly Shipment[]
  /** What has bound, of the shipments that are late and of what is not shipped at all. */
  readonly reasons: readonly Reason[]
}

/** How much sooner a part must be there for a small order to be divided that names no smallest shipment. */
const worthDividing = 7 * day
/** Shipments into which a demand is divided at most. */
const mostShipments = 20

export function deliver(search: Search, demand: Demand): Delivery {
  const shipments: Shipment[] = []
  const reasons: Reason[] = []
  const { delivery } = demand
  if (delivery === undefined) return { demand, shipments, reasons }
  const last = demand.due + demand.maximumLateness
  let left = demand.quantity
  let date = demand.due - search.settings.administrativeLeadTime
  while (left > epsilon && shipments.length < mostShipments) {
    const mark = search.plan.mark()
    const all = ship(search, demand, delivery, left, date, last)
    const inTime = all !== undefined && all.end <= date
    if (inTime) {
      shipments.push({ order: all, quantity: left })
      break
    }
    if (search.reason !== undefined) reasons.push(search.reason)
    search.plan.rollback(mark)
    const part =
      partInTime(search, demand, delivery, left, date) ??
      soonestPart(search, demand, delivery, left, date, last, all?.end ?? never)
    if (part !== undefined) {
      shipments.push(part)
      left -= part.quantity
      date = Math.max(date, part.order.end)
      continue
    }
    const order =
      all === undefined ? undefined : shipLate(search, demand, delivery, left, all.end, date, last)
    if (order !== undefined) shipments.push({ order, quantity: left })
    break
  }
  return { demand, shipments, reasons }
}

/** For the date on which all of it can be there: everything is made just for it, and not for when it was wanted. */
function shipLate(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  end: Seconds,
  date: Seconds,
  last: Seconds,
): Order | undefined {
  const mark = search.plan.mark()
  const order = ship(search, demand, delivery, quantity, end, end)
  if (order !== undefined) return order
  search.plan.rollback(mark)
  return ship(search, demand, delivery, quantity, date, last)
}

function ship(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  end: Seconds,
  limit: Seconds,
): Order | undefined {
  const purpose: Purpose = { demand, batch: demand.batch, owner: undefined }
  const size = delivery.kind === 'delivery' ? quantity : lotSize(delivery, quantity)
  return perform(search, delivery, size, { end, from: -never, limit }, purpose)
}

/** The largest part that can be shipped in time, with a remainder that may be shipped on its own. */
function partInTime(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  date: Seconds,
): Shipment | undefined {
  const { minimumShipment } = demand
  const most = quantity - Math.max(minimumShipment, epsilon)
  if (most < Math.max(minimumShipment, 1)) return undefined
  const mark = search.plan.mark()
  const smallest = Math.max(1, minimumShipment)
  // Most often not even the least is possible, which one question tells.
  const least = ship(search, demand, delivery, smallest, date, date)
  search.plan.rollback(mark)
  if (least === undefined) return undefined
  let order: Order | undefined
  const attempt = (part: number): boolean => {
    order = ship(search, demand, delivery, part, date, date)
    return order !== undefined
  }
  const part = mostInTime(search, attempt, Math.floor(most))
  if (part >= smallest && order !== undefined) return { order, quantity: part }
  search.plan.rollback(mark)
  order = ship(search, demand, delivery, smallest, date, date)
  return order === undefined ? undefined : { order, quantity: smallest }
}

/** A part that can be there sooner than all of it, as large as it can be by then; undefined if there is none. */
function soonestPart(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  date: Seconds,
  last: Seconds,
  all: Seconds,
): Shipment | undefined {
  const smallest = Math.max(1, demand.minimumShipment)
  if (quantity - smallest < demand.minimumShipment) return undefined
  const mark = search.plan.mark()
  const latest = Math.min(last, all - (demand.minimumShipment === 0 ? worthDividing : 1))
  const order = ship(search, demand, delivery, smallest, date, latest)
  search.plan.rollback(mark)
  if (order === undefined) return undefined
  const largest = partInTime(search, demand, delivery, quantity, order.end)
  if (largest !== undefined) return largest
  const again = ship(search, demand, delivery, smallest, date, latest)
  return again === undefined ? undefined : { order: again, quantity: smallest }
}
