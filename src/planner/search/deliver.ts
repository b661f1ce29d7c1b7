/**
 * Plans a demand. In full on its due date if that is possible; else as much as possible on it, as far as partial
 * shipments are allowed, and the rest as soon as it can be, in one or several shipments.
 */
import type { Shipment, Delivery } from './delivery.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { whyImpossible } from './impossible.ts'
import { latenessOf } from '../lateness.ts'
import { lotSize } from './lots.ts'
import { mostInTime } from './most-in-time.ts'
import type { Order, TakenBack } from './plan.ts'
import { perform } from './perform.ts'
import type { Purpose, Reason, Search } from './search.ts'

/** Quantity-days that a part has to gain of a small order that names no smallest shipment. */
const worthDividing = 10
/** Shipments into which a demand is divided at most, where no parameter says so. */
export const mostShipments = 50

/**
 * Plans it in parts, and whole where that costs everybody less: the fixed times and changeovers of more lots are paid by
 * those who come after.
 *
 * In time means by `wanted`, which is when it is due unless there are reasons to have it sooner.
 */
export function deliver(
  search: Search,
  demand: Demand,
  wanted = demand.due - search.settings.administrativeLeadTime,
): Delivery {
  const { plan } = search
  const mark = plan.mark()
  search.dividing.reset()
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
  if (isBetter) {
    const shipment = shipWhole(search, demand, demand.delivery!, atOnce.quantity, order, atOnce.planned)
    if (shipment !== undefined) return { ...whole, shipments: [...shipments, shipment] }
  }
  plan.restore(parts)
  return delivery
}

/** All that is left of a demand as it would be shipped at once, taken back. */
interface AtOnce extends Shipment {
  readonly planned: TakenBack
  readonly reasons: readonly Reason[]
}

/** Of the time of resources, how much others come later for it. */
const costOfTime = 0.25
/** Quantity-days that a further shipment has to gain. */
export const costOfShipment = 0.25
/** The same of a small order that names no smallest shipment. */
const costOfSmallShipment = 3

/**
 * What a delivery costs, in quantity-days: how late it is, and the time of resources that its orders take, as if one order
 * of the same size came after it.
 */
function costSince({ plan }: Search, mark: number, delivery: Delivery): number {
  const { demand, shipments } = delivery
  let seconds = 0
  for (let at = mark; at < plan.orders.length; at += 1) {
    const { uses, start, end } = plan.orders[at]!
    for (const { resource } of uses) if (resource.constrained) seconds += end - start
  }
  return (
    latenessOf([delivery]) +
    (costOfTime * seconds * demand.quantity) / day +
    shipments.length * (demand.minimumShipment === 0 ? costOfSmallShipment : costOfShipment)
  )
}

/** In full on its due date if that is possible; else as much as possible on it, and the rest as soon as it can be. */
function deliverInParts(
  search: Search,
  demand: Demand,
  wanted: Seconds,
): { readonly delivery: Delivery; readonly atOnce?: AtOnce } {
  const { shipments, left: open } = openOf(search, demand)
  const reasons: Reason[] = []
  const { delivery } = demand
  if (delivery === undefined) return { delivery: { demand, shipments, reasons: faultsOf(search, demand) } }
  let atOnce: AtOnce | undefined
  const last = latestDelivery(search, demand)
  let left = open
  let date = wanted
  // What is shipped on one date becomes one shipment.
  const dates = new Set<Seconds>()
  const most = search.settings.maximumParts ?? mostShipments
  while (left > epsilon) {
    const mark = search.plan.mark()
    const asked = Math.min(left, largestLot(delivery))
    const all = ship(search, demand, delivery, asked, date, last)
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
        ? (partInTime(search, demand, delivery, left, date) ??
          soonestPart(search, demand, delivery, left, date, {
            last,
            all: all?.end ?? never,
            // So that few parts are enough for all of it.
            least: Math.ceil(left / (2 * (most - 1 - dates.size))),
          }))
        : undefined
    const shipment = part ?? shipWhole(search, demand, delivery, asked, all, late)
    if (shipment === undefined) break
    shipments.push({ ...shipment, mark })
    left -= shipment.quantity
    date = Math.max(date, shipment.order.end)
    dates.add(shipment.order.end)
  }
  if (left > epsilon) {
    if (reasons.length === 0) reasons.push(whyNever(search, demand, delivery, left, date))
    shipMost(search, demand, delivery, shipments, left, last)
    const impossible = whyImpossible(search, delivery, demand.batch)
    if (impossible !== undefined) reasons.splice(0, reasons.length, impossible)
  }
  const planned = {
    demand,
    shipments: shipments.map(({ order, quantity }) => ({ order, quantity })),
    reasons,
  }
  return atOnce === undefined ? { delivery: planned } : { delivery: planned, atOnce }
}

/** Why it is not known how a demand is delivered. */
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

/** What keeps a demand from being shipped before it is given up: what would keep it if it were waited for. */
function whyNever(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  date: Seconds,
): Reason {
  const mark = search.plan.mark()
  const order = ship(search, demand, delivery, Math.min(quantity, largestLot(delivery)), date, never)
  const { reason } = search
  search.plan.rollback(mark)
  const to = order === undefined ? never : order.end
  return reason ?? { kind: 'lead time', owner: delivery.name, operation: delivery, from: date, to }
}

