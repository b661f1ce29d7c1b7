/**
 * Moves approved orders where parameters allow it: to an earlier date for demands that would wait for them, or to a
 * later date if material or capacity is missing. An order is planned again with its steps and its quantity, and keeps
 * its reference. Orders that have started, are partly completed or have confirmed steps are not moved.
 */
import type { OrderRow } from '../input.ts'
import { leavesOf } from '../network/leaves.ts'
import type { Buffer, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import { placeOrder } from './place.ts'
import type { Order, Work } from './plan.ts'
import type { Place, Purpose, Requirement, Search } from './search.ts'

/** Records which existing orders may be moved. */
export function noteMovable({ plan, settings, network }: Search, orders: ReadonlyMap<OrderRow, Order>): void {
  if (!settings.moveApprovedEarly && !settings.moveApprovedLate) return
  const known = new Set<Operation>(network.operations.values())
  for (const { methods } of network.buffers) for (const { operation } of methods ?? []) known.add(operation)
  const steps = Map.groupBy(
    plan.orders.filter(({ owner }) => owner !== undefined),
    ({ owner }) => owner!,
  )
  for (const [row, head] of orders) {
    const work: Work = [head, ...(steps.get(head) ?? [])]
    const isBegun = (row.quantity_completed ?? 0) > 0 || work.some(({ start }) => start < settings.current)
    if (isBegun || head.owner !== undefined || !known.has(head.operation) || !isWhole(work)) continue
    const bound = new Set<Buffer | Operation>([head.operation])
    for (const { movements } of work)
      for (const { buffer, quantity } of movements) if (quantity > 0) bound.add(buffer)
    for (const one of bound) {
      const list = plan.movable.get(one)
      if (list === undefined) plan.movable.set(one, [work])
      else list.push(work)
    }
  }
  for (const list of plan.movable.values()) list.sort(([a], [b]) => a.end - b.end)
}

/** Returns whether all orders of the work are approved and its steps are exactly those of its operation. */
function isWhole([head, ...steps]: Work): boolean {
  const { operation, locked } = head
  if (locked?.status !== 'approved' || steps.some((step) => (step.locked ?? locked).status !== 'approved'))
    return false
  if (operation.kind === 'alternate' || operation.kind === 'split' || operation.kind === 'delivery')
    return false
  // The steps of a routing may be copies, for some period.
  const leaves = new Set(operation.kind === 'routing' ? leavesOf(operation).map(({ name }) => name) : [])
  return steps.length === leaves.size && steps.every((step) => leaves.has(step.operation.name))
}

/** Plans work again with another placement. Returns undefined and restores the plan if that is not possible. */
function planAnew(search: Search, work: Work, place: () => Order | undefined): Order | undefined {
  const { plan } = search
  const [head, ...steps] = work
  const mark = plan.mark()
  const replaced = plan.takeBackReplaced(work)
  const order = place()
  const moved = order?.operation === head.operation ? order : order?.owner
  if (order === undefined || moved?.operation !== head.operation) {
    plan.rollback(mark)
    plan.putBackReplaced(replaced)
    return undefined
  }
  plan.orders[mark]!.replaces = replaced
  moved.locked = head.locked
  for (const { movements } of [moved, ...plan.orders.slice(mark).filter(({ owner }) => owner === moved)])
    for (const { buffer, date, quantity } of movements)
      if (quantity > 0 && !buffer.lockedSupply.includes(date)) buffer.lockedSupply.push(date)
  for (let at = mark; at < plan.orders.length; at += 1) {
    const step = plan.orders[at]!
    if (step.owner === moved)
      step.locked = steps.find(({ operation }) => operation === step.operation)?.locked
  }
  return moved
}

const purposeOf = ({ batch }: Order): Purpose => ({ demand: undefined, batch, owner: undefined })

/** Moves approved supply of a buffer that arrives after a date to an earlier one, until a quantity is free from then on. */
export function pullSupply(search: Search, { buffer, quantity, date, limit }: Requirement): void {
  const { plan, settings } = search
  if (!settings.moveApprovedEarly || search.mode !== 'constrained' || buffer.asked) return
  const list = plan.movable.get(buffer)
  if (list === undefined) return
  buffer.asked = true
  for (const work of list) {
    const [head] = work
    if (head.end <= date || head.operation.dependencies.length > 0 || plan.isReplaced(head)) continue
    const place: Place = { end: date, from: -never, limit: Math.min(limit, head.end - 1) }
    planAnew(search, work, () => search.perform(head.operation, head.quantity, place, purposeOf(head)))
    if (buffer.stock.staysFrom(date, quantity) <= date) break
  }
  buffer.asked = false
}

/** Moves approved work that other orders wait for to an earlier date; returns undefined if it stays unchanged. */
export function pullWork(search: Search, order: Order, place: Place): Order | undefined {
  const { plan, settings } = search
  if (!settings.moveApprovedEarly || search.mode !== 'constrained') return undefined
  const isLate = place.end === -never ? order.start > place.from : order.end > place.end
  if (!isLate || order.operation.steps.length > 0 || plan.isReplaced(order)) return undefined
  const work = plan.movable.get(order.operation)?.find(([head]) => head === order)
  if (work === undefined) return undefined
  const within = { ...place, limit: Math.min(place.limit, order.end - 1) }
  return planAnew(search, work, () =>
    placeOrder(search, order.operation, order.quantity, within, purposeOf(order)),
  )
}

/** Moves infeasible approved orders to a later date, in the sequence of their dates. */
export function pushInfeasible(search: Search): void {
  const { plan, settings } = search
  if (!settings.moveApprovedLate) return
  const works = new Set([...plan.movable.values()].flat())
  for (const work of [...works].sort(([a], [b]) => a.start - b.start)) {
    const [head] = work
    if (head.operation.dependencies.length > 0 || !work.some(isInfeasible)) continue
    const place: Place = { end: head.end, from: head.start, limit: never }
    search.limits.reset()
    planAnew(search, work, () => search.perform(head.operation, head.quantity, place, purposeOf(head)))
  }
}

function isInfeasible({ movements, uses, end }: Order): boolean {
  return (
    movements.some(
      ({ buffer, date, quantity }) =>
        quantity < 0 && !buffer.infinite && buffer.stock.lowestFrom(date) < -epsilon,
    ) ||
    uses.some(
      ({ resource, from }) =>
        resource.constrained &&
        resource.buckets === undefined &&
        resource.free.firstBelow(from, end, 0) !== never,
    )
  )
}
