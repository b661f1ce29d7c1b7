/**
 * Limits the work of one request, such as planning a demand, and of a plan. Many small lots, each with materials that
 * are again made in small lots, take more attempts than anybody waits for, and dividing lots inside divided lots takes
 * exponential time over the levels of a network.
 */
import { KnownLates } from './known-late.ts'
import type { Plan } from './plan.ts'

/** Maximum work for one request, in moves of slots: far more than large networks take. */
const mostWork = 1_000_000
/** Work from which a request remembers what is late: more than requests usually take. */
const muchWork = 20_000
/** Work of an attempt to place an order, besides the moves of its slots. */
const workOfAttempt = 10

/** Maximum number of placements in the divided lots of one plan, besides those that each request may make. */
const mostDivided = 100_000
/** Number of placements in divided lots that each request may make, however many others have made. */
const dividedByEach = 500
/** The part of {@link mostDivided} that may be used in lots that divide other lots. */
const mostWithin = 20_000
/** Maximum number of placements inside one outermost divided lot. */
const mostOfLot = 5_000
/** Share of the remaining placements that one inner lot may use. */
const share = 0.5

export class RequestLimits {
  /** What the current request knows to be late. */
  readonly late: KnownLates
  readonly #plan: Plan
  #work = 0
  /** Placements in divided lots that are left for the requests of the plan. */
  #leftOfPlan = mostDivided
  /** Those that are left for the current request. */
  #left = mostDivided
  #leftWithin = mostWithin
  /** Number of placements of the plan up to which lots may be divided; undefined outside of a divided lot. */
  #until: number | undefined

  constructor(plan: Plan) {
    this.#plan = plan
    this.late = new KnownLates(plan)
  }

  /**
   * Starts a new count for the next plan, or for the next changes of a plan in memory: what they may divide does not
   * depend on what was planned before.
   */
  startPlan(): void {
    this.#leftOfPlan = mostDivided
    this.reset()
  }

  /** Makes an attempt with the limits of another plan: it does not count for the current one. */
  apart<Result>(attempt: () => Result): Result {
    const [work, leftOfPlan, left, leftWithin] = [this.#work, this.#leftOfPlan, this.#left, this.#leftWithin]
    this.startPlan()
    const result = attempt()
    this.late.clear()
    this.#work = work
    this.#leftOfPlan = leftOfPlan
    this.#left = left
    this.#leftWithin = leftWithin
    return result
  }

  /** Starts a new count for the next request of the plan. */
  reset(): void {
    this.#work = 0
    this.late.clear()
    this.#leftOfPlan = Math.min(mostDivided, this.#leftOfPlan + dividedByEach)
    this.#left = this.#leftOfPlan
    this.#leftWithin = Math.min(mostWithin, this.#left)
  }

  /** Counts an attempt to place an order. Returns whether the limit allows it. */
  allowsAttempt(): boolean {
    this.#work += workOfAttempt
    return this.#work <= mostWork
  }

  /** Whether the last attempt was beyond the limit. */
  get isSpent(): boolean {
    return this.#work > mostWork
  }

  /** Whether the request has taken so much work that it remembers what is late. */
  get isLong(): boolean {
    return this.#work > muchWork
  }

  /** Makes a last attempt, in which no lot is divided, with a new count. */
  undivided<Result>(attempt: () => Result): Result {
    const outer = this.#until
    this.#work = 0
    this.late.clear()
    this.#until = -1
    const result = attempt()
    this.#until = outer
    return result
  }

  /** Counts one move of a slot to the next date at which it may fit. */
  countMove(): void {
    this.#work += 1
  }

  get allowsDividing(): boolean {
    return this.#until === undefined ? this.#left > 0 : this.#plan.placed < this.#until
  }

  /** Divides a lot. Lots that it requests are divided too until the limit is reached. */
  dividing<Result>(divide: () => Result): Result {
    const outer = this.#until
    const { placed } = this.#plan
    this.#until =
      placed + (outer === undefined ? Math.min(mostOfLot, this.#leftWithin) : (outer - placed) * share)
    const result = divide()
    this.#until = outer
    if (outer === undefined) {
      const divided = this.#plan.placed - placed
      this.#left -= divided
      this.#leftWithin = Math.max(0, this.#leftWithin - divided)
      this.#leftOfPlan = Math.max(0, this.#leftOfPlan - divided)
    }
    return result
  }
}
