/**
 * The plan while it is made: orders with their movements of stock and their use of capacity. Orders are only added at
 * the end and taken back from there, so that whatever a search has tried is undone by going back to a mark. An order
 * may be moved as long as the search that made it has not ended.
 */
import type { Calendars } from '../network/calendars.ts'
import { workOn } from '../network/combinations.ts'
import { efficiencyAt } from '../network/resources.ts'
import type { Buffer, Demand, Load, Operation, Resource } from '../network/nodes.ts'
import type { Run } from '../timeline/setup-timeline.ts'
import { hour, never, type Seconds } from '../time.ts'

export interface Movement {
  readonly buffer: Buffer
  date: Seconds
  /** Negative for consumption. */
  readonly quantity: number
}

/** Work that was there already and that an order waits for: how much of it is taken for that. */
export interface Reuse {
  readonly order: Order
  readonly quantity: number
}

/** Use of capacity over the whole time of the order. */
export interface Use {
  readonly resource: Resource
  readonly load: Load
  readonly quantity: number
  /** From when on it is held: from the changeover on, which lies before the start of an order that is not ours to change. */
  from: Seconds
  readonly run: Run | undefined
}

export interface Order {
  readonly operation: Operation
  readonly quantity: number
  start: Seconds
  /** End of the changeover at its begin; the start where there is none. */
  begin: Seconds
  end: Seconds
  movements: readonly Movement[]
  uses: readonly Use[]
  /** The routing order of which it is a step. */
  readonly owner: Order | undefined
  /** Orders that must have ended before it: earlier steps, and what its operation waits for. */
  before: readonly Order[]
  /** What it takes of existing orders before it, which nothing else can wait for then. */
  reuses: readonly Reuse[]
  /** The demand that it was made for. */
  demand: Demand | undefined
  readonly batch: string
  /** Its start may not be moved before. */
  notBefore: Seconds
  /** Set when it is added to the plan. */
  cost: number
  /** Reference and status of an order that is not ours to change. */
  locked: { readonly reference: string; readonly status: string } | undefined
  /** Orders that it stands for with others: approved ones that were planned anew, together, on other dates. */
  replaces: Replaced | undefined
  /** Quantity of an existing order that nothing waits for yet. */
  unused: number
}

/** Orders that were taken back for others, with the loads by which they used resources. */
export interface Replaced {
  readonly orders: readonly Order[]
  readonly loads: readonly (readonly Load[])[]
}

const none: readonly never[] = []
const noUses: readonly Use[] = []

/** An order that is not in the plan yet. */
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
    before: none,
    reuses: none,
    demand,
    batch,
    notBefore: -never,
    cost: 0,
    locked: undefined,
    replaces: undefined,
    unused: 0,
  }
}

/** An order with its steps, if it has any. */
export type Work = readonly [head: Order, ...steps: Order[]]

/** Orders with the loads by which they used resources. */
export interface TakenBack {
  readonly orders: readonly Order[]
  readonly loads: readonly (readonly Load[])[]
}

export class Plan {
  readonly calendars: Calendars
  readonly orders: Order[] = []
  /** Existing orders of operations that others wait for, by end. */
  readonly reusable = new Map<Operation, Order[]>()
  /** Approved orders that may be moved, each with its steps, by what they bring into stock or are waited for. */
  readonly movable = new Map<Buffer | Operation, Work[]>()
  /** Orders that others stand for. */
  readonly #replaced = new Set<Order>()
  /** Existing deliveries, by demand. */
  readonly shipped = new Map<string, Order[]>()
  /** Orders that have been added so far, those that were taken back included: a measure of work. */
  placed = 0
  /** Cost and penalty of all orders, for choices by cost. */
  cost = 0
  /** Starts of the orders that changeovers of others have moved, before the first move; undefined while nobody asks. */
  moved: Map<Order, Seconds> | undefined

  constructor(calendars: Calendars) {
    this.calendars = calendars
  }

  mark(): number {
    return this.orders.length
  }

  /** Takes back what has been planned since the mark. */
  rollback(mark: number): void {
    while (this.orders.length > mark) {
      const order = this.orders.pop()!
      for (let index = order.movements.length - 1; index >= 0; index -= 1) {
        const { buffer, date, quantity } = order.movements[index]!
        buffer.stock.add(date, -quantity)
      }
      this.release(order)
      for (const { order: used, quantity } of order.reuses) used.unused += quantity
      this.cost -= order.cost
      if (order.replaces !== undefined) this.putBackReplaced(order.replaces)
    }
  }

  /** Removes orders that other orders, planned afterwards, replace. */
  takeBackReplaced(orders: readonly Order[]): Replaced {
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    for (const order of orders) {
      this.takeBack(order)
      this.#replaced.add(order)
    }
    return { orders, loads }
  }

  putBackReplaced({ orders, loads }: Replaced): void {
    for (const [index, order] of orders.entries()) {
      this.putBack(order, loads[index]!)
      this.#replaced.delete(order)
    }
  }

  isReplaced(order: Order): boolean {
    return this.#replaced.has(order)
  }

