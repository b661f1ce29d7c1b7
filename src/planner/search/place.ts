/**
 * Plans one order of a single operation: finds a slot, requests its materials, and moves the order to the date on
 * which they are available. The materials are planned for the date on which they are needed.
 */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { mostEarly } from './early.ts'
import { countFlaws } from './flaws.ts'
import { beginFor, bringStock, flowDate, isStillRight, type Need, needsOf } from './flows.ts'
import { draftOrder, type Order } from './plan.ts'
import type { Reason } from './reason.ts'
import type { Place, Purpose, Search } from './search.ts'
import type { Slot } from './fit.ts'
import { earliestSlot, latestSlot } from './slots.ts'
import { placeUnconstrained, unconstrainedSlot } from './unconstrained-slot.ts'
import { sentence } from '../sentences.ts'

/** Returns the earliest start of a new order of an operation. */
export function earliestStart({ settings }: Search, operation: Operation): Seconds {
  const { current, constraints } = settings
  const obeyed =
    operation.kind === 'purchase' ? constraints.purchasingLeadTime : constraints.manufacturingLeadTime
  if (!obeyed) return -never
  const { fence, work } = operation
  if (fence === 0) return current
  // With a negative fence, work may start in the past.
  return fence > 0 ? work.finish(current, fence) : work.begin(work.openBefore(current), -fence)
}

/** Returns the first slot that is not so early that its resources have other work until the date. */
function soonestSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  earliest: Seconds,
  end: Seconds,
): Slot | undefined {
  const maxEarly = end === -never ? never : mostEarly(operation)
  const from = earliest === -never ? search.settings.current : earliest
  const soonest = maxEarly === never ? -never : operation.work.openBefore(end) - maxEarly
  return earliestSlot(search, operation, quantity, from, { soonest })
}

/** Returns the planned order; undefined, with nothing planned, if it is not possible. */
export function placeOrder(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  if (search.mode === 'unconstrained') return placeUnconstrained(search, operation, quantity, place, purpose)
  return placeConstrained(search, { operation, quantity, place, purpose, holdsSlot: true })
}

/** An order to place. */
interface OrderRequest {
  readonly operation: Operation
  readonly quantity: number
  readonly place: Place
  readonly purpose: Purpose
  /** Whether the slot stays occupied while the materials are planned. */
  readonly holdsSlot: boolean
  /** Earliest end, if the order uses the materials that are effective from then on. */
  readonly soonest?: Seconds
}

/** Returns the latest slot by the end, or else the first one after it. */
function slotFor(
  search: Search,
  { operation, quantity, place: { end }, soonest = -never }: OrderRequest,
  earliest: Seconds,
): Slot | undefined {
  if (search.mode === 'alternates') return unconstrainedSlot(search, operation, quantity, end, earliest)
  const latest = end === -never ? undefined : latestSlot(search, operation, quantity, end, earliest)
  if (latest !== undefined && latest.end >= soonest) return latest
  return soonest === -never
    ? soonestSlot(search, operation, quantity, earliest, end)
    : earliestSlot(search, operation, quantity, earliest, { soonest })
}

function placeConstrained(search: Search, request: OrderRequest): Order | undefined {
  const { operation, quantity, place, purpose, holdsSlot } = request
  const { end, from, limit } = place
  const { plan } = search
  if (!search.limits.allowsAttempt()) {
    search.reason = tooMuchWork(operation)
    return undefined
  }
  const mark = plan.mark()
  const earliest = Math.max(from, earliestStart(search, operation))
  search.reason = undefined
  const slot = slotFor(search, request, earliest)
  if (slot === undefined || slot.end > limit) return undefined
  const late = slot.end > end ? (search.reason ?? leadTime(operation, end, slot)) : undefined
  const order = draftOrder(operation, quantity, slot, purpose)
  order.notBefore = earliest
  plan.occupy(order, slot.loads)
  plan.add(order, end)
  if (!holdsSlot) plan.release(order)
  const { only } = search
  // Only this order is bound to these resources, not the orders that supply its material.
  search.only = undefined
  const taken = takeMaterial(search, order, limit, late, purpose.together)
  search.only = only
  if (taken === undefined) {
    plan.rollback(mark)
    return undefined
  }
  if (!holdsSlot || taken.begin > order.begin || taken.end > order.end) {
    const used = order.uses.map(({ resource }) => resource)
    const flaws = countFlaws(used)
    plan.release(order)
    if (!moveTo(search, order, earliest, taken, limit)) {
      plan.rollback(mark)
      return undefined
    }
    plan.recount(order, end)
    if (holdsSlot && countFlaws(used) > flaws) {
      // Materials planned after the first slot leave no time for a changeover once that slot is empty.
      plan.rollback(mark)
      return placeConstrained(search, { ...request, holdsSlot: false })
    }
    if (!isStillRight(order, taken.needs) && order.start > earliest) {
      const { start } = order
      const other = changeOf(taken.needs, slot.end, order.end)
      plan.rollback(mark)
      if (other !== undefined && other > (request.soonest ?? -never)) {
        // From this date on the order uses another flow, which may be available earlier.
        const changed = { ...request, place: { end: other, from, limit }, holdsSlot: true, soonest: other }
        const soonest = placeConstrained(search, changed)
        if (soonest !== undefined && soonest.start < start) return soonest
        plan.rollback(mark)
      }
      return placeOrder(search, operation, quantity, { end: -never, from: start, limit }, purpose)
    }
    for (const [index, { flow, share }] of taken.needs.entries()) {
      const movement = order.movements[index]!
      plan.shift(movement, Math.max(movement.date, flowDate(search, order, flow, { share, consumes: true })))
    }
  }
  bringStock(search, order)
  search.reason = taken.reason
  return order
}

