/**
 * Repairs the previous plan for the current data: its proposals keep their dates and resources where possible.
 * Proposals that no longer fit are moved to a later date, and impossible ones are planned again.
 */
import { append } from '../append.ts'
import { quantityDaysLate } from '../lateness.ts'
import type { PreviousOrderRow } from '../input.ts'
import type { Network } from '../network/compile.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { complete } from '../search/complete.ts'
import type { Delivery, Shipment } from '../search/delivery.ts'
import { deliverTogether, linesOf } from '../search/deliver-together.ts'
import { fromStock } from '../search/from-stock.ts'
import { countFlaws } from '../search/flaws.ts'
import { coverShortages } from '../search/restock.ts'
import type { Search } from '../search/search.ts'
import type { Steps } from '../pauses.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never } from '../time.ts'
import { type Again, slightSeconds, type Unit, unitsOf } from './place-again.ts'
import { placeUnits } from './place-units.ts'

export interface Replay {
  readonly deliveries: readonly Delivery[]
  /** Quantity-days of lateness in the previous plan, of the demands that still exist and that it delivered. */
  readonly lateness: number
  /** Names of the demands that it delivered completely or in part. */
  readonly delivered: ReadonlySet<string>
  /** Number of proposals that are later than before, and of those that could not be kept. */
  readonly moved: number
  readonly dropped: number
  /** Names of the first operations with moved or dropped proposals. */
  readonly examples: readonly string[]
}

/** Maximum number of names in `examples`. */
const mostExamples = 5
/** Number of units between two pauses. */
const unitsTogether = 64

/**
 * Adds the proposals to the plan, which contains existing orders only. Returns undefined, with nothing planned, if
 * the proposals cannot be matched because orders depend on orders of other routings. Yields regularly.
 */
export function* replay(
  search: Search,
  demands: readonly Demand[],
  rows: readonly PreviousOrderRow[],
): Steps<Replay | undefined> {
  const { plan } = search
  if (plan.reusable.size > 0) return undefined
  const mark = plan.mark()
  const flaws = countFlaws(search.network.resources.all)
  const known = new Map(demands.map((demand) => [demand.name, demand]))
  const again: Again = { search: fromStock(search), demands: known, shipments: new Map() }
  const examples = new Set<string>()
  const note = (name: string): void => {
    if (examples.size < mostExamples) examples.add(name)
  }
  let moved = 0
  let units: readonly Unit[] = unitsOf(rows, known)
  yield
  if (waitForOthers(search, units)) return undefined
  units = yield* placeUnits(again, units, ({ row }, order) => {
    if (order.end <= (row.enddate ?? never) + slightSeconds) return
    moved += 1
    note(order.operation.name)
  })
  for (const { row } of units) note(row.operation ?? row.item ?? row.reference)
  if (countFlaws(search.network.resources.all) > flaws) {
    plan.rollback(mark)
    return undefined
  }
  yield* coverShortages(search)
  const deliveries: Delivery[] = []
  for (const [index, demand] of demands.entries()) {
    if (index % unitsTogether === 0) yield
    const lines = linesOf(demand, demands)
    if (lines.length === 1) deliveries.push(complete(search, demand, again.shipments.get(demand) ?? []))
    // All lines are completed with the first one.
    else if (lines[0] === demand) append(deliveries, completeTogether(search, lines, again.shipments))
  }
  return {
    deliveries,
    ...formerDeliveries(rows, demands),
    moved,
    dropped: units.length,
    examples: [...examples],
  }
}

/** Returns whether one of the proposals depends on orders that are not steps of the same routing. */
export function waitForOthers(search: Search, units: readonly Unit[]): boolean {
  const names = new Set<string>()
  for (const { row, steps } of units)
    for (const { operation } of [row, ...steps]) if (typeof operation === 'string') names.add(operation)
  return [...names].some((name) => waitsForOthers(search, name))
}

/** Returns whether the orders of an operation depend on orders that are not steps of the same routing. */
function waitsForOthers({ network }: Search, operation: string): boolean {
  const found = network.operations.get(operation)
  if (found === undefined) return false
  return found.dependencies.some(({ on }) => on.kind === 'routing' || !isBeside(network, found, on))
}

/** Returns whether two operations, or copies of them, are steps of the same routing. */
const isBeside = ({ operations }: Network, one: Operation, other: Operation): boolean =>
  [...operations.values()].some(
    ({ kind, steps }) =>
      kind === 'routing' &&
      steps.some(({ operation }) => operation.name === one.name) &&
      steps.some(({ operation }) => operation.name === other.name),
  )

/** Ships lines on their common former date if that is still possible; otherwise plans all of them again. */
export function completeTogether(
  search: Search,
  lines: readonly Demand[],
  shipments: ReadonlyMap<Demand, readonly Shipment[]>,
): readonly Delivery[] {
  const { plan } = search
  const shipped = lines.map((line) => shipments.get(line) ?? [])
  const orders = shipped.flat().map(({ order }) => order)
  const ends = new Set(orders.map(({ end }) => end))
  const isWhole = lines.every((line, at) => {
    const quantity = shipped[at]!.reduce((sum, shipment) => sum + shipment.quantity, 0)
    return quantity >= line.quantity - epsilon
  })
  if (isWhole && ends.size === 1)
    return lines.map((demand, at) => ({ demand, shipments: shipped[at]!, reasons: [] }))
  for (const order of orders) plan.takeBack(order)
  plan.forget(new Set(orders))
  return deliverTogether(search, lines)
}

/** Returns the demands that the proposals delivered, and their quantity-days of lateness. */
function formerDeliveries(
  rows: readonly PreviousOrderRow[],
  demands: readonly Demand[],
): Pick<Replay, 'lateness' | 'delivered'> {
  const delivered = Map.groupBy(
    rows.filter(({ demand }) => typeof demand === 'string'),
    ({ demand }) => demand,
  )
  const known = new Set<string>()
  let lateness = 0
  for (const { name, due, quantity, maximumLateness } of demands) {
    const shipments = delivered.get(name)
    if (shipments === undefined) continue
    known.add(name)
    let left = quantity
    for (const row of shipments) {
      lateness += quantityDaysLate(row.quantity, due, row.enddate ?? due)
      left -= row.quantity
    }
    if (left > epsilon) lateness += (left * maximumLateness) / day
  }
  return { lateness, delivered: known }
}
