/**
 * The plan under construction: orders with their stock movements and their use of capacity. Orders are only appended
 * and removed from the end, so returning to a mark undoes everything that a search has tried. An order may be moved
 * until the search that created it ends.
 */
import type { Calendars } from '../network/calendars.ts'
import { workOn } from '../network/combinations.ts'
import { efficiencyAt } from '../network/resources.ts'
import type { Buffer, Demand, Load, Operation } from '../network/nodes.ts'
import type { Run } from '../timeline/setup-timeline.ts'
import { removeFrom } from '../remove-from.ts'
import { never, type Seconds } from '../time.ts'
import { type Costs, costsOfUse } from './costs.ts'
import { runSeconds } from './duration.ts'
import { isFreeBefore, loadQuantity, shiftUse, type Use } from './use.ts'

export interface Movement {
  readonly buffer: Buffer
  date: Seconds
  /** Negative for consumption. */
  readonly quantity: number
}

/** Quantity of an existing order that is assigned to an order that depends on it. */
export interface Reuse {
  readonly order: Order
  readonly quantity: number
}

export interface Order {
  readonly operation: Operation
  readonly quantity: number
  start: Seconds
  /** End of the changeover at the start of the order; equal to `start` without a changeover. */
  begin: Seconds
  end: Seconds
  movements: readonly Movement[]
  uses: readonly Use[]
  /** The routing order that this order is a step of. */
  readonly owner: Order | undefined
  /** Its steps in the plan, if it is the order of a routing. */
  steps: readonly Order[]
  /** Orders that must end before this one starts: earlier steps and dependencies of its operation. */
  before: readonly Order[]
  /** Quantities of existing orders that are assigned to it and to no other order. */
  reuses: readonly Reuse[]
  /** The demand that it was created for. */
  demand: Demand | undefined
  readonly batch: string
  /** Its start must not be moved before this date. */
  notBefore: Seconds
  /** Both are set when the order is added to the plan. */
  cost: number
  penalty: number
  /** Reference and status of an existing order that the planner must not change. */
  locked: { readonly reference: string; readonly status: string } | undefined
  /** Approved orders that it replaces together with other orders, on other dates. */
  replaces: TakenBack | undefined
  /** Quantity of an existing order that is not assigned yet. */
  unused: number
  /** Position among the orders of a plan in memory, by the time when they were first listed; -1 if it is not listed. */
  serial: number
}

const none: readonly never[] = []
const noUses: readonly Use[] = []

/** Returns an order that is not in the plan yet. */
export function draftOrder(
  operation: Operation,
  quantity: number,
  { start, begin, end }: Pick<Order, 'start' | 'begin' | 'end'>,
  { owner, demand, batch }: Pick<Order, 'owner' | 'demand' | 'batch'>,
): Order {
  return {
    operation,
    quantity,
    start,
    begin,
    end,
    movements: none,
    uses: noUses,
    owner,
    steps: none,
    before: none,
    reuses: none,
    demand,
    batch,
    notBefore: -never,
    cost: 0,
    penalty: 0,
    locked: undefined,
    replaces: undefined,
    unused: 0,
    serial: -1,
  }
}

/** An order with its steps, if it has any. */
export type Work = readonly [head: Order, ...steps: Order[]]

/** Orders that were taken out of the plan, with their loads. */
export interface TakenBack {
  readonly orders: readonly Order[]
  readonly loads: readonly (readonly Load[])[]
}

export class Plan {
  readonly calendars: Calendars
  readonly orders: Order[]
  /** Existing orders that other operations depend on, by the name of their operation, sorted by end date. */
  readonly reusable = new Map<string, Order[]>()
  /**
   * Approved orders that may be moved, with their steps, by the buffer that they supply or the operation that they
   * perform.
   */
  readonly movable = new Map<Buffer | Operation, Work[]>()
  /** Orders that others replace. */
  readonly #replaced = new Set<Order>()
  /** Existing deliveries, by demand. */
  readonly shipped = new Map<string, Order[]>()
  /** Number of orders added so far, including those taken back: a measure of work. */
  placed = 0
  /** Cost and penalty of all orders, for choices by them. */
  readonly costs: Costs = { cost: 0, penalty: 0 }
  /** Original starts of orders that were moved by changeovers of others; undefined while moves are not recorded. */
  moved: Map<Order, Seconds> | undefined

  /** @param orders the orders at the start; the plan changes the list */
  constructor(calendars: Calendars, orders: Order[] = []) {
    this.calendars = calendars
    this.orders = orders
  }

  mark(): number {
    return this.orders.length
  }

