/** Key figures of a plan, updated while orders and deliveries are added and removed. */
import { isLate } from '../../../rules/late.ts'
import { quantityDaysLate } from '../../lateness.ts'
import type { Network } from '../../network/compile.ts'
import type { Resource } from '../../network/nodes.ts'
import { type Steps, pauses } from '../../pauses.ts'
import { orderWork } from '../../result/order-work.ts'
import { capacityUntil, endOfWork } from '../../result/plan-capacity.ts'
import { workSpan } from '../../result/work-span.ts'
import { poolsOf } from '../../result/resource-capacity.ts'
import type { Delivery } from '../../search/delivery.ts'
import type { Order } from '../../search/plan.ts'
import { epsilon } from '../../timeline/profile.ts'
import { hour, type Seconds } from '../../time.ts'
import type { KeyFigures } from './facts.ts'

/** Hours including changeovers, and the hours of changeovers. */
export interface Load {
  readonly load: number
  readonly setup: number
}

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
  load: number
  setup: number
}

export class Totals {
  readonly #network: Network
  readonly #current: Seconds
  readonly #loads = new Map<Resource, Load>()
  readonly #counted = new Set<Resource>()
  /** Capacity of the counted resources until a date. */
  #available = { until: 0, sum: 0 }
  #sums: Sums = {
    ontime: 0,
    late: 0,
    short: 0,
    quantityDays: 0,
    value: 0,
    weighted: 0,
    last: undefined,
    workEnd: undefined,
    load: 0,
    setup: 0,
  }

  constructor(network: Network) {
    this.#network = network
    this.#current = network.input.settings.current
  }

  /** Adds a whole plan. */
  *fill(orders: readonly Order[], deliveries: Iterable<Delivery>): Steps<this> {
    const sums = this.#sums
    const network = this.#network
    sums.last = this.#current
    for (const { infinite, onhand, item } of network.buffers) {
      if (!infinite) sums.value += onhand * item.cost
    }
    const loads = new Map<Resource, LoadSum>()
    for (const [index, order] of orders.entries()) {
      if (pauses(index)) yield
      this.addOrder(order)
      for (const use of order.uses) {
        let sum = loads.get(use.resource)
        if (sum === undefined) loads.set(use.resource, (sum = { load: 0, setup: 0 }))
        addLoad(sum, network, order, use)
      }
    }
    for (const delivery of deliveries) this.addDelivery(delivery)
    yield
    const { pools } = poolsOf(network.input.resources)
    const until = endOfWork(network, workSpan(orders))
    sums.workEnd = until
    this.#available = { until, sum: 0 }
    for (const resource of network.resources.all) {
      yield
      if (!pools.has(resource.name)) {
        const available = capacityUntil(network, resource, until)
        this.#available.sum += available
        if (available > 0) this.#counted.add(resource)
      }
      this.setLoad(resource, loads.get(resource) ?? idle)
    }
    return this
  }

  /** Returns the capacity until the end of the last work. */
  #availableUntil(until: Seconds): number {
    if (until !== this.#available.until) {
      let sum = 0
      for (const resource of this.#counted) sum += capacityUntil(this.#network, resource, until)
      this.#available = { until, sum }
    }
    return this.#available.sum
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
    const before = this.loadOf(resource)
    this.#loads.set(resource, load)
    this.#sums.setup += load.setup - before.setup
    if (this.#counted.has(resource)) this.#sums.load += load.load - before.load
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
    const available = this.#availableUntil(sums.workEnd)
    const span = sums.last - this.#current
    const { ontime, late, short, quantityDays, value, weighted, load, setup } = sums
    return {
      ontime,
      late,
      short,
      quantity_days_late: Math.max(0, quantityDays),
      stock_value: span > 0 ? value - weighted / span : value,
      setup_hours: setup,
      utilization: available > 0 ? (100 * load) / available : 0,
    }
  }
}

const idle: Load = { load: 0, setup: 0 }

/** A load to which that of one order after the other is added. */
type LoadSum = { -readonly [Part in keyof Load]: Load[Part] }

/** Returns the load of a resource by the orders that use it. */
export function loadOf(
  network: Pick<Network, 'calendars'>,
  resource: Resource,
  orders: Iterable<Order>,
): Load {
  const sum: LoadSum = { load: 0, setup: 0 }
  for (const order of orders)
    for (const use of order.uses) if (use.resource === resource) addLoad(sum, network, order, use)
  return sum
}

function addLoad(
  sum: LoadSum,
  { calendars }: Pick<Network, 'calendars'>,
  order: Order,
  { resource, quantity, from }: Order['uses'][number],
): void {
  if (resource.buckets !== undefined) {
    sum.load += quantity
    return
  }
  const { begin, end } = order
  const work = orderWork(calendars, order)
  sum.load += (quantity * work.between(from, end)) / hour
  if (from < begin) sum.setup += (quantity * work.between(from, begin)) / hour
}

function lastMovement(orders: Iterable<Order>, current: Seconds): Seconds {
  let last = current
  for (const { movements } of orders) {
    for (const { buffer, date } of movements) if (!buffer.infinite) last = Math.max(last, date)
  }
  return last
}
