/**
 * The plan without constraints: what would be required to meet all demands on their due dates. Deliveries are planned
 * first. Then each buffer, end items before components, refills its shortages by their dates after existing stock and
 * orders are used. Each buffer is processed once, when all its consumption is known.
 */
import { levelAt, valueAt } from '../calendar/step-function.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { faultsOf, mostShipments, openOf } from './deliver.ts'
import type { Delivery, Shipment } from './delivery.ts'
import { largestLot, lotSize } from './lot-size.ts'
import { make, mostLots } from './lots.ts'
import { perform, performStep } from './perform.ts'
import type { Order } from './plan.ts'
import type { Purpose, Search } from './search.ts'
import { isAwaited, wholeLots } from './supply.ts'

/** Number of steps between two pauses. */
const stepsTogether = 256

/** Yields the planned share, from 0 to 1. */
export function* planUnconstrained(
  outer: Search,
  demands: readonly Demand[],
): Generator<number, readonly Delivery[]> {
  const search = unconstrainedSearch(outer)
  const deliveries: Delivery[] = []
  for (const [index, demand] of demands.entries()) {
    if (index % stepsTogether === 0) yield index / demands.length / 2
    deliveries.push(deliverOnDate(search, demand))
  }
  const buffers = byLevel(search.network)
  for (const [index, buffer] of buffers.entries()) {
    if (index % stepsTogether === 0) yield (1 + index / buffers.length) / 2
    if (!buffer.infinite) refillAll(search, buffer, makeForDate)
  }
  return deliveries
}

/** Returns a search that treats all supply as available: shortages are refilled when their buffer is processed. */
function unconstrainedSearch(outer: Search): Search {
  const search: Search = {
    ...outer,
    mode: 'unconstrained',
    supply: ({ date }) => date,
    perform: (operation, quantity, place, purpose) => perform(search, operation, quantity, place, purpose),
    performStep: (operation, quantity, place, purpose) =>
      performStep(search, operation, quantity, place, purpose),
  }
  return search
}

/**
 * Ships a demand in one shipment on its due date, if its location is open then; in parts only if it is never open for
 * long enough, or if an order may not be so large.
 */
export function deliverOnDate(search: Search, demand: Demand): Delivery {
  const { delivery, batch, due } = demand
  const { shipments, left: open } = openOf(search, demand)
  if (delivery === undefined) return { demand, shipments, reasons: faultsOf(search, demand) }
  const place = { end: due - search.settings.administrativeLeadTime, from: -never, limit: never }
  const purpose: Purpose = { demand, batch, owner: undefined }
  const made: Shipment[] = [...shipments]
  const smallest = Math.max(1, demand.minimumShipment)
  const shipOn = (quantity: number): Order | undefined =>
    perform(
      search,
      delivery,
      delivery.kind === 'delivery' ? quantity : lotSize(delivery, quantity),
      place,
      purpose,
    )
  const largest = largestLot(delivery)
  const most = mostShipments + Math.min(mostLots, Math.ceil(open / largest))
  for (let left = open, part = Math.min(open, largest); left > epsilon && made.length < most;) {
    const quantity = Math.min(left, part)
    const mark = search.plan.mark()
    let order = shipOn(quantity)
    const half = Math.ceil(quantity / 2)
    const isLate = order === undefined || order.end > place.end
    if (isLate && half >= smallest && half < quantity) {
      // A smaller part may fit into the open time.
      search.plan.rollback(mark)
      const sooner = shipOn(half)
      search.plan.rollback(mark)
      if (order === undefined || (sooner !== undefined && sooner.end < order.end)) {
        part = half
        continue
      }
      order = shipOn(quantity)
    }
    if (order === undefined) break
    made.push({ order, quantity })
    left -= quantity
  }
  return { demand, shipments: made, reasons: [] }
}

/** Refills all shortages of a buffer by their dates, in ascending order. */
export function refillAll(search: Search, buffer: Buffer, by: typeof makeForDate): void {
  const { stock, batch } = buffer
  const purpose = { demand: undefined, batch, owner: undefined }
  for (let from = -never; ;) {
    const date = firstShortage(search, buffer, from)
    if (date === never) return
    const minimum = minimumAt(search, buffer, date)
    if (!isUnderWay(search, buffer, date, minimum)) {
      const missing = minimum - stock.level(date)
      const full = Math.max(minimum, levelAt(buffer.maximum, date)) - stock.level(date)
      by(search, buffer, wholeLots(search, buffer, full, missing, date), date, purpose)
    }
    // A shortage remains if it cannot be refilled by its date.
    from = stock.firstAtLeast(date, minimum)
    if (from === never) return
  }
}

/** Returns whether existing orders end the shortage early enough to wait for them. */
function isUnderWay(search: Search, buffer: Buffer, date: Seconds, minimum: number): boolean {
  if (buffer.lockedSupply.length === 0) return false
  const comes = buffer.stock.firstAtLeast(date, minimum)
  return comes !== never && isAwaited(search, buffer, date, comes)
}

/** Makes the quantity by the preferred method of the date; returns whether there is one. */
export function makeForDate(
  search: Search,
  buffer: Buffer,
  quantity: number,
  date: Seconds,
  purpose: Purpose,
): boolean {
  const methods = buffer.methods ?? search.network.buffer(buffer.item, buffer.location, buffer.batch).methods!
  for (const method of methods) {
    if (date < method.effectiveStart || date >= method.effectiveEnd) continue
    const mark = search.plan.mark()
    if (make(search, method, { buffer, quantity, date, limit: never, purpose }) !== never) return true
    search.plan.rollback(mark)
  }
  return false
}

/** Returns the minimum stock at a date: safety stock applies to the future; in the past only negative stock is refilled. */
const minimumAt = ({ settings }: Search, { minimum }: Buffer, date: Seconds): number =>
  date < settings.current ? 0 : Math.max(0, levelAt(minimum, date))

/** Returns the first date from `from` on with less than the minimum. */
function firstShortage(search: Search, buffer: Buffer, from: Seconds): Seconds {
  const { stock, minimum } = buffer
  const { current } = search.settings
  // Initial stock below zero counts as a shortage from the current date on.
  const past = from < current ? stock.firstBelow(from, current, 0) : never
  if (past !== never) return past === -never ? current : past
  const begin = Math.max(from, current)
  if (typeof minimum === 'number') return stock.firstBelow(begin, never, Math.max(0, minimum))
  const { dates } = minimum
  for (const [index, start] of dates.entries()) {
    const until = dates[index + 1] ?? never
    if (until <= begin) continue
    const wanted = Math.max(0, valueAt(minimum, start))
    const date = stock.firstBelow(index === 0 ? begin : Math.max(begin, start), until, wanted)
    if (date !== never) return date
  }
  return never
}
