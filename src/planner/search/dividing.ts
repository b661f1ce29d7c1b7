/**
 * Limits the work of dividing lots within lots that are divided themselves: each part of one asks for its material anew, and
 * to divide that in every way for every part takes exponential time over the levels of a network. The limit counts
 * placements for everything that is asked at once, such as a demand.
 */
import type { Plan } from './plan.ts'

/** Placements for one demand in all lots that are divided. */
const mostOfDemand = 100_000
/** Of them, how many in those that divide other lots on the way. */
const mostWithin = 20_000
/** The same within one lot that is not within another. */
const mostOfLot = 5_000
/** Of what is left, how much one of the lots within may take. */
const share = 0.5

export class Dividing {
  readonly #plan: Plan
  #left = mostOfDemand
  #leftWithin = mostWithin
  /** Up to how many placements of the plan lots may be divided; undefined outside of a lot that is divided. */
  #until: number | undefined

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Starts counting anew, for what is asked next. */
  reset(): void {
    this.#left = mostOfDemand
    this.#leftWithin = mostWithin
  }

  get isAllowed(): boolean {
    return this.#until === undefined ? this.#left > 0 : this.#plan.placed < this.#until
  }

  /** Divides a lot; what it asks for on the way is divided as long as the limit allows. */
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
