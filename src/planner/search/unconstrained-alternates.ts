/**
 * The unconstrained plan that prefers feasible alternates: the first alternate that is feasible on time is used. If
 * none is, the first one is planned on its date anyway, overloaded, short or started in the past. All demands are met
 * on their due dates, and the remaining problems are those that no alternate solves.
 */
import { byLevel } from '../network/levels.ts'
import type { Demand } from '../network/nodes.ts'
import { pausing } from '../pauses.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import { joinOrders } from './batch.ts'
import type { Delivery } from './delivery.ts'
import { perform, performStep } from './perform.ts'
import type { Requirement, Search } from './search.ts'
import { isAwaited, replenish, supplyBuffer } from './supply.ts'
import { supplyWithin } from './supply-levels.ts'
import { deliverOnDate, makeForDate, refillAll } from './unconstrained.ts'

/** Yields the planned share, from 0 to 1. */
export function* planWithAlternates(
  strict: Search,
  demands: readonly Demand[],
): Generator<number, readonly Delivery[]> {
  const search = forcedSearch(strict)
  const deliveries: Delivery[] = []
  for (const [index, demand] of demands.entries()) {
    yield index / demands.length
    search.limits.reset()
    deliveries.push(deliverOnDate(search, demand))
  }
  for (const buffer of byLevel(search.network)) {
    if (buffer.infinite) continue
    refillAll(search, buffer, (_search, { stock }, quantity, date, purpose) => {
      // A shortage before a late receipt is already covered.
      if (stock.level(date) < -epsilon && stock.firstAtLeast(date, 0) !== never) return true
      if (replenish(strict, { buffer, quantity, date, limit: date, purpose })) return true
      return makeForDate(search, buffer, quantity, date, purpose)
    })
  }
  return yield* pausing(1, joinOrders(strict, deliveries))
}

/**
 * Returns a search that plans everything on time: with a feasible alternate if there is one, otherwise with the
 * first. `strict` obeys all constraints.
 */
function forcedSearch(strict: Search): Search {
  const search: Search = {
    ...strict,
    mode: 'alternates',
    supply: (requirement) => {
      const { date } = requirement
      supplyWithin(search, requirement, () => {
        if (supplyBuffer(strict, { ...requirement, limit: date }) > date) supplyAnyway(search, requirement)
        return date
      })
      return date
    },
    perform: (operation, quantity, place, purpose) =>
      perform(strict, operation, quantity, { ...place, limit: place.end }, purpose) ??
      perform(search, operation, quantity, place, purpose),
    performStep: (operation, quantity, place, purpose) =>
      performStep(strict, operation, quantity, { ...place, limit: place.end }, purpose) ??
      performStep(search, operation, quantity, place, purpose),
  }
  return search
}

/** Supplies by the first method. The supply counts as available; its components may be short. */
function supplyAnyway(search: Search, { buffer, quantity, date, purpose }: Requirement): void {
  const { stock } = buffer
  const comes = stock.staysFrom(date, quantity)
  if (buffer.asked || (comes !== never && isAwaited(search, buffer, date, comes))) return
  const missing = quantity - Math.max(0, stock.lowestFrom(date))
  buffer.asked = true
  makeForDate(search, buffer, missing, stock.firstBelow(date, never, quantity), purpose)
  buffer.asked = false
}
