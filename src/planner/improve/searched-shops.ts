/**
 * Shops that were searched, with the sequences that were found: plans that are made in several ways contain the same
 * competing work again and again.
 */
import type { Order } from '../search/plan.ts'
import type { FitSource, Machine, Sequence, Shop, ShopJob, Supply } from './shop.ts'

/** Maximum number of shops that are kept; each new one is compared with all of them. */
const mostShops = 100

/** Where a search begins. */
export interface Start {
  readonly shop: Shop
  readonly steps: Int32Array
  /** The other orders in the plan that use resources, if the shop has fits, which depend on them. */
  readonly others: readonly Order[]
}

interface Searched extends Start {
  readonly found: readonly Sequence[]
}

export class SearchedShops {
  readonly #searched: Searched[] = []

  /** Returns the sequences that were found from an equal start. */
  find(start: Start): readonly Sequence[] | undefined {
    return this.#searched.find((known) => areEqualStarts(known, start))?.found
  }

  add(start: Start, found: readonly Sequence[]): void {
    if (this.#searched.length === mostShops) this.#searched.shift()
    // Copies, because orders that are removed from the plan lose their uses.
    const others = start.others.map((order) => ({ ...order }))
    this.#searched.push({ ...start, others, found })
  }
}

const areEqualStarts = (a: Start, b: Start): boolean =>
  areEqual(a.steps, b.steps) && areEqualShops(a.shop, b.shop) && areEqualUses(a.others, b.others)

function areEqual(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}

/** Returns whether two shops give the same timetable to each sequence, at the same cost, if the other orders are the same. */
const areEqualShops = (a: Shop, b: Shop): boolean =>
  a.size === b.size &&
  a.lanes === b.lanes &&
  areEqual(a.release, b.release) &&
  areEqual(a.material, b.material) &&
  areEqual(a.wayFrom, b.wayFrom) &&
  areEqual(a.seconds, b.seconds) &&
  areEqual(a.beforeFrom, b.beforeFrom) &&
  areEqual(a.before, b.before) &&
  areEqual(a.lag, b.lag) &&
  areEqual(a.useFrom, b.useFrom) &&
  areEqual(a.uses, b.uses) &&
  areEqual(a.setup, b.setup) &&
  areEqual(a.takeFrom, b.takeFrom) &&
  areEqual(a.takes, b.takes) &&
  areEqual(a.taken, b.taken) &&
  a.supplies.length === b.supplies.length &&
  a.supplies.every((supply, index) => areEqualSupplies(supply, b.supplies[index]!)) &&
  a.machines.length === b.machines.length &&
  a.machines.every((machine, index) => areEqualMachines(machine, b.machines[index]!)) &&
  a.jobs.length === b.jobs.length &&
  a.jobs.every((job, index) => areEqualJobs(job, b.jobs[index]!)) &&
  a.fitSources.every((source, index) => areEqualSources(source, b.fitSources[index]))

const areEqualUses = (a: readonly Order[], b: readonly Order[]): boolean =>
  a.length === b.length && a.every((order, index) => areEqualOrders(order, b[index]!))

/** Returns whether two orders use the same capacity at the same time. */
const areEqualOrders = (a: Order, b: Order): boolean =>
  a.operation === b.operation &&
  a.quantity === b.quantity &&
  a.start === b.start &&
  a.begin === b.begin &&
  a.end === b.end &&
  a.uses.length === b.uses.length &&
  a.uses.every(({ load, quantity, from }, index) => {
    const other = b.uses[index]!
    return load === other.load && quantity === other.quantity && from === other.from
  })

const areEqualMachines = (a: Machine, b: Machine): boolean =>
  a.firstLane === b.firstLane &&
  a.lanes === b.lanes &&
  a.initial === b.initial &&
  a.setups === b.setups &&
  areEqual(a.changeover, b.changeover)

const areEqualSupplies = (a: Supply, b: Supply): boolean =>
  areEqual(a.dates, b.dates) && areEqual(a.totals, b.totals)

const areEqualJobs = (a: ShopJob, b: ShopJob): boolean =>
  a.due === b.due && a.alone === b.alone && a.quantity === b.quantity && areEqual(a.last, b.last)

const areEqualSources = (a: FitSource | undefined, b: FitSource | undefined): boolean =>
  a?.operation === b?.operation && a?.quantity === b?.quantity && a?.combination === b?.combination
