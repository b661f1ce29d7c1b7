/** Key figures of a plan, updated while orders and deliveries are added and removed. */
import { isLate } from '../../../rules/late.ts'
import { quantityDaysLate } from '../../lateness.ts'
import type { Network } from '../../network/compile.ts'
import type { Resource } from '../../network/nodes.ts'
import { type Steps, pauses } from '../../pauses.ts'
import {
  capacityUntil,
  countedResources,
  endOfWork,
  idle,
  type Load,
  loadFigures,
  loadsOf,
} from '../../result/plan-loads.ts'
import { workSpan } from '../../result/work-span.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import { epsilon } from '../../timeline/profile.ts'
import type { Seconds } from '../../time.ts'
import type { KeyFigures } from './facts.ts'

interface Sums {
  ontime: number
  late: number
  short: number
  quantityDays: number
  /**
   * `value`: value of all limited stock after the last movement. `weighted`: the value of each movement times the
   * seconds from the current date until it.
   */
  value: number
  weighted: number
  /** Date of the last movement of limited stock; undefined if that movement may have been removed. */
  last: Seconds | undefined
  /** End of the last work on a resource; undefined if that work may have been removed. */
  workEnd: Seconds | undefined
}

export class Totals {
  readonly #network: Network
  readonly #current: Seconds
  readonly #loads = new Map<Resource, Load>()
  readonly #counted: readonly Resource[]
  /** Capacity of the counted resources until a date. */
  #available: { readonly until: Seconds; readonly capacities: ReadonlyMap<Resource, number> } | undefined
  #sums: Sums = {
    ontime: 0,
    late: 0,
    short: 0,
    quantityDays: 0,
    value: 0,
    weighted: 0,
    last: undefined,
    workEnd: undefined,
  }

  constructor(network: Network) {
    this.#network = network
    this.#current = network.input.settings.current
    this.#counted = countedResources(network)
  }

  /** Adds a whole plan. */
  *fill(orders: readonly Order[], deliveries: Iterable<Delivery>): Steps<this> {
    const sums = this.#sums
    const network = this.#network
    sums.last = this.#current
    for (const { infinite, onhand, item } of network.buffers) {
      if (!infinite) sums.value += onhand * item.cost
    }
    for (const [index, order] of orders.entries()) {
      if (pauses(index)) yield
      this.addOrder(order)
    }
    for (const [resource, load] of yield* loadsOf(network, orders)) this.#loads.set(resource, load)
    for (const delivery of deliveries) this.addDelivery(delivery)
    yield
    sums.workEnd = endOfWork(network, workSpan(orders))
    return this
  }

  /** Returns the capacity of the counted resources until the end of the last work. */
  #capacitiesUntil(until: Seconds): ReadonlyMap<Resource, number> {
    if (until !== this.#available?.until) {
      const capacities = this.#counted.map(
        (resource) => [resource, capacityUntil(this.#network, resource, until)] as const,
      )
      this.#available = { until, capacities: new Map(capacities) }
    }
    return this.#available.capacities
  }

  addOrder({ movements, uses, end }: Order): void {
    this.#move(movements, 1)
    const sums = this.#sums
    if (uses.length > 0 && sums.workEnd !== undefined) sums.workEnd = Math.max(sums.workEnd, end)
  }

  removeOrder({ movements, end }: Order): void {
    this.#move(movements, -1)
    // Its resources may already be released.
    if (end === this.#sums.workEnd) this.#sums.workEnd = undefined
  }

  #move(movements: Order['movements'], sign: 1 | -1): void {
    const sums = this.#sums
    for (const { buffer, date, quantity } of movements) {
      if (buffer.infinite) continue
      const worth = sign * quantity * buffer.item.cost
      const moment = Math.max(date, this.#current)
      sums.value += worth
      sums.weighted += worth * (moment - this.#current)
      if (sums.last === undefined) continue
      if (sign === 1) sums.last = Math.max(sums.last, moment)
      else if (moment === sums.last && moment > this.#current) sums.last = undefined
    }
  }

  addDelivery(delivery: Delivery): void {
    this.#count(delivery, 1)
  }

  removeDelivery(delivery: Delivery): void {
    this.#count(delivery, -1)
  }

  #count({ demand, shipments }: Delivery, sign: 1 | -1): void {
    let [planned, hasLate] = [0, false]
    for (const { order, quantity } of shipments) {
      planned += quantity
      if (order.end <= demand.due) continue
      hasLate ||= isLate(demand.due, order.end)
      this.#sums.quantityDays += sign * quantityDaysLate(quantity, demand.due, order.end)
    }
    if (planned < demand.quantity - epsilon) this.#sums.short += sign
    else if (hasLate) this.#sums.late += sign
    else this.#sums.ontime += sign
  }

  loadOf(resource: Resource): Load {
    return this.#loads.get(resource) ?? idle
  }

  setLoad(resource: Resource, load: Load): void {
    this.#loads.set(resource, load)
  }

  /** Returns a function that restores the current sums of orders and deliveries. */
  save(): () => void {
    const saved = { ...this.#sums }
    return () => {
      this.#sums = saved
    }
  }

  /**
   * Returns the key figures. `orders` returns the orders of the plan; it is only called if the last movement or work may
   * have been removed.
   */
  figures(orders: () => Iterable<Order>): KeyFigures {
    const sums = this.#sums
    sums.last ??= lastMovement(orders(), this.#current)
    sums.workEnd ??= endOfWork(this.#network, workSpan(orders()))
    const capacities = this.#capacitiesUntil(sums.workEnd)
    const { setupHours, utilization } = loadFigures(
      this.#counted.map((resource) => ({
        ...this.loadOf(resource),
        available: capacities.get(resource) ?? 0,
      })),
    )
    const span = sums.last - this.#current
    const { ontime, late, short, quantityDays, value, weighted } = sums
    return {
      ontime,
      late,
      short,
      quantity_days_late: Math.max(0, quantityDays),
      stock_value: span > 0 ? value - weighted / span : value,
      setup_hours: setupHours,
      utilization,
    }
  }
}

function lastMovement(orders: Iterable<Order>, current: Seconds): Seconds {
  let last = current
  for (const { movements } of orders) {
    for (const { buffer, date } of movements) if (!buffer.infinite) last = Math.max(last, date)
  }
  return last
}
