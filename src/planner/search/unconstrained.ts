/**
 * The plan that no constraint binds: what would have to happen for all demands to be met on their due dates. Deliveries
 * first; then buffer by buffer, what is sold before what it is made of, each shortage is refilled by its date, after
 * existing stock and orders have been used up. Each buffer is looked at once, when all that takes from it is known.
 */
import { levelAt, valueAt } from '../calendar/step-function.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { faultsOf, mostShipments, openOf } from './deliver.ts'
import type { Delivery, Shipment } from './delivery.ts'
import { lotSize, make } from './lots.ts'
import { perform } from './perform.ts'
import type { Order } from './plan.ts'
import type { Purpose, Search } from './search.ts'
import { isAwaited } from './supply.ts'

/** Steps between two looks at whether the plan is still wanted. */
const stepsTogether = 256

/** Yields how much has been planned, from 0 to 1. */
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

/** What is needed is taken to be there: whatever is not will be refilled when its buffer is looked at. */
function unconstrainedSearch(outer: Search): Search {
  const search: Search = {
    ...outer,
    mode: 'unconstrained',
    supply: (_buffer, _quantity, date) => date,
    perform: (operation, quantity, place, purpose) => perform(search, operation, quantity, place, purpose),
  }
  return search
}

/**
 * All of a demand in one shipment, on its due date where its place is open then; in parts only where it is never open
 * for long enough.
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
  for (let left = open, part = open; left > epsilon && made.length < mostShipments;) {
    const quantity = Math.min(left, part)
    const mark = search.plan.mark()
    let order = shipOn(quantity)
    const half = Math.ceil(quantity / 2)
    const isLate = order === undefined || order.end > place.end
    if (isLate && half >= smallest && half < quantity) {
      // A smaller part may find time in which it is open.
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

/** Refills all shortages of a buffer, each by its date, in the order of their dates. */
export function refillAll(search: Search, buffer: Buffer, by: typeof makeForDate): void {
  const { stock, batch } = buffer
  const purpose = { demand: undefined, batch, owner: undefined }
  for (let from = -never; ;) {
    const date = firstShortage(search, buffer, from)
    if (date === never) return
    const minimum = minimumAt(search, buffer, date)
    if (!isUnderWay(search, buffer, date, minimum)) {
      const wanted = Math.max(minimum, levelAt(buffer.maximum, date)) - stock.level(date)
      by(search, buffer, wanted, date, purpose)
    }
    // What cannot be made, or not by then, leaves the shortage.
    from = stock.firstAtLeast(date, minimum)
    if (from === never) return
  }
}

/** Whether orders that are there already end the shortage soon enough to wait for them. */
function isUnderWay(search: Search, buffer: Buffer, date: Seconds, minimum: number): boolean {
  if (buffer.lockedSupply.length === 0) return false
  const comes = buffer.stock.firstAtLeast(date, minimum)
  return comes !== never && isAwaited(search, buffer, date, comes)
}

/** Makes it by the way that is preferred at that date; whether there is one. */
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
    if (make(search, buffer, method, quantity, date, never, purpose) !== never) return true
    search.plan.rollback(mark)
  }
  return false
}

/** Safety stock is for the future; of the past only what was taken without being there is made. */
const minimumAt = ({ settings }: Search, { minimum }: Buffer, date: Seconds): number =>
  date < settings.current ? 0 : Math.max(0, levelAt(minimum, date))

/** The first moment from a date on at which there is less than there should be. */
function firstShortage(search: Search, buffer: Buffer, from: Seconds): Seconds {
  const { stock, minimum } = buffer
  const { current } = search.settings
  // Stock that is below zero to begin with is so from now on for the planner.
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
