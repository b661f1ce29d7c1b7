/**
 * Refills safety stock, and avoids lots that other lots make unnecessary, with a minimum of the stock or without. Sales
 * orders are planned first, each with a lot just in time; two of the smallest lots may be more than all of them need. A
 * refill of safety stock some days before that, of a whole lot, may be sufficient for them too, or fill the stock above
 * its maximum. The orders of such a stock are planned again in the sequence of its requirements, and the result is kept
 * if it needs less.
 */
import { byLevel } from '../network/levels.ts'
import type { Buffer } from '../network/nodes.ts'
import { highestOf, levelAt } from '../calendar/step-function.ts'
import type { Steps } from '../pauses.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { changesOver, neededAnyway, removeExcessOfRefills } from './excess.ts'
import type { Order } from './plan.ts'
import { firstShortage, refill, restock } from './restock.ts'
import type { Search } from './search.ts'

/** Refills safety stock, and makes no more than the sales orders and the safety stock need together. */
export function* restockWithoutExcess(search: Search, deliveries: readonly Delivery[]): Steps<void> {
  const renewal = new Renewal(search, yield* neededAnyway(search, deliveries))
  let isChanged = false
  for (const buffer of byLevel(search.network)) {
    // The others are planned again once they are refilled.
    if (buffer.infinite || highestOf(buffer.minimum) > 0) continue
    if (renewal.of(buffer, search.plan.mark(), 2)) isChanged = true
    yield
  }
  yield* restock(search, (buffer, mark) => {
    isChanged = true
    renewal.of(buffer, mark)
  })
  if (!isChanged) return
  search.plan.forget(renewal.gone)
  yield
  yield* removeExcessOfRefills(search, deliveries, renewal.gone.size > 0)
}

/** Orders that are replaced together: a routing with its steps, in the sequence of the plan, or a single order. */
type JointOrders = readonly Order[]

class Renewal {
  /** The orders that others have replaced. */
  readonly gone = new Set<Order>()
  readonly #search: Search
  readonly #needed: ReadonlySet<Order>
  /** The work that may be replaced, by its products, of the orders before `#seen`. */
  readonly #works = new Map<Buffer, JointOrders[]>()
  #seen = 0

  constructor(search: Search, needed: ReadonlySet<Order>) {
    this.#search = search
    this.#needed = needed
  }

  /**
   * Plans the orders of a buffer again if they, with its refill since the mark, leave more in stock than is needed. Returns
   * whether the new ones are kept.
   *
   * @param least number of orders from which they are planned again
   */
  of(buffer: Buffer, mark: number, least = 1): boolean {
    if (!this.#isTooMuch(buffer)) return false
    this.#sortUntil(mark)
    const works = (this.#works.get(buffer) ?? []).filter(([order]) => !this.gone.has(order!))
    if (works.length < least || (buffer.maximum === 0 && isRounding(buffer, works))) return false
    const orders = works.flat()
    const { plan, settings } = this.#search
    const before = [...orders, ...plan.orders.slice(mark)]
    const others = productsOf(before).filter((other) => other !== buffer)
    const states = [buffer, ...others].map((one) => stateOf(one, settings.current))
    const refilled = plan.takeFrom(mark)
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) plan.takeBack(order)
    refill(this.#search, buffer)
    for (const other of others) refill(this.#search, other)
    const after = plan.orders.slice(mark)
    const isEnough = states.every((state) => isAsGood(stateOf(state.buffer, settings.current), state))
    const isLess =
      producedBy(after, buffer) < producedBy(before, buffer) - epsilon &&
      others.every((other) => producedBy(after, other) <= producedBy(before, other) + epsilon)
    if (isEnough && isLess && (after.length <= before.length || buffer.maximum !== 0)) {
      for (const order of orders) this.gone.add(order)
      this.#works.delete(buffer)
      return true
    }
    plan.rollback(mark)
    for (const [index, order] of orders.entries()) plan.putBack(order, loads[index]!)
    plan.restore(refilled)
    return false
  }

  /** Returns whether stock is left at the end, or is above its maximum. */
  #isTooMuch({ minimum, maximum, stock }: Buffer): boolean {
    if (maximum === 0) return stock.level(never) > levelAt(minimum, never) + epsilon
    return stock.firstAtLeast(this.#search.settings.current, highestOf(maximum) + 2 * epsilon) !== never
  }

  #sortUntil(mark: number): void {
    if (this.#seen === mark) return
    const works = Map.groupBy(this.#search.plan.orders.slice(this.#seen, mark), headOf)
    this.#seen = mark
    for (const work of works.values()) if (work.every((order) => this.#isReplaceable(order))) this.#add(work)
  }

  #isReplaceable(order: Order): boolean {
    const { locked, owner, before, reuses } = order
    if (locked !== undefined || reuses.length > 0) return false
    // Predecessors outside the routing would stay.
    if (before.some((earlier) => owner === undefined || earlier.owner !== owner)) return false
    return !this.#needed.has(order) && !this.gone.has(order) && !changesOver(order)
  }

  #add(work: JointOrders): void {
    for (const { movements } of work) {
      for (const { buffer, quantity } of movements) {
        if (quantity <= 0) continue
        const known = this.#works.get(buffer)
        if (known === undefined) this.#works.set(buffer, [work])
        else if (known.at(-1) !== work) known.push(work)
      }
    }
  }
}

/** Returns the order of the routing of a step, or the order itself. */
const headOf = (order: Order): Order => order.owner ?? order

/** Returns whether the stock that is left is less than a multiple of each lot, so that no lots make less. */
const isRounding = (buffer: Buffer, works: readonly JointOrders[]): boolean =>
  works.every((work) => {
    const { operation, quantity } = work[0]!.owner ?? work[0]!
    const { stock, minimum } = buffer
    const multiple = (operation.multiple * producedBy(work, buffer)) / quantity
    return stock.level(never) - levelAt(minimum, never) < multiple - epsilon
  })

/** How well the stock of a buffer meets what is taken and its minimum. */
interface State {
  readonly buffer: Buffer
  /** The lowest stock, at most 0. */
  readonly lowest: number
  /** The lowest stock from the current date on, at most 0: a lower one in the past would hide it. */
  readonly lowestAhead: number
  /** First date below the minimum. */
  readonly shortage: Seconds
}

const stateOf = (buffer: Buffer, current: Seconds): State => ({
  buffer,
  lowest: Math.min(0, buffer.stock.lowestFrom(-never)),
  lowestAhead: Math.min(0, buffer.stock.lowestFrom(current)),
  shortage: firstShortage(buffer.stock, buffer.minimum, current),
})

const isAsGood = (state: State, before: State): boolean =>
  state.lowest >= before.lowest - epsilon &&
  state.lowestAhead >= before.lowestAhead - epsilon &&
  state.shortage >= before.shortage

const productsOf = (orders: readonly Order[]): readonly Buffer[] => [
  ...new Set(
    orders.flatMap(({ movements }) =>
      movements.flatMap(({ buffer, quantity }) => (quantity > 0 ? buffer : [])),
    ),
  ),
]

const producedBy = (orders: readonly Order[], buffer: Buffer): number =>
  orders.reduce(
    (sum, { movements }) =>
      movements.reduce(
        (all, each) => (each.buffer === buffer && each.quantity > 0 ? all + each.quantity : all),
        sum,
      ),
    0,
  )
