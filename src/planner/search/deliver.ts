/**
 * Plans a demand: in full on its due date if possible; otherwise as much as possible on the due date, if partial
 * shipments are allowed, and the rest as early as possible in one or more shipments.
 */
import type { Shipment, Delivery } from './delivery.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { whyImpossible } from './impossible.ts'
import { latenessOf } from '../lateness.ts'
import { largestLot, lotSize } from './lot-size.ts'
import { mostInTime } from './most-in-time.ts'
import type { Order, TakenBack } from './plan.ts'
import { perform } from './perform.ts'
import type { Reason } from './reason.ts'
import type { Purpose, Search } from './search.ts'

/** Maximum number of shipments of a demand, unless a parameter sets another limit. */
export const mostShipments = 100

/** A demand whose delivery operation is known. */
export type DeliverableDemand = Demand & { readonly delivery: Operation }

export const hasDelivery = (demand: Demand): demand is DeliverableDemand => demand.delivery !== undefined

/**
 * Plans a demand in parts, or whole if that costs less in total: the fixed times and changeovers of additional lots
 * delay all orders after them.
 *
 * @param wanted the date by which it is on time; earlier than the due date if there is a reason to have it sooner
 */
export function deliver(
  search: Search,
  demand: Demand,
  wanted = demand.due - search.settings.administrativeLeadTime,
): Delivery {
  const { plan } = search
  const mark = plan.mark()
  search.waiting?.begin(demand)
  search.limits.reset()
  const { delivery, atOnce } = deliverInParts(search, demand, wanted)
  const { shipments } = openOf(search, demand)
  if (atOnce === undefined || delivery.shipments.length - shipments.length < 2) return delivery
  const costOfParts = costSince(search, mark, delivery)
  const parts = plan.takeFrom(mark)
  plan.restore(atOnce.planned)
  const { order } = atOnce
  const whole = { demand, shipments: [...shipments, atOnce], reasons: atOnce.reasons }
  const isBetter = costSince(search, mark, whole) <= costOfParts
  plan.rollback(mark)
  if (isBetter && hasDelivery(demand)) {
    const shipment = shipWhole(search, demand, atOnce.quantity, order, atOnce.planned)
    if (shipment !== undefined) return { ...whole, shipments: [...shipments, shipment] }
  }
  plan.restore(parts)
  return delivery
}

/** The whole open quantity as one shipment, already taken out of the plan again. */
interface AtOnce extends Shipment {
  readonly planned: TakenBack
  readonly reasons: readonly Reason[]
}

/** Quantity-days that an additional shipment must save. */
export const costOfShipment = 0.25
/** The same for a small order without a minimum shipment. */
const costOfSmallShipment = 2

/**
 * What a delivery costs, in quantity-days: how late it is, and the time of resources that its orders take, as if one order
 * of the same size came after it.
 */
function costSince({ plan, division }: Search, mark: number, delivery: Delivery): number {
  const { demand, shipments } = delivery
  let seconds = 0
  for (let at = mark; at < plan.orders.length; at += 1) {
    const { uses, start, end } = plan.orders[at]!
    for (const { resource } of uses) if (resource.constrained) seconds += end - start
  }
  return (
    latenessOf([delivery]) +
    (division.costOfTime * seconds * demand.quantity) / day +
    shipments.length * (demand.minimumShipment === 0 ? costOfSmallShipment : costOfShipment)
  )
}

