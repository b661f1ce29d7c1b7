/** Reversible changes of a plan in memory: every step records how it is undone, and the steps are undone in reverse order. */
import type { DemandRow } from '../input.ts'
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { InvalidData } from '../network/rows.ts'
import { finish } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import type { LateRefills } from '../search/late-refills.ts'
import type { Order } from '../search/plan.ts'
import { never, type Seconds } from '../time.ts'
import { demandFacts, orderFacts, isCompared } from './consequences/facts-of.ts'
import type { DemandFacts, OrderFacts } from './consequences/facts.ts'
import type { PlanDifference } from './difference/plan-difference.ts'
import { type Load, loadOf } from '../result/plan-loads.ts'
import type { LiveState } from './state.ts'

/** Facts of a demand before the edit; undefined if it was not planned. */
export type FormerDemand = DemandFacts | undefined

export class Edit {
  readonly state: LiveState
  /** Facts of the orders before they were taken out. */
  readonly taken = new Map<Order, OrderFacts>()
  readonly added = new Set<Order>()
  /** Orders that were removed from the plan, although its list still contains them. */
  readonly gone = new Set<Order>()
  readonly demands = new Map<string, FormerDemand>()
  readonly buffers = new Set<Buffer>()
  readonly resources = new Set<Resource>()
  /** Invalid data found while rows were compiled for the edit. */
  readonly faults: InvalidData[] = []
  /** Starts of orders before changeovers of others moved them. */
  readonly moved = new Map<Order, Seconds>()
  readonly #undo: (() => void)[] = []
  /** All orders that were added, including those that were taken out again. */
  readonly #made = new Set<Order>()
  readonly #loads = new Map<Resource, Load>()
  /** Stock at the end of the plan before the edit, of the buffers that it has touched. */
  readonly #leftBefore = new Map<Buffer, number>()
  readonly #lateBefore: LateRefills
  readonly #late = new Map<Buffer, Set<Seconds>>()

  constructor(state: LiveState) {
    this.state = state
    // From here on the edit updates the index.
    finish(state.indexOrders())
    this.#lateBefore = state.lateRefills
    state.plan.moved = this.moved
    state.search.limits.startPlan()
    this.#undo.push(state.totals.save())
  }

  mark(): number {
    return this.#undo.length
  }