  /** Removes everything planned since the mark. */
  rollback(mark: number): void {
    while (this.orders.length > mark) {
      const order = this.orders.pop()!
      if (order.owner !== undefined) order.owner.steps = order.owner.steps.slice(0, -1)
      for (let index = order.movements.length - 1; index >= 0; index -= 1) {
        const { buffer, date, quantity } = order.movements[index]!
        buffer.stock.add(date, -quantity)
      }
      this.release(order)
      for (const { order: used, quantity } of order.reuses) used.unused += quantity
      this.#count(order, -1)
      if (order.replaces !== undefined) this.putBackReplaced(order.replaces)
    }
  }

  /** Removes orders that later orders replace. */
  takeBackReplaced(orders: readonly Order[]): TakenBack {
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) {
      this.takeBack(order)
      this.#replaced.add(order)
    }
    return { orders, loads }
  }

  putBackReplaced({ orders, loads }: TakenBack): void {
    for (const [index, order] of orders.entries()) {
      this.putBack(order, loads[index]!)
      this.#replaced.delete(order)
    }
  }

  isReplaced(order: Order): boolean {
    return this.#replaced.has(order)
  }

  /** Removes replaced orders permanently. Allowed only while no mark is in use. */
  deleteReplaced(): void {
    this.movable.clear()
    if (this.#replaced.size === 0) return
    this.forget(this.#replaced)
    for (const order of this.orders) order.replaces = undefined
    this.#replaced.clear()
  }

  /**
   * Removes everything planned since the mark so that `restore` can add it again, provided that the plan has not
   * changed otherwise.
   */
  takeFrom(mark: number): TakenBack {
    const taken = this.plannedSince(mark)
    this.rollback(mark)
    return taken
  }

  /** Returns everything planned since the mark, to `restore` it once it is removed. */
  plannedSince(mark: number): TakenBack {
    const orders = this.orders.slice(mark)
    return { orders, loads: orders.map(({ uses }) => uses.map(({ load }) => load)) }
  }

  /** Adds removed orders again, which is much cheaper than planning them again. */
  restore({ orders, loads }: TakenBack): void {
    for (const [index, order] of orders.entries()) {
      if (order.replaces !== undefined) this.takeBackReplaced(order.replaces.orders)
      this.append(order)
      this.putBack(order, loads[index]!)
      // While its steps were removed and added, changeovers moved some of them.
      if (order.steps.length > 0 && order.locked === undefined) startWithSteps(this, order)
      for (const { order: used, quantity } of order.reuses) used.unused -= quantity
    }
  }

  /** Removes one order from any position. The caller then calls `forget` or `putBack`. */
  takeBack(order: Order): void {
    for (const { buffer, date, quantity } of order.movements) buffer.stock.add(date, -quantity)
    this.release(order)
    this.#count(order, -1)
  }

  /** Adds an order again that `takeBack` removed. */
  putBack(order: Order, loads: readonly Load[]): void {
    for (const { buffer, date, quantity } of order.movements) buffer.stock.add(date, quantity)
    this.occupy(order, loads)
    this.#count(order, 1)
  }

  /** Deletes orders that were taken back. Allowed only while no mark is in use. */
  forget(gone: ReadonlySet<Order>): void {
    removeFrom(this.orders, gone)
  }

  /** Adds a new order; ending before the wanted date counts as a penalty. */
  add(order: Order, wanted: Seconds = -never): void {
    this.placed += 1
    this.append(order)
    countCosts(order, wanted)
    this.#count(order, 1)
  }

  /** Adds an order whose costs are known or do not count. */
  append(order: Order): void {
    this.orders.push(order)
    if (order.owner !== undefined) order.owner.steps = [...order.owner.steps, order]
  }

  /** Computes the costs of an order again that was moved. */
  recount(order: Order, wanted: Seconds): void {
    this.#count(order, -1)
    countCosts(order, wanted)
    this.#count(order, 1)
  }

  #count({ cost, penalty }: Order, sign: 1 | -1): void {
    this.costs.cost += sign * cost
    this.costs.penalty += sign * penalty
  }

  addShipment(demand: string, order: Order): void {
    this.shipped.set(demand, [...(this.shipped.get(demand) ?? []), order])
  }

  move(order: Order, movement: Movement): void {
    order.movements = withOne(order.movements, movement)
    movement.buffer.stock.add(movement.date, movement.quantity)
  }

  /** Moves a stock movement to another date. */
  shift(movement: Movement, date: Seconds): void {
    if (movement.date === date) return
    movement.buffer.stock.add(movement.date, -movement.quantity)
    movement.buffer.stock.add(date, movement.quantity)
    movement.date = date
  }

  /** Releases the capacity of an order. */
  release(order: Order): void {
    if (order.uses.length === 0) return
    for (const { resource, quantity, from, run } of order.uses) {
      if (run !== undefined) resource.setups!.remove(run, resource.matrix!)
      if (resource.buckets !== undefined) resource.buckets.take(from, -quantity)
      else if (order.end > from) {
        resource.free.add(from, quantity)
        resource.free.add(order.end, -quantity)
      }
    }
    order.uses = noUses
  }

  /** Uses capacity for an order on its current dates. */
  occupy(order: Order, loads: readonly Load[]): void {
    order.uses = loads.length === 0 ? noUses : loads.map((load) => occupy(this, order, load, loads))
  }
}

