/** A plan in memory that can be changed: its network, orders and deliveries, with their indexes and references. */
import { highestOf } from '../calendar/step-function.ts'
import type { DemandRow, PlannerInput } from '../input.ts'
import type { Network } from '../network/compile.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { finish, pauses, type Steps } from '../pauses.ts'
import { shipsTogether } from '../search/deliver-together.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Order, Plan } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { createSearch } from '../solve.ts'
import { type LateRefills, lateRefillsOf } from '../search/late-refills.ts'
import type { Seconds } from '../time.ts'
import { Totals } from './consequences/totals.ts'
import { OrderIndex } from './order-index.ts'

export class LiveState {
  network: Network
  search: Search
  readonly plan: Plan
  readonly totals: Totals
  /** Demands that are planned, and all rows, by name. */
  readonly demands = new Map<string, Demand>()
  readonly rows = new Map<string, DemandRow>()
  readonly deliveries = new Map<string, Delivery>()
  /** The demand of each order that is a shipment. */
  readonly shipped = new Map<Order, Demand>()
  /** Whether the reasons of late sales orders are known as far as a run finds them. */
  isExplained = true
  /** Names of the lines of each sales order that ships complete, by owner. */
  readonly together = new Map<string, Set<string>>()
  readonly #references = new Map<Order, string>()
  #index: OrderIndex | undefined
  #lateRefills: Map<Buffer, ReadonlySet<Seconds>> | undefined
  #named: Map<string, Order> | undefined
  #levels: Map<Buffer, number> | undefined
  readonly #nextKey: () => string

  private constructor(network: Network, plan: Plan, nextKey: () => string) {
    this.#nextKey = nextKey
    this.network = network
    this.plan = plan
    this.search = createSearch(network, plan)
    this.totals = new Totals(network)
  }

  /** Creates the state of a plan. */
  static *create(
    network: Network,
    plan: Plan,
    deliveries: readonly Delivery[],
    references: ReadonlyMap<Order, string>,
    nextKey: () => string,
  ): Steps<LiveState> {
    const state = new LiveState(network, plan, nextKey)
    // Of rows with the same name, the first one is planned.
    for (const row of network.input.demands) if (!state.rows.has(row.name)) state.rows.set(row.name, row)
    yield
    for (const delivery of deliveries) state.setDemand(delivery.demand.name, delivery.demand, delivery)
    yield
    for (const [order, reference] of references) state.#references.set(order, reference)
    yield* state.totals.fill(plan.orders, deliveries)
    return state
  }

  /** Index of the orders of the plan, made when it is first needed: a plan that is only compared needs none. */
  get index(): OrderIndex {
    return this.#index ?? finish(this.indexOrders())
  }

  /** Makes the index of the orders in steps, unless it is made; the plan may not change between them. */
  *indexOrders(): Steps<OrderIndex> {
    if (this.#index !== undefined) return this.#index
    const index = new OrderIndex()
    for (const [place, order] of this.plan.orders.entries()) {
      if (pauses(place)) yield
      // Steps that were ended early have left the numbers of their index.
      order.serial = -1
      index.add(order)
    }
    // The index may have been needed meanwhile: it numbers the orders in the same way.
    this.#index ??= index
    return this.#index
  }

  /** Late refills of the plan, found when they are first needed. */
  get lateRefills(): LateRefills {
    return (this.#lateRefills ??= new Map(lateRefillsOf(this.plan.orders)))
  }

  /** Finds the late refills of changed buffers again. */
  updateLateRefills(buffers: Iterable<Buffer>): void {
    if (this.#lateRefills === undefined) return
    for (const buffer of buffers) {
      if (highestOf(buffer.minimum) <= 0) continue
      const dates = lateRefillsOf(this.index.moving(buffer)).get(buffer)
      if (dates === undefined) this.#lateRefills.delete(buffer)
      else this.#lateRefills.set(buffer, dates)
    }
  }

  get input(): PlannerInput {
    return this.network.input
  }

  /** Sets the delivery of a demand, without updating the totals; undefined if it is not planned. */
  setDemand(name: string, demand: Demand | undefined, delivery: Delivery | undefined): void {
    const former = this.deliveries.get(name)
    for (const { order } of former?.shipments ?? []) this.shipped.delete(order)
    const before = this.demands.get(name)
    if (before !== undefined && shipsTogether(before)) this.together.get(before.owner)?.delete(name)
    if (demand === undefined) this.demands.delete(name)
    else this.demands.set(name, demand)
    if (demand !== undefined && shipsTogether(demand)) {
      const lines = this.together.get(demand.owner)
      if (lines === undefined) this.together.set(demand.owner, new Set([name]))
      else lines.add(name)
    }
    if (delivery === undefined) this.deliveries.delete(name)
    else this.deliveries.set(name, delivery)
    for (const { order } of delivery?.shipments ?? []) this.shipped.set(order, delivery!.demand)
  }

  /** Returns the demands that ship together with a demand, including itself; only itself if it ships separately. */
  linesOf(demand: Demand): readonly Demand[] {
    if (!shipsTogether(demand)) return [demand]
    return [...(this.together.get(demand.owner) ?? [])].flatMap((name) => this.demands.get(name) ?? [])
  }

  /** Returns the reference of an order, which may be temporary; undefined for a new order. */
  referenceOf(order: Order): string | undefined {
    return order.locked?.reference ?? this.#references.get(order)
  }

  /** Returns the reference of an order; an order that is not stored gets a temporary one. */
  keyOf(order: Order): string {
    const known = this.referenceOf(order)
    if (known !== undefined) return known
    const key = this.#nextKey()
    this.#references.set(order, key)
    return key
  }

  /** Returns the order with a reference, or undefined. */
  orderOf(reference: string): Order | undefined {
    if (this.#named === undefined) {
      this.#named = new Map()
      for (const order of this.plan.orders) {
        const known = this.referenceOf(order)
        if (known !== undefined) this.#named.set(known, order)
      }
    }
    return this.#named.get(reference)
  }

  setReference(order: Order, reference: string): void {
    this.#references.set(order, reference)
    this.#named?.set(reference, order)
  }

  deleteReference(order: Order): void {
    const reference = this.referenceOf(order)
    this.#references.delete(order)
    if (reference !== undefined && this.#named?.get(reference) === order) this.#named.delete(reference)
  }

  /** Adds an order that was added to the plan to the index of references, if it has one. */
  noteReference(order: Order): void {
    const reference = this.referenceOf(order)
    if (reference !== undefined) this.#named?.set(reference, order)
  }

  /** Returns the level of a buffer in the network: 0 for finished items; buffers that were found later come last. */
  levelOf(buffer: Buffer): number {
    this.#levels ??= new Map(byLevel(this.network).map((one, level) => [one, level]))
    return this.#levels.get(buffer) ?? Infinity
  }

  /** Replaces the network by one with other rows, compiled separately or the same. */
  setNetwork(network: Network): void {
    this.network = network
    this.search = createSearch(network, this.plan)
  }
}