/**
 * Moves an order, which occupies nothing, to the first slot in which each batch of its materials is there when the work
 * on it begins. Returns false, with nothing occupied, if that ends after the limit.
 */
function moveTo(search: Search, order: Order, earliest: Seconds, taken: Taken, limit: Seconds): boolean {
  const { operation, quantity } = order
  let { begin } = taken
  for (;;) {
    const moved = earliestSlot(search, operation, quantity, earliest, { soonest: taken.end, begins: begin })
    if (moved === undefined || moved.end > limit) return false
    ;({ start: order.start, begin: order.begin, end: order.end } = moved)
    search.plan.occupy(order, moved.loads)
    const begun = Math.max(begin, order.begin)
    let wanted = begun
    for (const need of taken.needs)
      if (need.share > 0) wanted = Math.max(wanted, beginFor(search, order, need))
    // Batches wait longer where the order moves to other working time or another resource.
    if (wanted <= begun) return true
    search.plan.release(order)
    begin = wanted
  }
}

/** Returns the first date between two ends at which one of the requested flows is no longer effective. */
function changeOf(needs: readonly Need[], before: Seconds, after: Seconds): Seconds | undefined {
  let first: Seconds = never
  for (const { flow } of needs) {
    if (flow.effectiveEnd > before && flow.effectiveEnd <= after) first = Math.min(first, flow.effectiveEnd)
  }
  return first === never ? undefined : first
}

const tooMuchWork = (operation: Operation): Reason => ({
  kind: 'too many lots',
  owner: operation.name,
  operation,
  from: -never,
  to: never,
  detail: sentence('too_much_work', { operation: operation.name }),
})

const leadTime = (operation: Operation, end: Seconds, slot: Slot): Reason => ({
  kind: 'lead time',
  owner: operation.name,
  operation,
  from: end === -never ? slot.start : slot.start - (slot.end - end),
  to: slot.start,
})

const none: readonly never[] = []

interface Taken {
  /** Earliest start and end of the run for its materials. */
  readonly begin: Seconds
  readonly end: Seconds
  /** The requested materials, as stock movements of the order. */
  readonly needs: readonly Need[]
  readonly reason: Reason | undefined
}

/** Requests all materials of the order; returns undefined if one is not available by the limit. */
function takeMaterial(
  search: Search,
  order: Order,
  limit: Seconds,
  late: Reason | undefined,
  together?: number,
): Taken | undefined {
  const { plan } = search
  let needs: readonly Need[] = none
  let { begin, end } = order
  let reason = late
  for (const group of order.operation.flows) {
    if (!group.consumes) continue
    const asked = needsOf(search, group, order, limit, together)
    if (asked === undefined) return undefined
    needs = needs.length === 0 ? asked : [...needs, ...asked]
    for (const need of asked) {
      const { buffer, quantity, ready, date } = need
      plan.move(order, { buffer, date: Math.max(ready, date), quantity: -quantity })
      const shift = need.ready - need.date
      if (shift <= 0) continue
      const wanted = need.atStart ? beginFor(search, order, need) : begin
      if (wanted > begin) {
        begin = wanted
        reason = need.reason
      } else if (!need.atStart && order.end + shift > end) {
        end = order.end + shift
        reason = need.reason
      }
    }
  }
  return { begin, end, needs, reason }
}