/** A shipment and, where it could be another quantity, the mark before it. */
interface Attempt extends Shipment {
  readonly mark?: number
}

/** What is shipped of a demand by existing orders, and how much is left. */
export function openOf({ plan }: Search, demand: Demand): { shipments: Attempt[]; left: number } {
  const shipments = (plan.shipped.get(demand.name) ?? []).map((order) => ({
    order,
    quantity: order.quantity,
  }))
  const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  // Less than the least that is shipped is not shipped.
  const wanted = shipped > 0 ? demand.quantity : Math.max(demand.quantity, demand.minimumShipment)
  return { shipments, left: Math.max(0, wanted - shipped) }
}

/** When a demand is given up. */
export const latestDelivery = ({ network }: Search, { due, maximumLateness }: Demand): Seconds =>
  Math.min(due + maximumLateness, network.horizon)

/** The most that is shipped at once. */
export const largestLot = (delivery: Operation): number =>
  delivery.kind === 'delivery' ? never : lotSize(delivery, never)

/**
 * The rest at once, when it can all be there: made just for that date, and not for when it was wanted, or else as it was
 * found first.
 */
function shipWhole(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  found: Order | undefined,
  late: TakenBack,
): Shipment | undefined {
  if (found === undefined) return undefined
  const { plan } = search
  const { end } = found
  const mark = plan.mark()
  const order = ship(search, demand, delivery, quantity, end, end)
  if (order !== undefined) return { order, quantity }
  plan.rollback(mark)
  plan.restore(late)
  return { order: found, quantity }
}

/**
 * When the rest cannot be shipped at all, nothing has to be left for it to be large enough: the last shipment is made as
 * large as it can be.
 */
function shipMost(
  search: Search,
  demand: Demand,
  delivery: Operation,
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
    part < smallest ? undefined : ship(search, demand, delivery, part, date, last)
  const most = mostInTime(search, attempt, Math.min(Math.floor(quantity), largestLot(delivery)), smallest)
  search.reason = reason
  if (most !== undefined) {
    if (before?.mark !== undefined) shipments.pop()
    shipments.push({ order: most.found, quantity: most.part })
    return
  }
  plan.rollback(mark)
  if (before?.mark === undefined) return
  shipments.pop()
  const again = ship(search, demand, delivery, before.quantity, before.order.end, before.order.end)
  if (again !== undefined) shipments.push({ order: again, quantity: before.quantity })
}

export function ship(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  end: Seconds,
  limit: Seconds,
): Order | undefined {
  const purpose: Purpose = { demand, batch: demand.batch, owner: undefined }
  const size = delivery.kind === 'delivery' ? quantity : lotSize(delivery, quantity)
  if (size <= 0) return undefined
  return perform(search, delivery, size, { end, from: -never, limit }, purpose)
}

/** The least that is shipped of a demand that is divided. */
const smallestPart = ({ settings }: Search, { minimumShipment }: Demand): number =>
  Math.max(minimumShipment, settings.smallestLot ?? 0)

/** The largest part that can be shipped in time, with a remainder that may be shipped on its own. */
function partInTime(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  date: Seconds,
): Shipment | undefined {
  const part = smallestPart(search, demand)
  const most = quantity - Math.max(part, epsilon)
  const smallest = Math.max(1, part)
  if (most < smallest) return undefined
  const mark = search.plan.mark()
  // Most often not even the least is possible, which one question tells.
  const possible = ship(search, demand, delivery, smallest, date, date)
  const least = search.plan.takeFrom(mark)
  if (possible === undefined) return undefined
  const attempt = (part: number): Order | undefined => ship(search, demand, delivery, part, date, date)
  const found = mostInTime(search, attempt, Math.floor(Math.min(most, largestLot(delivery))), smallest)
  if (found !== undefined) return { order: found.found, quantity: found.part }
  search.plan.restore(least)
  return { order: possible, quantity: smallest }
}

/** A part that can be there sooner than all of it, as large as it can be by then; undefined if there is none. */
function soonestPart(
  search: Search,
  demand: Demand,
  delivery: Operation,
  quantity: number,
  date: Seconds,
  { last, all, least }: { readonly last: Seconds; readonly all: Seconds; readonly least: number },
): Shipment | undefined {
  const part = smallestPart(search, demand)
  const smallest = Math.max(1, part, least)
  if (quantity - smallest < part) return undefined
  const mark = search.plan.mark()
  // Quantity-days that the part has to gain.
  const gain = demand.minimumShipment === 0 ? worthDividing : 0
  const latest = Math.min(last, all - Math.max(1, (gain * day) / (quantity - part)))
  const order = ship(search, demand, delivery, smallest, date, latest)
  const soonest = search.plan.takeFrom(mark)
  if (order === undefined) return undefined
  const largest = partInTime(search, demand, delivery, quantity, order.end)
  if ((all - order.end) * (largest?.quantity ?? smallest) < gain * day) {
    search.plan.rollback(mark)
    return undefined
  }
  if (largest !== undefined) return largest
  search.plan.restore(soonest)
  return { order, quantity: smallest }
}
