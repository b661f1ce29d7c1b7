/**
 * Makes room for an urgent sales order that is late: less urgent ones in its way are taken out, it is planned, and they are
 * planned after it. Each of them keeps its place where it still fits.
 */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { PreviousOrderRow } from '../input.ts'
import type { Steps } from '../pauses.ts'
import { type Again, placeAgain, unitsOf } from '../previous/place-again.ts'
import { complete, fromStock } from '../previous/replay.ts'
import { rowOf } from '../previous/proposals.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf, plannedOf, secondsLate } from '../lateness.ts'
import type { Order } from '../search/plan.ts'
import { byUrgency } from '../search/sequences.ts'
import type { Seconds } from '../time.ts'
import type { Edit } from './edit.ts'
import { deliverInRoom } from './make-room.ts'
import { releaseDemand } from './release.ts'

/** Sales orders that are displaced for one, at most, and those that are added in a round. */
const mostDisplaced = 40
const mostInRound = 5

/** Delivers a demand that is not planned yet, less late by displacing others where that is possible. */
export function* deliverDisplacing(edit: Edit, demand: Demand, released: Set<Demand>): Steps<Delivery> {
  const start = edit.mark()
  const search = (): Delivery => deliverInRoom(edit, demand)
  let best = search()
  if (latenessOf([best]) === 0 || demand.policy === 'alltogether') return best
  const first = latenessOf([best])
  let least = first
  let chosen: readonly Demand[] = []
  const out = new Set<Demand>()
  while (least > 0 && out.size < mostDisplaced) {
    const blockers = blockersOf(edit, best, out).slice(0, mostInRound)
    if (blockers.length === 0) break
    for (const blocker of blockers) out.add(blocker)
    edit.undoTo(start)
    for (const blocker of out) releaseDemand(edit, blocker)
    best = search()
    const lateness = latenessOf([best])
    if (lateness < least - slight) [least, chosen] = [lateness, [...out]]
    yield
  }
  edit.undoTo(start)
  if (chosen.length === 0) return search()
  const rows = new Map(chosen.map((other) => [other, takenRows(edit, other)]))
  best = search()
  for (const other of chosen.toSorted(byUrgency)) {
    released.add(other)
    edit.setDelivery(other.name, deliverAgain(edit, other, rows.get(other) ?? []))
    yield
  }
  return best
}

/** Quantity-days that make no difference. */
const slight = 1e-5

/** Takes a demand out and returns its orders as rows. */
export function takenRows(edit: Edit, demand: Demand): readonly PreviousOrderRow[] {
  const { state } = edit
  const references = { get: (order: Order) => state.keyOf(order) }
  const rows = new Map<Order, PreviousOrderRow>()
  const orders = new Set([
    ...state.index.ofDemand(demand),
    ...(state.deliveries.get(demand.name)?.shipments ?? []).map(({ order }) => order),
  ])
  for (const order of orders) rows.set(order, rowOf(order, references, state.shipped.get(order)))
  releaseDemand(edit, demand)
  return [...rows].flatMap(([order, row]) => (edit.gone.has(order) ? [row] : []))
}

/** Puts a demand where it was, as far as that is free, and plans what is missing anew. */
export function deliverAgain(
  edit: Edit,
  demand: Demand,
  rows: readonly PreviousOrderRow[],
  search = edit.state.search,
): Delivery {
  const demands = new Map([[demand.name, demand]])
  const again: Again = {
    search: fromStock(search),
    demands,
    shipments: new Map(),
    exact: true,
    onPlaced: ({ reference }, order) => edit.setReference(order, reference),
  }
  return edit.append(() => {
    for (const unit of unitsOf(rows, demands)) placeAgain(again, unit)
    return complete(search, demand, again.shipments.get(demand) ?? [])
  })
}

/** Less urgent demands that use what a late one needs, the nearest to when it would need it first. */
function blockersOf(
  { state }: Edit,
  { demand, shipments }: Delivery,
  out: ReadonlySet<Demand>,
): readonly Demand[] {
  const shift = secondsLate(demand.due, plannedOf(shipments).last ?? demand.due)
  const found = new Map<Demand, Seconds>()
  const add = (orders: Iterable<Order>, wanted: Seconds, until: Seconds): void => {
    for (const { demand: other, start, locked } of orders) {
      if (other === undefined || locked !== undefined || out.has(other) || start >= until) continue
      if (state.demands.get(other.name) !== other || byUrgency(demand, other) >= 0) continue
      if (other.policy === 'alltogether') continue
      const distance = Math.abs(start - wanted)
      if (distance < (found.get(other) ?? Infinity)) found.set(other, distance)
    }
  }
  for (const order of state.index.ofDemand(demand)) {
    const wanted = order.start - shift
    for (const resource of constrainedOf(order)) add(state.index.using(resource), wanted, order.end)
    for (const buffer of takenFrom(order))
      add(
        [...state.index.moving(buffer)].filter((one) => takenFrom(one).includes(buffer)),
        wanted,
        order.end,
      )
  }
  return [...found].toSorted((a, b) => a[1] - b[1]).map(([other]) => other)
}

const constrainedOf = ({ uses }: Order): readonly Resource[] =>
  uses.flatMap(({ resource }) => (resource.constrained ? resource : []))

const takenFrom = ({ movements }: Order): readonly Buffer[] =>
  movements.flatMap(({ buffer, quantity }) => (quantity < 0 && !buffer.infinite ? buffer : []))