/** Plans in full on the due date if possible, otherwise as much as possible on it and the rest as early as possible. */
function deliverInParts(
  search: Search,
  demand: Demand,
  wanted: Seconds,
): { readonly delivery: Delivery; readonly atOnce?: AtOnce } {
  const { shipments, left: open } = openOf(search, demand)
  const reasons: Reason[] = []
  if (!hasDelivery(demand)) return { delivery: { demand, shipments, reasons: faultsOf(search, demand) } }
  let atOnce: AtOnce | undefined
  const last = latestDelivery(search, demand)
  let left = open
  let date = wanted
  // Quantities with the same shipping date are joined to one shipment later.
  const dates = new Set<Seconds>()
  const most = search.settings.maximumParts ?? mostShipments
  while (left > epsilon) {
    const mark = search.plan.mark()
    const asked = Math.min(left, largestLot(demand.delivery))
    const all = ship(search, demand, asked, date, last)
    if (all !== undefined && all.end <= date) {
      shipments.push({ order: all, quantity: asked })
      left -= asked
      continue
    }
    if (search.reason !== undefined) reasons.push(search.reason)
    const late = search.plan.takeFrom(mark)
    if (left === open && asked === open && all !== undefined)
      atOnce = { order: all, quantity: asked, planned: late, reasons: [...reasons] }
    const part =
      dates.size < most - 1
        ? (partInTime(search, demand, left, date) ??
          soonestPart(search, demand, left, date, {
            last,
            all: all?.end ?? never,
            // Limits the number of parts for the whole quantity.
            least: Math.ceil(left / (2 * (most - 1 - dates.size))),
          }))
        : undefined
    const shipment = part ?? shipWhole(search, demand, asked, all, late)
    if (shipment === undefined) break
    shipments.push({ ...shipment, mark })
    left -= shipment.quantity
    date = Math.max(date, shipment.order.end)
    dates.add(shipment.order.end)
  }
  // Divided lots took too much work.
  const mostLots = search.limits.isSpent ? most : 0
  for (let lots = 0; left > epsilon && lots < mostLots; lots += 1) {
    const quantity = Math.min(left, largestLot(demand.delivery))
    const mark = search.plan.mark()
    const order = search.limits.undivided(() => ship(search, demand, quantity, date, last))
    if (order === undefined) break
    shipments.push({ order, quantity, mark })
    left -= quantity
    const others = reasons.filter(({ kind }) => kind !== 'too many lots')
    reasons.splice(0, reasons.length, ...others, ...(search.reason === undefined ? [] : [search.reason]))
  }
  if (left > epsilon) {
    if (reasons.length === 0) reasons.push(whyNever(search, demand, left, date))
    shipMost(search, demand, shipments, left, last)
    const impossible = whyImpossible(search, demand.delivery, demand.batch)
    if (impossible !== undefined) reasons.splice(0, reasons.length, impossible)
  }
  const planned = {
    demand,
    shipments: shipments.map(({ order, quantity }) => ({ order, quantity })),
    reasons,
  }
  return atOnce === undefined ? { delivery: planned } : { delivery: planned, atOnce }
}

/** Returns the reasons why a demand has no delivery operation. */
export const faultsOf = ({ settings }: Search, { name, fault }: Demand): Reason[] =>
  fault === undefined
    ? []
    : [
        {
          kind: 'missing reference',
          owner: name,
          detail: fault,
          operation: undefined,
          from: settings.current,
          to: never,
        },
      ]

/**
 * Returns what keeps a demand from shipping before its maximum lateness: the constraint that binds when the search
 * has no latest date.
 */
function whyNever(search: Search, demand: DeliverableDemand, quantity: number, date: Seconds): Reason {
  const mark = search.plan.mark()
  const order = ship(search, demand, Math.min(quantity, largestLot(demand.delivery)), date, never)
  const { reason } = search
  const { delivery } = demand
  search.plan.rollback(mark)
  const to = order === undefined ? never : order.end
  return reason ?? { kind: 'lead time', owner: delivery.name, operation: delivery, from: date, to }
}

/** A shipment; `mark` is the state of the plan before it, if its quantity may still change. */
interface Attempt extends Shipment {
  readonly mark?: number
}

/** Returns the shipments of a demand by existing orders, and the open quantity. */
export function openOf({ plan }: Search, demand: Demand): { shipments: Attempt[]; left: number } {
  const shipments = (plan.shipped.get(demand.name) ?? []).map((order) => ({
    order,
    quantity: order.quantity,
  }))
  const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  // The minimum shipment raises the quantity only before the first shipment.
  const wanted = shipped > 0 ? demand.quantity : Math.max(demand.quantity, demand.minimumShipment)
  return { shipments, left: Math.max(0, wanted - shipped) }
}

/** Returns the date after which a demand is not planned any more. */
export const latestDelivery = ({ network }: Search, { due, maximumLateness }: Demand): Seconds =>
  Math.min(due + maximumLateness, network.horizon)

/**
 * Ships the rest at once, if all of it can be available: planned backward from the end that was found, otherwise as
 * it was found first.
 */
function shipWhole(
  search: Search,
  demand: DeliverableDemand,
  quantity: number,
  found: Order | undefined,
  late: TakenBack,
): Shipment | undefined {
  if (found === undefined) return undefined
  const { plan } = search
  const { end } = found
  const mark = plan.mark()
  const order = ship(search, demand, quantity, end, end)
  if (order !== undefined) return { order, quantity }
  plan.rollback(mark)
  plan.restore(late)
  return { order: found, quantity }
}

/**
 * Called if the rest cannot be shipped at all: enlarges the last shipment as far as possible, because no remainder
 * has to stay above the minimum.
 */