/** Returns a list with one more element. `push` would reserve memory for a dozen more in each of very many orders. */
function withOne(list: readonly Movement[], one: Movement): readonly Movement[] {
  if (list.length === 0) return [one]
  if (list.length === 1) return [list[0]!, one]
  if (list.length === 2) return [list[0]!, list[1]!, one]
  return list.concat(one)
}

/** Uses capacity by one of the loads of an order. */
function occupy(plan: Plan, order: Order, load: Load, loads: readonly Load[]): Use {
  const { resource } = load
  const { start, begin, end, operation } = order
  const quantity = loadQuantity(load, order.quantity, secondsTaken(plan, order, load, loads))
  if (resource.buckets !== undefined) resource.buckets.take(start, quantity)
  else if (end > start) {
    resource.free.add(start, -quantity)
    resource.free.add(end, quantity)
  }
  if (resource.setups === undefined) return { resource, load, quantity, from: start, run: undefined }
  const isOurs = order.locked === undefined && order.owner?.locked === undefined
  const run: Run = {
    start,
    begin,
    end,
    setup: load.setup,
    // A changeover takes place in the open time of everything that the order uses, like its run.
    work: workOn(plan, operation, loads),
    isFixed: !isOurs,
    notBefore: () => order.notBefore,
    isFreeFrom: (date) => order.uses.every((other) => other === use || isFreeBefore(other, date)),
    onShift: (shifted) => {
      // Existing orders have run dates only: nothing else is used during a changeover.
      for (const one of isOurs ? order.uses : [use]) shiftUse(one, end, shifted)
      noteStart(plan, order)
      if (!isOurs) return
      order.start = shifted
      if (order.owner !== undefined) startWithSteps(plan, order.owner)
    },
  }
  const use: Use = { resource, load, quantity, from: start, run }
  resource.setups.add(run, resource.matrix!)
  return use
}

/** Lets the order of a routing start with the first of its steps, unless it uses resources itself: these stay reserved. */
function startWithSteps(plan: Plan, order: Order): void {
  if (order.uses.length > 0) return
  noteStart(plan, order)
  order.start = order.steps.reduce((first, { start }) => Math.min(first, start), never)
  order.begin = order.start
}

/** Records the original start of an order that is about to be moved, while moves are recorded. */
function noteStart({ moved }: Plan, order: Order): void {
  if (moved !== undefined && !moved.has(order)) moved.set(order, order.start)
}

/**
 * Returns the working seconds of an order for the capacity that a load uses: where hours are counted, those that the
 * order takes at the speed of its resources.
 */
function secondsTaken(plan: Plan, order: Order, { resource }: Load, loads: readonly Load[]): number {
  const { operation, quantity, begin, end, locked } = order
  const seconds = runSeconds(operation, quantity)
  if (resource.buckets?.unit !== 'hours') return seconds
  // The dates of existing orders may be any.
  if (locked === undefined) return workOn(plan, operation, loads).between(begin, end)
  const slowest = loads.reduce((least, each) => Math.min(least, efficiencyAt(each.resource, begin)), never)
  return (seconds * 100) / slowest
}

/** Computes the cost and the penalty of an order, for choices between alternates. */
function countCosts(order: Order, wanted: Seconds): void {
  const { operation, quantity, uses, start, begin, end } = order
  const seconds = runSeconds(operation, quantity)
  order.cost = operation.cost * quantity
  order.penalty = 0
  for (const { resource, run } of uses) {
    const to = run?.setup
    const changeover = to === undefined ? undefined : { from: resource.setups!.setupAt(begin - 1), to }
    const { cost, penalty } = costsOfUse({ resource, changeover, start, begin, end, wanted, seconds })
    order.cost += cost
    order.penalty += penalty
  }
}
