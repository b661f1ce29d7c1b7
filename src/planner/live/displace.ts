/**
 * Makes room for an urgent sales order that is late: less urgent ones in its way are taken out, it is planned, and they are
 * planned after it. Each of them keeps its place where it still fits.
 */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { PreviousOrderRow } from '../input.ts'
import type { Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf, plannedOf, secondsLate } from '../lateness.ts'
import type { Order } from '../search/plan.ts'
import { byUrgency } from '../search/sequences.ts'
import type { Seconds } from '../time.ts'
import { type Flaws, flawsBefore, takeFlawed } from './changeovers.ts'
import type { Edit } from './edit.ts'
import { deliverInRoom } from './make-room.ts'
import { releaseDemand } from './release.ts'
import { deliverAgain, takenRows } from './taken.ts'

/** Sales orders that are displaced for one, at most, and those that are added in a round. */
const mostDisplaced = 40
const mostInRound = 5
/** Orders that are placed to find out whom to displace, after which nobody more is. */
const mostPlaced = 20_000

/**
 * Delivers a demand that is not planned yet, less late by displacing others where that is possible. Those that have no time to
 * change over without them are displaced as well, beyond the `flaws` of before; where that is not possible, what leaves others
 * without stays.
 */
export function* deliverDisplacing(
  edit: Edit,
  demand: Demand,
  released: Set<Demand>,
  flaws: Flaws = flawsBefore(edit),
): Steps<Delivery> {
  const start = edit.mark()
  const evenFlawed = flaws.size > 0
  const search = (): Delivery => deliverInRoom(edit, demand)
  let best = search()
  if (latenessOf([best]) === 0 || demand.policy === 'alltogether') return best
  const first = latenessOf([best])
  let least = first
  let chosen: readonly Demand[] = []
  const out = new Set<Demand>()
  const until = edit.state.plan.placed + mostPlaced
  while (least > 0 && out.size < mostDisplaced && edit.state.plan.placed < until) {
    const blockers = blockersOf(edit, best, out).slice(0, mostInRound)
    if (blockers.length === 0) break
    for (const blocker of blockers) out.add(blocker)
    edit.undoTo(start)
    for (const blocker of out) releaseDemand(edit, blocker, evenFlawed)
    best = search()
    const lateness = latenessOf([best])
    if (lateness < least - slight) [least, chosen] = [lateness, [...out]]
    yield
  }
  edit.undoTo(start)
  if (chosen.length === 0) return search()
  const rows = new Map(chosen.map((other) => [other, takenRows(edit, other, evenFlawed)]))
  best = search()
  const more = evenFlawed ? takeFlawed(edit, flaws, demand) : none
  if (more === undefined) {
    edit.undoTo(start)
    return yield* deliverDisplacing(edit, demand, released, new Map())
  }
  const taken = new Map([...more, ...rows])
  for (const other of [...taken.keys()].toSorted(byUrgency)) {
    released.add(other)
    edit.setDelivery(other.name, deliverAgain(edit, other, taken.get(other) ?? []))
    yield
  }
  return best
}

const none: ReadonlyMap<Demand, readonly PreviousOrderRow[]> = new Map()

/** Quantity-days that make no difference. */
const slight = 1e-5

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