  /** Leaves out what others stand for, for good. Only when nobody holds a mark. */
  forgetReplaced(): void {
    this.movable.clear()
    if (this.#replaced.size === 0) return
    this.forget(this.#replaced)
    for (const order of this.orders) order.replaces = undefined
    this.#replaced.clear()
  }

  /** Takes back what has been planned since the mark so that it can be restored, as long as nothing else has changed. */
  takeFrom(mark: number): TakenBack {
    const orders = this.orders.slice(mark)
    const loads = orders.map(({ uses }) => uses.map(({ load }) => load))
    this.rollback(mark)
    return { orders, loads }
  }

  /** Restores what was taken back, which costs far less than to find it again. */
  restore({ orders, loads }: TakenBack): void {
    for (const [index, order] of orders.entries()) {
      if (order.replaces !== undefined) this.takeBackReplaced(order.replaces.orders)
      this.orders.push(order)
      this.putBack(order, loads[index]!)
      for (const { order: used, quantity } of order.reuses) used.unused -= quantity
    }
  }

  /** Takes back one order, wherever it lies. It has to be forgotten, or put back. */
  takeBack(order: Order): void {
    for (const { buffer, date, quantity } of order.movements) buffer.stock.add(date, -quantity)
    this.release(order)
    this.cost -= order.cost
  }

  /** Puts back what was taken back. */
  putBack(order: Order, loads: readonly Load[]): void {
    for (const { buffer, date, quantity } of order.movements) buffer.stock.add(date, quantity)
    this.occupy(order, loads)
    this.cost += order.cost
  }

  /** Leaves out orders that were taken back. Only when nobody holds a mark. */
  forget(gone: ReadonlySet<Order>): void {
    if (gone.size === 0) return
    let kept = 0
    for (const order of this.orders) if (!gone.has(order)) this.orders[kept++] = order
    this.orders.length = kept
  }

  add(order: Order): void {
    this.placed += 1
    this.orders.push(order)
    order.cost = costOf(order)
    this.cost += order.cost
  }

  addShipment(demand: string, order: Order): void {
    this.shipped.set(demand, [...(this.shipped.get(demand) ?? []), order])
  }

  move(order: Order, movement: Movement): void {
    order.movements = withOne(order.movements, movement)
    movement.buffer.stock.add(movement.date, movement.quantity)
  }

  /** Moves a movement to another date. */
  shift(movement: Movement, date: Seconds): void {
    if (movement.date === date) return
    movement.buffer.stock.add(movement.date, -movement.quantity)
    movement.buffer.stock.add(date, movement.quantity)
    movement.date = date
  }

  /** Gives back the capacity that an order uses. */
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

  /** Takes capacity for an order, for the time that it has. */
  occupy(order: Order, loads: readonly Load[]): void {
    order.uses = loads.length === 0 ? noUses : loads.map((load) => occupy(this, order, load, loads))
  }
}

/** A list with one more. What is pushed to keeps room for a dozen more, for ever, and orders are many. */
function withOne(list: readonly Movement[], one: Movement): readonly Movement[] {
  if (list.length === 0) return [one]
  if (list.length === 1) return [list[0]!, one]
  if (list.length === 2) return [list[0]!, list[1]!, one]
  return list.concat(one)
}

/** Quantity of capacity that an order takes by a load. */
export function loadQuantity(load: Load, operationQuantity: number, seconds: number): number {
  const { buckets } = load.resource
  if (buckets === undefined) return load.quantity
  return buckets.unit === 'quantity'
    ? load.quantity * operationQuantity + load.fixed
    : (load.quantity * seconds) / hour + load.fixed
}

/** Takes capacity by one of the loads of an order. */
function occupy(plan: Plan, order: Order, load: Load, loads: readonly Load[]): Use {
  const { resource } = load
  const { start, begin, end, operation } = order
  const quantity = loadQuantity(load, order.quantity, runSeconds(operation, order.quantity))
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
    // Changeovers take the open time of everything that the order uses, as its work does.
    work: workOn(plan, operation, loads),
    isFixed: !isOurs,
    notBefore: () => order.notBefore,
    onShift: (shifted) => {
      if (end > use.from) resource.free.add(use.from, quantity)
      if (end > shifted) resource.free.add(shifted, -quantity)
      if (end > use.from !== end > shifted) resource.free.add(end, end > shifted ? quantity : -quantity)
      use.from = shifted
      if (plan.moved !== undefined && !plan.moved.has(order)) plan.moved.set(order, order.start)
      if (isOurs) order.start = shifted
    },
  }
  const use: Use = { resource, load, quantity, from: start, run }
  resource.setups.add(run, resource.matrix!)
  return use
}

/** Seconds that an order of the operation runs at normal speed. */
export const runSeconds = ({ duration, durationPer }: Operation, quantity: number): number =>
  duration + durationPer * quantity

/** What an order costs, for choices between ways of doing the same. */
function costOf({ operation, quantity, uses, start }: Order): number {
  let cost = operation.cost * quantity
  const hours = runSeconds(operation, quantity) / hour
  for (const { resource } of uses) {
    if (resource.cost > 0) cost += (resource.cost * hours * 100) / efficiencyAt(resource, start)
  }
  return cost
}
