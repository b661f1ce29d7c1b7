/**
 * Plans one order of an operation that runs: finds it a slot, asks for what it consumes, and moves it to when that is
 * there. Whatever it asks for is planned on the way, for the date on which it is needed and no sooner.
 */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { countFlaws } from './flaws.ts'
import { bringStock, flowDate, isStillRight, type Need, needsOf } from './flows.ts'
import { draftOrder, type Order } from './plan.ts'
import type { Place, Purpose, Reason, Search } from './search.ts'
import { earliestSlot, latestSlot, type Slot } from './slots.ts'
import { placeUnconstrained, unconstrainedSlot } from './unconstrained-slot.ts'

/** Where new work of an operation may start at the earliest. */
export function earliestStart({ settings }: Search, operation: Operation): Seconds {
  const { current, constraints } = settings
  const obeyed =
    operation.kind === 'purchase' ? constraints.purchasingLeadTime : constraints.manufacturingLeadTime
  if (!obeyed) return -never
  const { fence, work } = operation
  if (fence === 0) return current
  // A fence before now lets work start in the past.
  return fence > 0 ? work.finish(current, fence) : work.begin(work.openBefore(current), -fence)
}

/** The first slot from when on it may start; not so early that its resources would not have it for the date. */
function soonestSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  earliest: Seconds,
  end: Seconds,
): Slot | undefined {
  let maxEarly = never
  if (end !== -never) {
    for (const { loads } of operation.loads) {
      for (const { resource } of loads)
        if (resource.constrained) maxEarly = Math.min(maxEarly, resource.maxEarly)
    }
  }
  const from = earliest === -never ? search.settings.current : earliest
  return earliestSlot(search, operation, quantity, from, maxEarly === never ? -never : end - maxEarly)
}

/**
 * The order that was planned; undefined, with nothing planned, when it cannot be. Its slot is not taken while its material
 * is planned where `holdsSlot` is false.
 */
export function placeOrder(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
  holdsSlot = true,
): Order | undefined {
  if (search.mode === 'unconstrained') return placeUnconstrained(search, operation, quantity, place, purpose)
  const { end, from, limit } = place
  const { plan } = search
  const mark = plan.mark()
  const earliest = Math.max(from, earliestStart(search, operation))
  search.reason = undefined
  const slot =
    search.mode === 'alternates'
      ? unconstrainedSlot(search, operation, quantity, end, earliest)
      : ((end === -never ? undefined : latestSlot(search, operation, quantity, end, earliest)) ??
        soonestSlot(search, operation, quantity, earliest, end))
  if (slot === undefined || slot.end > limit) return undefined
  const late = slot.end > end ? (search.reason ?? leadTime(operation, end, slot)) : undefined
  const order = draftOrder(operation, quantity, slot, purpose)
  order.notBefore = earliest
  plan.occupy(order, slot.loads)
  plan.add(order)
  if (!holdsSlot) plan.release(order)
  const taken = takeMaterial(search, order, limit, late)
  if (taken === undefined) {
    plan.rollback(mark)
    return undefined
  }
  if (!holdsSlot || taken.begin > order.begin || taken.end > order.end) {
    const used = order.uses.map(({ resource }) => resource)
    const flaws = countFlaws(used)
    plan.release(order)
    const moved = earliestSlot(search, operation, quantity, Math.max(earliest, taken.begin), taken.end)
    if (moved === undefined || moved.end > limit) {
      plan.rollback(mark)
      return undefined
    }
    ;({ start: order.start, begin: order.begin, end: order.end } = moved)
    plan.occupy(order, moved.loads)
    if (holdsSlot && countFlaws(used) > flaws) {
      // Material that was planned behind its first slot has no time to change over once that is empty.
      plan.rollback(mark)
      return placeOrder(search, operation, quantity, place, purpose, false)
    }
    if (!isStillRight(order, taken.needs) && order.start > earliest) {
      const { start } = order
      const other = changeOf(taken.needs, slot.end, order.end)
      plan.rollback(mark)
      if (other !== undefined) {
        // From then on it takes something else, which may be there sooner.
        const soonest = placeOrder(search, operation, quantity, { end: other, from, limit }, purpose)
        if (soonest !== undefined && soonest.start < start) return soonest
        plan.rollback(mark)
      }
      return placeOrder(search, operation, quantity, { end: -never, from: start, limit }, purpose)
    }
    for (const [index, { flow, share }] of taken.needs.entries()) {
      const movement = order.movements[index]!
      plan.shift(movement, Math.max(movement.date, flowDate(order, flow, share)))
    }
  }
  bringStock(search, order)
  search.reason = taken.reason
  return order
}

/** The first moment between two ends at which one of the flows asked for does not hold any more. */
function changeOf(needs: readonly Need[], before: Seconds, after: Seconds): Seconds | undefined {
  let first: Seconds = never
  for (const { flow } of needs) {
    if (flow.effectiveEnd > before && flow.effectiveEnd <= after) first = Math.min(first, flow.effectiveEnd)
  }
  return first === never ? undefined : first
}

const leadTime = (operation: Operation, end: Seconds, slot: Slot): Reason => ({
  kind: 'lead time',
  owner: operation.name,
  operation,
  from: end === -never ? slot.start : slot.start - (slot.end - end),
  to: slot.start,
})

interface Taken {
  /** When the run can begin and end for the material. */
  readonly begin: Seconds
  readonly end: Seconds
  /** What was asked for, as the movements of the order take it. */
  readonly needs: readonly Need[]
  readonly reason: Reason | undefined
}

/** Asks for all that the order consumes; undefined when some of it is not there by the limit. */
function takeMaterial(
  search: Search,
  order: Order,
  limit: Seconds,
  late: Reason | undefined,
): Taken | undefined {
  const { plan } = search
  const needs: Need[] = []
  let { begin, end } = order
  let reason = late
  for (const group of order.operation.flows) {
    if (!group.consumes) continue
    const asked = needsOf(search, group, order, limit)
    if (asked === undefined) return undefined
    for (const need of asked) {
      const { buffer, quantity, ready, date } = need
      plan.move(order, { buffer, date: Math.max(ready, date), quantity: -quantity })
      needs.push(need)
      const shift = need.ready - need.date
      if (shift <= 0) continue
      if (need.atStart && order.begin + shift > begin) {
        begin = order.begin + shift
        reason = need.reason
      } else if (!need.atStart && order.end + shift > end) {
        end = order.end + shift
        reason = need.reason
      }
    }
  }
  return { begin, end, needs, reason }
}
