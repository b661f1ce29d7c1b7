/**
 * The unconstrained plan that knows about constraints: whoever can do it in time, of all alternates, does it. What nobody
 * can do in time is done by the first of them on its date all the same, overloaded, short or begun before now. All
 * demands are met on their due dates, and the problems that remain are those that no alternate would solve.
 */
import type { Buffer, Demand } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { Delivery } from './deliver.ts'
import { perform } from './perform.ts'
import { restock } from './restock.ts'
import type { Purpose, Search } from './search.ts'
import { isAwaited, replenish, supplyBuffer } from './supply.ts'
import { deliverOnDate, makeForDate } from './unconstrained.ts'

/** Yields how much has been planned, from 0 to 1. */
export function* planWithAlternates(
  strict: Search,
  demands: readonly Demand[],
): Generator<number, readonly Delivery[]> {
  const search = forcedSearch(strict)
  const deliveries: Delivery[] = []
  for (const [index, demand] of demands.entries()) {
    yield index / demands.length
    deliveries.push(deliverOnDate(search, demand))
  }
  restock(search, (_search, buffer, quantity, date, _limit, purpose) => {
    if (replenish(strict, buffer, quantity, date, date, purpose)) return true
    const { methods } = search.network.buffer(buffer.item, buffer.location, buffer.batch)
    return makeForDate(search, buffer, methods!, quantity, date, purpose)
  })
  return deliveries
}

/** A search that plans everything in time: by those who can, else by the first. `strict` obeys all constraints. */
function forcedSearch(strict: Search): Search {
  const search: Search = {
    ...strict,
    mode: 'alternates',
    supply: (buffer, quantity, date, _limit, purpose) => {
      if (supplyBuffer(strict, buffer, quantity, date, date, purpose) > date) {
        supplyAnyway(search, buffer, quantity, date, purpose)
      }
      return date
    },
    perform: (operation, quantity, place, purpose) =>
      perform(strict, operation, quantity, { ...place, limit: place.end }, purpose) ??
      perform(search, operation, quantity, place, purpose),
  }
  return search
}

/** Supply by the first way. The stock says that it is there; what it is made of may be short. */
function supplyAnyway(
  search: Search,
  buffer: Buffer,
  quantity: number,
  date: Seconds,
  purpose: Purpose,
): void {
  const { stock } = buffer
  const comes = stock.staysFrom(date, quantity)
  if (buffer.asked || (comes !== never && isAwaited(search, buffer, date, comes))) return
  const missing = quantity - Math.max(0, stock.lowestFrom(date))
  const { methods } = search.network.buffer(buffer.item, buffer.location, buffer.batch)
  buffer.asked = true
  makeForDate(search, buffer, methods!, missing, stock.firstBelow(date, never, quantity), purpose)
  buffer.asked = false
}
