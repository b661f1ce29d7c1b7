/**
 * Changes a finished plan: removes some demands and plans them again in another way. The result is kept only if it is
 * better; otherwise the plan is restored. Supply that other demands use stays.
 */
import type { Buffer, Demand, Load, Resource } from '../network/nodes.ts'
import { shipsTogether } from '../search/deliver-together.ts'
import type { Delivery } from '../search/delivery.ts'
import { countFlaws } from '../search/flaws.ts'
import type { Order } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { isBetter, type Judge } from './judge.ts'
import { weightsOf } from './objective.ts'

export class Revision {
  readonly search: Search
  readonly #deliveries = new Map<Demand, Delivery>()
  readonly #orders = new Map<Demand, Order[]>()
  /** Users of resources and buffers; undefined until the first request, because explanations need none. */
  #users: Map<Resource | Buffer, Set<Order>> | undefined
  readonly #gone = new Set<Order>()
  readonly #setups: readonly Resource[]
  /** Number of impossible changeovers of existing orders at the start. */
  readonly #flaws: number
  /** Weight of each demand; undefined for strict priorities. */
  readonly #weights: ReadonlyMap<Demand, number> | undefined

  constructor(search: Search, deliveries: readonly Delivery[]) {
    this.search = search
    this.#setups = search.network.resources.all.filter(({ setups }) => setups !== undefined)
    this.#flaws = countFlaws(this.#setups)
    this.#weights = search.settings.priorityAsWeight
      ? weightsOf(deliveries.map(({ demand }) => demand))
      : undefined
    for (const delivery of deliveries) this.#deliveries.set(delivery.demand, delivery)
    for (const order of search.plan.orders) this.#note(order)
  }

