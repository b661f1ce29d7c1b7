/**
 * Shops that were searched, with the sequences that were found: plans that are made in several ways contain the same
 * competing work again and again.
 */
import type { Machine, Sequence, Shop, ShopJob } from './shop.ts'

/** Maximum number of shops that are kept; each new one is compared with all of them. */
const mostShops = 100

interface Searched {
  readonly shop: Shop
  readonly steps: Int32Array
  readonly found: readonly Sequence[]
}

export class SearchedShops {
  readonly #shops: Searched[] = []

  /** Returns the sequences that were found in an equal shop from the same sequence of steps. */
  find(shop: Shop, steps: Int32Array): readonly Sequence[] | undefined {
    return this.#shops.find((known) => areEqual(known.steps, steps) && areEqualShops(known.shop, shop))?.found
  }

  add(shop: Shop, steps: Int32Array, found: readonly Sequence[]): void {
    // What other work leaves free may differ when the plan is made in another way.
    if (shop.fits.some((fit) => fit !== undefined)) return
    if (this.#shops.length === mostShops) this.#shops.shift()
    this.#shops.push({ shop, steps, found })
  }
}

type Numbers = ArrayLike<number>

function areEqual(a: Numbers, b: Numbers): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}

/** Returns whether two shops without fits give the same timetable to each sequence, at the same cost. */
const areEqualShops = (a: Shop, b: Shop): boolean =>
  a.size === b.size &&
  a.lanes === b.lanes &&
  a.fits.length === b.fits.length &&
  b.fits.every((fit) => fit === undefined) &&
  areEqual(a.release, b.release) &&
  areEqual(a.wayFrom, b.wayFrom) &&
  areEqual(a.seconds, b.seconds) &&
  areEqual(a.beforeFrom, b.beforeFrom) &&
  areEqual(a.before, b.before) &&
  areEqual(a.lag, b.lag) &&
  areEqual(a.useFrom, b.useFrom) &&
  areEqual(a.uses, b.uses) &&
  areEqual(a.setup, b.setup) &&
  a.machines.length === b.machines.length &&
  a.machines.every((machine, index) => areEqualMachines(machine, b.machines[index]!)) &&
  a.jobs.length === b.jobs.length &&
  a.jobs.every((job, index) => areEqualJobs(job, b.jobs[index]!))

const areEqualMachines = (a: Machine, b: Machine): boolean =>
  a.firstLane === b.firstLane &&
  a.lanes === b.lanes &&
  a.initial === b.initial &&
  a.setups === b.setups &&
  areEqual(a.changeover, b.changeover)

const areEqualJobs = (a: ShopJob, b: ShopJob): boolean =>
  a.due === b.due && a.alone === b.alone && a.quantity === b.quantity && areEqual(a.last, b.last)
