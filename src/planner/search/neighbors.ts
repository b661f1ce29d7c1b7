/**
 * Joins consecutive lots: two orders of an operation become one, within the time of both and as late as possible, if
 * this delays no other order and causes no shortage. The fixed time is then needed once, and people handle one order
 * instead of two.
 */
import { highestOf, type StepFunction } from '../calendar/step-function.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Steps } from '../pauses.ts'
import { never, type Seconds } from '../time.ts'
import { moveStock } from './flows.ts'
import { earliestStart } from './place.ts'
import { neededOf } from './needed.ts'
import { runSeconds } from './duration.ts'
import { draftOrder, type Order } from './plan.ts'
import type { Search } from './search.ts'
import type { Slot } from './fit.ts'
import { latestSlot } from './slots.ts'

/**
 * Joins lots except those that stay separate; adds the replaced orders to `gone`, which the caller removes, and the stocks
 * from which the joined lots take less to `less`.
 */
export function* joinNeighbors(
  search: Search,
  isApart: (order: Order) => boolean,
  gone: Set<Order>,
  less: Set<Buffer>,
): Steps<void> {
  for (const lots of lotsOf(search, isApart, gone)) {
    yield
    lots.sort(byDate)
    let first = lots[0]!
    for (let at = 1; at < lots.length; at += 1) {
      const second = lots[at]!
      const joined = first.batch === second.batch ? join(search, first, second, less) : undefined
      if (joined !== undefined) gone.add(first).add(second)
      first = joined ?? second
    }
  }
}

const byDate = (a: Order, b: Order): number =>
  (a.batch < b.batch ? -1 : a.batch > b.batch ? 1 : 0) || a.end - b.end || a.start - b.start

/** Returns the lots of each operation, end items before their components, which are needed later after a join. */
function lotsOf(
  { plan, network }: Search,
  isApart: (order: Order) => boolean,
  gone: ReadonlySet<Order>,
): readonly Order[][] {
  const groups = new Map<Operation, Order[] | undefined>()
  for (const order of plan.orders) {
    const { operation } = order
    const lots = groups.get(operation)
    if (lots === undefined && groups.has(operation)) continue
    if (!isLot(order) || gone.has(order) || isApart(order)) continue
    if (lots !== undefined) lots.push(order)
    else groups.set(operation, isJoinable(operation) ? [order] : undefined)
  }
  const levels: number[] = []
  for (const [level, { id }] of byLevel(network).entries()) levels[id] = level
  const levelOf = ({ movements }: Order): number =>
    movements.reduce(
      (level, { buffer, quantity }) => (quantity > 0 ? Math.min(level, levels[buffer.id] ?? never) : level),
      never,
    )
  const found: { readonly lots: Order[]; readonly level: number }[] = []
  for (const lots of groups.values())
    if (lots !== undefined && lots.length > 1) found.push({ lots, level: levelOf(lots[0]!) })
  return found.sort((a, b) => a.level - b.level).map(({ lots }) => lots)
}

/** Returns whether an order is a proposal without changeovers and without predecessors. */
const isLot = ({ locked, owner, before, uses }: Order): boolean =>
  locked === undefined &&
  owner === undefined &&
  before.length === 0 &&
  uses.every(({ resource }) => resource.setups === undefined)

/** Returns whether a lot of twice the size moves the same materials as two lots. */
const isJoinable = ({ kind, steps, dependencies, flows }: Operation): boolean =>
  kind !== 'delivery' &&
  steps.length === 0 &&
  dependencies.length === 0 &&
  flows.every((group) => group.flows.length === 1 && group.flows[0]!.fixed === 0)

/** Joins both lots; returns undefined and changes nothing if that is not possible. */
function join(search: Search, first: Order, second: Order, less: Set<Buffer>): Order | undefined {
  const { plan } = search
  const { operation } = first
  const both = first.quantity + second.quantity
  if (both > operation.maximum + epsilon || !isOnSame(first, second)) return undefined
  if (isTooLong(first, second, both) || isNeeded(first, second)) return undefined
  const taken = [first, second].map((order) => ({ order, loads: order.uses.map(({ load }) => load) }))
  for (const { order } of taken) plan.takeBack(order)
  const quantity = neededOf(operation, both, first.movements)
  const slot = slotFor(search, first, second, quantity)
  if (slot !== undefined) {
    const demand = first.demand === second.demand ? first.demand : undefined
    const joined = draftOrder(operation, quantity, slot, { owner: undefined, demand, batch: first.batch })
    joined.notBefore = Math.min(first.notBefore, second.notBefore)
    const mark = plan.mark()
    plan.occupy(joined, slot.loads)
    plan.add(joined)
    for (const group of operation.flows) moveStock(search, joined, group)
    if (isEnough([first, second, joined])) {
      if (quantity < both) for (const move of joined.movements) if (move.quantity < 0) less.add(move.buffer)
      return joined
    }
    plan.rollback(mark)
  }
  for (const { order, loads } of taken) plan.putBack(order, loads)
  return undefined
}

const isOnSame = (first: Order, second: Order): boolean =>
  first.uses.length === second.uses.length &&
  first.uses.every(({ load }, at) => load === second.uses[at]!.load)

/**
 * Returns whether the joined lot runs longer than from the start of the first to the end of the second, ignoring
 * closed time.
 */
const isTooLong = ({ operation, start, uses }: Order, second: Order, quantity: number): boolean =>
  runSeconds(operation, quantity) > second.end - Math.min(start, second.start) &&
  uses.every(({ resource }) => resource.efficiency === 100)

/** Returns whether the product of the first lot is consumed before the second lot is finished. */
function isNeeded({ movements }: Order, second: Order): boolean {
  for (let at = 0; at < movements.length; at += 1) {
    const { buffer, date, quantity } = movements[at]!
    const later = second.movements[at]
    if (later?.buffer !== buffer) return true
    if (quantity > 0 && buffer.stock.firstBelow(date, later.date, quantity + floorOf(buffer)) !== never)
      return true
  }
  return false
}

/** Returns a slot for the joined lot on the resources of both. */
function slotFor(search: Search, first: Order, second: Order, quantity: number): Slot | undefined {
  const { operation, start, uses } = first
  const { reason } = search
  if (uses.length > 0) search.only = new Set(uses.map(({ resource }) => resource.name))
  const earliest = Math.max(Math.min(start, second.start), earliestStart(search, operation))
  const slot = latestSlot(search, operation, quantity, second.end, earliest)
  search.only = undefined
  search.reason = reason
  return slot
}

/** Returns whether stock is sufficient while it differs from before. */
function isEnough(orders: readonly Order[]): boolean {
  let [from, to]: [Seconds, Seconds] = [never, -never]
  const buffers = new Set<Buffer>()
  for (const { movements } of orders) {
    for (const { buffer, date } of movements) {
      buffers.add(buffer)
      from = Math.min(from, date)
      to = Math.max(to, date)
    }
  }
  return [...buffers].every(
    (buffer) => buffer.infinite || buffer.stock.firstBelow(from, to + 1, floorOf(buffer)) === never,
  )
}

/** Returns the level below which stock must not fall: its minimum, or zero. */
export const floorOf = ({ minimum }: { readonly minimum: number | StepFunction }): number =>
  Math.max(0, highestOf(minimum))
