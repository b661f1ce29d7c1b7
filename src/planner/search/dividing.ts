/**
 * Limits the work of dividing lots inside divided lots. Each part requests its materials again; dividing these in all
 * ways takes exponential time over the levels of a network. The limit counts placements for one request, such as a
 * demand.
 */
import type { Plan } from './plan.ts'

/** Maximum number of placements for one demand in all divided lots. */
const mostOfDemand = 100_000
/** The part of it that may be used in lots that divide other lots. */
const mostWithin = 20_000
/** Maximum number of placements inside one outermost divided lot. */
const mostOfLot = 5_000
/** Share of the remaining placements that one inner lot may use. */
const share = 0.5

export class Dividing {
  readonly #plan: Plan
  #left = mostOfDemand
  #leftWithin = mostWithin
  /** Number of placements of the plan up to which lots may be divided; undefined outside of a divided lot. */
  #until: number | undefined

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Starts a new count for the next request. */
  reset(): void {
    this.#left = mostOfDemand
    this.#leftWithin = mostWithin
  }

  get isAllowed(): boolean {
    return this.#until === undefined ? this.#left > 0 : this.#plan.placed < this.#until
  }

  /** Divides a lot. Lots that it requests are divided too until the limit is reached. */
  within<Result>(divide: () => Result): Result {
    const outer = this.#until
    const { placed } = this.#plan
    this.#until =
      placed + (outer === undefined ? Math.min(mostOfLot, this.#leftWithin) : (outer - placed) * share)
    const result = divide()
    this.#until = outer
    if (outer === undefined) {
      this.#left -= this.#plan.placed - placed
      this.#leftWithin = Math.max(0, this.#leftWithin - (this.#plan.placed - placed))
    }
    return result
  }
}