  /** Undoes all steps since a mark. */
  undoTo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!()
  }

  /** Undoes all steps; the state is the same as before the edit. */
  rollback(): void {
    for (const [resource, load] of this.#loads) this.state.totals.setLoad(resource, load)
    this.undoTo(0)
    this.state.plan.moved = undefined
  }

  /** Makes all steps permanent. */
  commit(): void {
    const { state, gone } = this
    state.plan.forget(gone)
    for (const order of gone) state.deleteReference(order)
    for (const order of this.added) state.noteReference(order)
    state.updateLateRefills(this.buffers)
    state.plan.moved = undefined
    this.#undo.length = 0
  }

  /** Returns when refills of a buffer arrive that were late before the edit, and those that the edit has added. */
  lateRefills(buffer: Buffer): Set<Seconds> {
    let dates = this.#late.get(buffer)
    if (dates === undefined) this.#late.set(buffer, (dates = new Set(this.#lateBefore.get(buffer))))
    return dates
  }

  /** Returns the difference that the edit has made. */
  difference(): PlanDifference {
    const moved = [...this.moved].filter(
      ([order, start]) => order.start !== start && !this.gone.has(order) && !this.added.has(order),
    )
    return {
      added: new Set(this.added),
      gone: new Set([...this.gone].filter((order) => !this.#made.has(order))),
      moved: new Map(moved),
      buffers: new Set(this.buffers),
      resources: new Set(this.resources),
      demands: new Set(this.demands.keys()),
    }
  }

  /** Takes orders out of the plan that were planned together. */
  take(work: readonly Order[]): void {
    const { state } = this
    const { plan, index, totals } = state
    for (const order of work) {
      if (this.gone.has(order)) continue
      const isOurs = this.added.has(order)
      if (!isOurs && isCompared(order) && !this.taken.has(order))
        this.taken.set(order, this.#factsBefore(order))
      this.#touch(order)
      for (const { buffer } of order.movements) this.#noteLeft(buffer, 0)
      index.remove(order)
      totals.removeOrder(order)
      const { start } = order
      const loads = order.uses.map(({ load }) => load)
      plan.takeBack(order)
      for (const { order: used, quantity } of order.reuses) used.unused += quantity
      this.gone.add(order)
      this.added.delete(order)
      this.#undo.push(() => {
        this.gone.delete(order)
        if (isOurs) this.added.add(order)
        else this.taken.delete(order)
        for (const { order: used, quantity } of order.reuses) used.unused -= quantity
        order.start = start
        plan.putBack(order, loads)
        totals.addOrder(order)
        index.add(order)
      })
    }
  }

  #factsBefore(order: Order): OrderFacts {
    const facts = orderFacts(this.state, order)
    const start = this.moved.get(order)
    return start === undefined ? facts : { ...facts, startdate: start }
  }

  /** Adds the orders that a search plans at the end of the plan. */
  append<Result>(make: () => Result): Result {
    const { plan, index, totals } = this.state
    const mark = plan.mark()
    const result = make()
    const orders = plan.orders.slice(mark)
    if (orders.length === 0) return result
    const added = new Map<Buffer, number>()
    for (const { movements } of orders)
      for (const { buffer, quantity } of movements) added.set(buffer, (added.get(buffer) ?? 0) + quantity)
    for (const [buffer, quantity] of added) this.#noteLeft(buffer, quantity)
    for (const order of orders) {
      index.add(order)
      totals.addOrder(order)
      this.#touch(order)
      this.added.add(order)
      this.#made.add(order)
    }
    this.#undo.push(() => {
      for (const order of orders) {
        index.remove(order)
        totals.removeOrder(order)
        this.added.delete(order)
      }
      plan.rollback(mark)
    })
    return result
  }

  /** Notes the stock at the end before the first change of a buffer. */
  #noteLeft(buffer: Buffer, added: number): void {
    if (!this.#leftBefore.has(buffer)) this.#leftBefore.set(buffer, buffer.stock.level(never) - added)
  }

  /** Returns by how much the edit has raised what is left of a buffer at the end of the plan; 0 if it has not. */
  moreLeft(buffer: Buffer): number {
    const level = buffer.stock.level(never)
    return Math.max(0, level - (this.#leftBefore.get(buffer) ?? level))
  }

  #touch({ movements, uses }: Order): void {
    for (const { buffer } of movements) this.buffers.add(buffer)
    for (const { resource } of uses) this.resources.add(resource)
  }

  /** Sets the delivery of a demand; undefined if it is no longer planned. */
  setDelivery(name: string, delivery: Delivery | undefined): void {
    const { state } = this
    const [demand, former] = [state.demands.get(name), state.deliveries.get(name)]
    if (!this.demands.has(name))
      this.demands.set(name, former === undefined ? undefined : demandFacts(state, former))
    if (former !== undefined) state.totals.removeDelivery(former)
    if (delivery !== undefined) state.totals.addDelivery(delivery)
    state.setDemand(name, delivery?.demand, delivery)
    this.#undo.push(() => {
      if (delivery !== undefined) state.totals.removeDelivery(delivery)
      if (former !== undefined) state.totals.addDelivery(former)
      state.setDemand(name, demand, former)
    })
  }

  setRow(name: string, row: DemandRow | undefined): void {
    const { rows, deliveries } = this.state
    const former = rows.get(name)
    if (!this.demands.has(name)) {
      const delivery = deliveries.get(name)
      this.demands.set(name, delivery === undefined ? undefined : demandFacts(this.state, delivery))
    }
    const set = (one: DemandRow | undefined): void => {
      if (one === undefined) rows.delete(name)
      else rows.set(name, one)
    }
    set(row)
    this.#undo.push(() => set(former))
  }

  /** Changes the demand for which an order was made. */
  setDemandOf(order: Order, demand: Demand | undefined): void {
    const { index } = this.state
    const former = order.demand
    const set = (one: Demand | undefined): void => {
      index.remove(order)
      order.demand = one
      index.add(order)
    }
    set(demand)
    this.#undo.push(() => set(former))
  }

  /** Assigns the former reference to an order that was placed again. */
  setReference(order: Order, reference: string): void {
    const { state } = this
    const former = state.orderOf(reference)
    state.setReference(order, reference)
    this.#undo.push(() => {
      state.deleteReference(order)
      if (former !== undefined) state.setReference(former, reference)
    })
  }

  /** Records any other step. */
  note(undo: () => void): void {
    this.#undo.push(undo)
  }

  /** Updates the loads of the resources that were touched. */
  countLoads(): void {
    const { totals, index, network } = this.state
    for (const order of this.moved.keys())
      for (const { resource } of order.uses) if (resource.setups !== undefined) this.resources.add(resource)
    for (const resource of this.resources) {
      if (!this.#loads.has(resource)) this.#loads.set(resource, totals.loadOf(resource))
      totals.setLoad(resource, loadOf(network, resource, index.using(resource)))
    }
  }

  /** Returns the load of a resource before the edit. */
  loadBefore(resource: Resource): number {
    return (this.#loads.get(resource) ?? this.state.totals.loadOf(resource)).load
  }
}
