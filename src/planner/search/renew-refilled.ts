/**
 * Avoids lots that the refill of safety stock makes unnecessary. Sales orders are planned first, each with a lot just in
 * time; a refill some days before that, of a whole lot, may be sufficient for them too, or fill the stock above its
 * maximum. The orders of such a stock are planned again in the sequence of its requirements, and the result is kept if
 * it needs less.
 */
import type { Buffer } from '../network/nodes.ts'
import { levelAt } from '../calendar/step-function.ts'
import type { Steps } from '../pauses.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { changesOver, neededAnyway, removeExcessOfRefills } from './excess.ts'
import type { Order } from './plan.ts'
import { refill, restock } from './restock.ts'
import type { Search } from './search.ts'
import { replenish } from './supply.ts'

/** Refills safety stock, and makes no more than the sales orders and the safety stock need together. */
export function* restockWithoutExcess(search: Search, deliveries: readonly Delivery[]): Steps<void> {
  const renewal = new Renewal(search, yield* neededAnyway(search, deliveries))
  let isRefilled = false
  yield* restock(search, replenish, (buffer, mark) => {
    isRefilled = true
    renewal.of(buffer, mark)
  })
  if (!isRefilled) return
  search.plan.forget(renewal.gone)
  yield
  yield* removeExcessOfRefills(search, deliveries, renewal.gone.size > 0)
}

class Renewal {
  /** The orders that others have replaced. */
  readonly gone = new Set<Order>()
  readonly #search: Search
  readonly #needed: ReadonlySet<Order>
  /** The orders that may be replaced, by their only product, of those before `#seen`. */
  readonly #orders = new Map<Buffer, Order[]>()
  #seen = 0

  constructor(search: Search, needed: ReadonlySet<Order>) {
    this.#search = search
    this.#needed = needed
  }

  /** Plans the orders of a buffer again if its refill since the mark leaves more in stock than is needed. */
  of(buffer: Buffer, mark: number): void {
    if (!this.#isTooMuch(buffer)) return
    this.#sortUntil(mark)
    const orders = this.#orders.get(buffer) ?? []
    if (orders.length === 0) return
    const { plan, settings } = this.#search
    const refills = plan.orders.slice(mark)
    if (refills.some(({ owner }) => owner !== undefined)) return
    const before = [...orders, ...refills]
    const lowest = buffer.stock.lowestFrom(settings.current)
    plan.rollback(mark)
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) plan.takeBack(order)
    refill(this.#search, buffer, replenish)
    const after = plan.orders.slice(mark)
    const isEnough = buffer.stock.lowestFrom(settings.current) >= Math.min(lowest, 0) - epsilon
    const isLess = producedBy(after, buffer) < producedBy(before, buffer) - epsilon
    if (isEnough && isLess && (after.length <= before.length || buffer.maximum !== 0)) {
      for (const order of orders) this.gone.add(order)
      this.#orders.delete(buffer)
      return
    }
    plan.rollback(mark)
    for (const [index, order] of orders.entries()) plan.putBack(order, loads[index]!)
    refill(this.#search, buffer, replenish)
  }

  /** Returns whether stock is left at the end, or is above its maximum. */
  #isTooMuch({ minimum, maximum, stock }: Buffer): boolean {
    if (maximum === 0) return stock.level(never) > levelAt(minimum, never) + epsilon
    const most = typeof maximum === 'number' ? maximum : Math.max(...maximum.values)
    return stock.firstAtLeast(this.#search.settings.current, most + 2 * epsilon) !== never
  }

  #sortUntil(mark: number): void {
    const { orders } = this.#search.plan
    for (; this.#seen < mark; this.#seen += 1) {
      const order = orders[this.#seen]!
      const { locked, owner, operation, movements } = order
      if (locked !== undefined || owner !== undefined || operation.steps.length > 0) continue
      // Its predecessors would stay.
      if (order.before.length > 0 || order.reuses.length > 0) continue
      if (this.#needed.has(order) || this.gone.has(order) || changesOver(order)) continue
      const products = movements.filter(({ quantity }) => quantity > 0)
      const [product] = products
      if (product === undefined || products.some(({ buffer }) => buffer !== product.buffer)) continue
      const known = this.#orders.get(product.buffer)
      if (known === undefined) this.#orders.set(product.buffer, [order])
      else known.push(order)
    }
  }
}

const producedBy = (orders: readonly Order[], buffer: Buffer): number =>
  orders.reduce(
    (sum, { movements }) =>
      movements.reduce(
        (all, each) => (each.buffer === buffer && each.quantity > 0 ? all + each.quantity : all),
        sum,
      ),
    0,
  )