function shipMost(
  search: Search,
  demand: DeliverableDemand,
  shipments: Attempt[],
  left: number,
  last: Seconds,
): void {
  const { plan } = search
  const before = shipments.at(-1)
  const quantity = left + (before?.mark === undefined ? 0 : before.quantity)
  const smallest = Math.max(
    demand.minimumShipment,
    before?.mark === undefined ? 0 : before.quantity + epsilon,
  )
  if (Math.floor(quantity) < smallest) return
  const date = demand.due - search.settings.administrativeLeadTime
  const { reason } = search
  if (before?.mark !== undefined) plan.rollback(before.mark)
  const mark = plan.mark()
  const attempt = (part: number): Order | undefined =>
    part < smallest ? undefined : ship(search, demand, part, date, last)
  const most = mostInTime(
    search,
    attempt,
    Math.min(Math.floor(quantity), largestLot(demand.delivery)),
    smallest,
  )
  search.reason = reason
  if (most !== undefined) {
    if (before?.mark !== undefined) shipments.pop()
    shipments.push({ order: most.found, quantity: most.part })
    return
  }
  plan.rollback(mark)
  if (before?.mark === undefined) return
  shipments.pop()
  const again = ship(search, demand, before.quantity, before.order.end, before.order.end)
  if (again !== undefined) shipments.push({ order: again, quantity: before.quantity })
}

/** Plans the delivery of a quantity by an end, or as early as possible after it; undefined if it is not possible by the limit. */
export function ship(
  search: Search,
  demand: DeliverableDemand,
  quantity: number,
  end: Seconds,
  limit: Seconds,
): Order | undefined {
  const { delivery, batch } = demand
  const purpose: Purpose = { demand, batch, owner: undefined }
  const size = delivery.kind === 'delivery' ? quantity : lotSize(delivery, quantity)
  if (size <= 0) return undefined
  return perform(search, delivery, size, { end, from: -never, limit }, purpose)
}

/** Returns the minimum quantity of a partial shipment. */
const smallestPart = ({ settings }: Search, { minimumShipment }: Demand): number =>
  Math.max(minimumShipment, settings.smallestLot ?? 0)

/**
 * Ships the largest part that is possible by the date, so that the remainder is large enough for a shipment of its own.
 *
 * @param isPossible whether the smallest part is known to be possible
 */
function partInTime(
  search: Search,
  demand: DeliverableDemand,
  quantity: number,
  date: Seconds,
  isPossible = false,
): Shipment | undefined {
  const part = smallestPart(search, demand)
  const most = quantity - Math.max(part, epsilon)
  const smallest = Math.max(1, part)
  if (most < smallest) return undefined
  const mark = search.plan.mark()
  const attempt = (part: number): Order | undefined => ship(search, demand, part, date, date)
  // Usually not even the minimum is possible; one attempt finds out.
  const least = isPossible ? undefined : attempt(smallest)
  if (!isPossible && least === undefined) return undefined
  const known = least && { part: smallest, found: least, planned: search.plan.takeFrom(mark) }
  const largest = Math.floor(Math.min(most, largestLot(demand.delivery)))
  const found = mostInTime(search, attempt, largest, smallest, known)
  if (found !== undefined) return { order: found.found, quantity: found.part }
  if (known === undefined) {
    const order = attempt(smallest)
    return order && { order, quantity: smallest }
  }
  search.plan.restore(known.planned)
  return { order: known.found, quantity: smallest }
}

/** Ships a part earlier than the whole would ship, as large as possible by that date. Returns undefined if there is none. */
function soonestPart(
  search: Search,
  demand: DeliverableDemand,
  quantity: number,
  date: Seconds,
  { last, all, least }: { readonly last: Seconds; readonly all: Seconds; readonly least: number },
): Shipment | undefined {
  const part = smallestPart(search, demand)
  const smallest = Math.max(1, part, least)
  if (quantity - smallest < part) return undefined
  const mark = search.plan.mark()
  const gain = demand.minimumShipment === 0 ? search.division.leastSaving : 0
  const latest = Math.min(last, all - Math.max(1, (gain * day) / (quantity - part)))
  const order = ship(search, demand, smallest, date, latest)
  const soonest = search.plan.takeFrom(mark)
  if (order === undefined) return undefined
  const largest = partInTime(search, demand, quantity, order.end, smallest <= Math.max(1, part))
  if ((all - order.end) * (largest?.quantity ?? smallest) < gain * day) {
    search.plan.rollback(mark)
    return undefined
  }
  if (largest !== undefined) return largest
  search.plan.restore(soonest)
  return { order, quantity: smallest }
}
