/**
 * The unconstrained plan that knows about constraints: whoever can do it in time, of all alternates, does it. What nobody
 * can do in time is done by the first of them on its date all the same, overloaded, short or begun before now. All
 * demands are met on their due dates, and the problems that remain are those that no alternate would solve.
 */
import { byLevel } from '../network/levels.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { perform } from './perform.ts'
import type { Purpose, Search } from './search.ts'
import { isAwaited, replenish, supplyBuffer } from './supply.ts'
import { deliverOnDate, makeForDate, refillAll } from './unconstrained.ts'

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
  for (const buffer of byLevel(search.network)) {
    if (buffer.infinite) continue
    refillAll(search, buffer, (_search, { stock }, quantity, date, purpose) => {
      // What demands have been promised and is made too late is on its way.
      if (stock.level(date) < -epsilon && stock.firstAtLeast(date, 0) !== never) return true
      if (replenish(strict, buffer, quantity, date, date, purpose)) return true
      return makeForDate(search, buffer, quantity, date, purpose)
    })
  }
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
  buffer.asked = true
  makeForDate(search, buffer, missing, stock.firstBelow(date, never, quantity), purpose)
  buffer.asked = false
}
