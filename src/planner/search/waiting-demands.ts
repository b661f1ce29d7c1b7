/**
 * The demands that are still to be planned, by the buffer that they take from. A lot with a fixed time may be made for
 * several of them at once: the resource is used only once, and all of them are earlier.
 */
import { leavesOf } from '../network/leaves.ts'
import type { Buffer, Demand, Method } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { openOf } from './deliver.ts'
import { largestLot } from './lot-size.ts'
import type { Requirement, Search, Waiting } from './search.ts'

export class WaitingDemands implements Waiting {
  readonly #search: Search
  /** Lot times after the date of a requirement until which demands are made together with it. */
  readonly #lotTimes: number
  readonly #byBuffer = new Map<Buffer, readonly Demand[]>()
  readonly #begun = new Set<Demand>()

  /** @param lotTimes see {@link Division} */
  constructor(search: Search, demands: readonly Demand[], lotTimes: number) {
    this.#search = search
    this.#lotTimes = lotTimes
    for (const [buffer, waiting] of Map.groupBy(demands, bufferOf)) {
      const method = buffer?.methods?.[0]
      if (buffer === undefined || method === undefined || waiting.length < 2) continue
      if (isShareable(method)) this.#byBuffer.set(buffer, waiting)
    }
  }

  /** Whether no lot can be for several demands. */
  get isEmpty(): boolean {
    return this.#byBuffer.size === 0
  }

  add(demands: readonly Demand[]): void {
    for (const demand of demands) this.#begun.delete(demand)
  }

  begin(demand: Demand): void {
    this.#begun.add(demand)
  }

  amounts({ buffer, quantity, date }: Requirement, missing: number): readonly [number, ...number[]] {
    const method = buffer.methods?.[0]
    const waiting = method === undefined ? [] : (this.#byBuffer.get(buffer) ?? [])
    if (method === undefined || waiting.length === 0) return [missing]
    const until = date + this.#lotTimes * fixedSeconds(method)
    const most = mostOf(method, missing)
    const sums = [missing]
    // Stock and receipts that this requirement and earlier demands leave.
    let taken = Math.max(0, quantity - missing)
    for (const demand of waiting) {
      if (demand.due > until || this.#begun.has(demand)) continue
      const { left } = openOf(this.#search, demand)
      const free = Math.max(0, buffer.stock.lowestFrom(demand.due) - taken)
      const stocked = Math.min(left, free)
      taken += stocked
      if (left - stocked <= epsilon) continue
      const sum = sums.at(-1)! + left - stocked
      if (sum > most + epsilon) break
      sums.push(sum)
    }
    const amounts: [number, ...number[]] = [sums.at(-1)!]
    for (let at = sums.length - 1; at > 0;) {
      at = Math.floor(at / 2)
      amounts.push(sums[at]!)
    }
    return amounts
  }
}

/** Returns the buffer from which a demand is delivered, if all lots in it are alike. */
function bufferOf({ delivery }: Demand): Buffer | undefined {
  if (delivery?.kind !== 'delivery') return undefined
  return delivery.flows.find(({ consumes }) => consumes)?.flows[0]?.buffer
}

/**
 * Returns whether a lot may be for several demands: its time has a fixed part, and either grows with its size or is
 * limited by a maximum. A fixed time alone is often an estimate for an order of any size, which does not say that one
 * lot could be several orders.
 */
function isShareable(method: Method): boolean {
  const { operation } = method
  if (fixedSeconds(method) === 0) return false
  return largestLot(operation) < never || leavesOf(operation).some(({ durationPer }) => durationPer > 0)
}

/** Returns the time of a lot that does not depend on its size. */
const fixedSeconds = ({ operation }: Method): Seconds =>
  leavesOf(operation).reduce((sum, { duration }) => sum + duration, 0)

/** Returns the largest quantity of as many lots as a quantity requires. */
function mostOf({ operation, per, fixed }: Method, quantity: number): number {
  const most = largestLot(operation) * per + fixed
  if (most === never) return never
  return most > 0 ? Math.ceil(quantity / most - epsilon) * most : quantity
}