  delivery(demand: Demand): Delivery {
    return this.#deliveries.get(demand)!
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()]
  }

  ordersOf(demand: Demand): readonly Order[] {
    return this.#orders.get(demand) ?? []
  }

  /** Returns the orders that use a resource, or consume from a buffer. */
  usersOf(bound: Resource | Buffer): ReadonlySet<Order> {
    if (this.#users === undefined) {
      this.#users = new Map()
      for (const order of this.search.plan.orders) if (!this.#gone.has(order)) noteUses(this.#users, order)
    }
    return this.#users.get(bound) ?? none
  }

  /** Returns the total changeover time in seconds. */
  changeovers(): number {
    let seconds = 0
    for (const { setups } of this.#setups) seconds += setups!.changeovers()
    return seconds
  }

  /** Returns whether a demand is planned separately and uses no existing order. */
  isFree(demand: Demand): boolean {
    return !shipsTogether(demand) && this.#reusesNothing(demand)
  }

  /**
   * Removes the demands and plans them again with `plan`, which returns their deliveries, or undefined to give up.
   * Returns whether the result was preferred and is kept. It does not depend on earlier attempts that were not kept.
   */
  attempt(
    demands: readonly Demand[],
    plan: () => readonly Delivery[] | undefined,
    judge: Judge = isBetter,
  ): boolean {
    const taking = this.#takeOutFree(demands)
    if (taking === undefined) return false
    const { plan: current, limits } = this.search
    const mark = current.mark()
    limits.startPlan()
    return this.#judge(taking, mark, plan(), judge)
  }

  /** The same for planning that takes longer and yields regularly. */
  *attemptInSteps(
    demands: readonly Demand[],
    plan: () => Generator<void, readonly Delivery[] | undefined>,
  ): Generator<void, boolean> {
    const taking = this.#takeOutFree(demands)
    if (taking === undefined) return false
    const { plan: current, limits } = this.search
    const mark = current.mark()
    limits.startPlan()
    return this.#judge(taking, mark, yield* plan(), isBetter)
  }

  /**
   * Calls `ask` in the plan without some demands and restores the plan. Returns undefined if they cannot be removed
   * because others use their supply.
   */
  without<Answer>(demands: readonly Demand[], ask: () => Answer): Answer | undefined {
    if (!demands.every((demand) => this.#reusesNothing(demand))) return undefined
    const taking = this.#takeOut(demands)
    if (taking === undefined) return undefined
    const mark = this.search.plan.mark()
    const answer = ask()
    this.search.plan.rollback(mark)
    this.#putBack(taking.taken)
    return answer
  }

  /** Deletes replaced orders from the plan. */
  close(): void {
    this.search.plan.forget(this.#gone)
    this.#gone.clear()
  }

  #judge(taking: Taking, mark: number, made: readonly Delivery[] | undefined, judge: Judge): boolean {
    const { plan } = this.search
    const { demands, taken, changeovers } = taking
    if (made !== undefined) {
      const before = {
        deliveries: demands.map((demand) => this.delivery(demand)),
        changeovers,
        begin: firstBegin(taken.map(({ order }) => order)),
      }
      const after = {
        deliveries: made,
        changeovers: this.changeovers(),
        begin: firstBegin(plan.orders.slice(mark)),
      }
      if (judge(before, after, this.#weights) && countFlaws(this.#setups) <= this.#flaws) {
        this.#keep(taking, mark, made)
        return true
      }
    }
    plan.rollback(mark)
    this.#putBack(taken)
    return false
  }

  #putBack(taken: readonly Taken[]): void {
    for (const { order, start, loads } of taken) {
      order.start = start
      this.search.plan.putBack(order, loads)
    }
  }

  #keep({ demands, taken }: Taking, mark: number, made: readonly Delivery[]): void {
    for (const { order, loads } of taken) {
      this.#gone.add(order)
      for (const { resource } of loads) this.#users?.get(resource)?.delete(order)
      for (const { buffer } of order.movements) this.#users?.get(buffer)?.delete(order)
    }
    for (const demand of demands) this.#orders.delete(demand)
    for (const order of this.search.plan.orders.slice(mark)) this.#note(order)
    for (const delivery of made) this.#deliveries.set(delivery.demand, delivery)
  }

  #note(order: Order): void {
    const { demand, locked } = order
    if (demand === undefined || locked !== undefined) return
    listIn(this.#orders, demand, () => []).push(order)
    if (this.#users !== undefined) noteUses(this.#users, order)
  }

  #takeOutFree(demands: readonly Demand[]): Taking | undefined {
    return demands.every((demand) => this.isFree(demand)) ? this.#takeOut(demands) : undefined
  }

  #reusesNothing(demand: Demand): boolean {
    return this.ordersOf(demand).every(({ reuses }) => reuses.length === 0)
  }

  /** Returns undefined, with nothing changed, if others use supply of these demands. */
  #takeOut(demands: readonly Demand[]): Taking | undefined {
    const { plan } = this.search
    const orders = demands.flatMap((demand) => this.ordersOf(demand))
    const made = new Set(
      orders.flatMap(({ movements }) =>
        movements.flatMap(({ buffer, quantity }) => (quantity > 0 ? buffer : [])),
      ),
    )
    for (const { stock } of made) if (stock.lowestFrom(-never) < -epsilon) return undefined
    const changeovers = this.changeovers()
    const taken = orders.map((order) => ({
      order,
      start: order.start,
      loads: order.uses.map(({ load }) => load),
    }))
    for (const order of orders) plan.takeBack(order)
    for (const { stock } of made) {
      if (stock.lowestFrom(-never) >= -epsilon) continue
      this.#putBack(taken)
      return undefined
    }
    return { demands, taken, changeovers }
  }
}

interface Taken {
  readonly order: Order
  /** Its changeover changes when its neighbors are removed. */
  readonly start: number
  readonly loads: readonly Load[]
}

interface Taking {
  readonly demands: readonly Demand[]
  readonly taken: readonly Taken[]
  /** Total changeover time before the change, in seconds. */
  readonly changeovers: number
}

const none: ReadonlySet<Order> = new Set()

function noteUses(users: Map<Resource | Buffer, Set<Order>>, order: Order): void {
  if (order.demand === undefined || order.locked !== undefined) return
  for (const { resource } of order.uses) listIn(users, resource, () => new Set<Order>()).add(order)
  for (const { buffer, quantity } of order.movements) {
    if (quantity < 0) listIn(users, buffer, () => new Set<Order>()).add(order)
  }
}

function listIn<Key, List>(lists: Map<Key, List>, key: Key, make: () => List): List {
  let list = lists.get(key)
  if (list === undefined) lists.set(key, (list = make()))
  return list
}

const firstBegin = (orders: readonly Order[]): Seconds =>
  orders.reduce((first, { begin }) => Math.min(first, begin), never)
