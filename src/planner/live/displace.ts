/**
 * Makes room for an urgent sales order that is late: takes out less urgent sales orders that block it, plans it, and
 * plans the others after it. Each of them keeps its dates if they are still free.
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

/** Maximum number of sales orders displaced for one sales order, and maximum number added per round. */
const mostDisplaced = 40
const mostInRound = 5
/** Maximum number of orders placed to find the sales orders to displace; then no further ones are displaced. */
const mostPlaced = 20_000

interface DisplaceOptions {
  /** Number of runs without time for their changeover before the edit; as of now without it. */
  readonly flaws?: Flaws | undefined
  /** Names of sales orders that are not displaced. */
  readonly kept?: ReadonlySet<string>
}

/**
 * Delivers a demand that is not planned yet, and displaces others if this makes it less late. Demands whose orders
 * would have no time for their changeover are displaced as well, if there are more of these than `flaws`; if that is
 * not possible, orders whose removal would leave others without that time stay in the plan.
 */
export function* deliverDisplacing(
  edit: Edit,
  demand: Demand,
  released: Set<Demand>,
  { flaws = flawsBefore(edit), kept = noNames }: DisplaceOptions = {},
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
    const blockers = blockersOf(edit, best, (one) => out.has(one) || kept.has(one.name)).slice(0, mostInRound)
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
  const more = evenFlawed ? takeFlawed(edit, flaws, (one) => one === demand || kept.has(one.name)) : none
  if (more === undefined) {
    edit.undoTo(start)
    return yield* deliverDisplacing(edit, demand, released, { flaws: new Map(), kept })
  }
  const taken = new Map([...more, ...rows])
  for (const other of [...taken.keys()].toSorted(byUrgency)) {
    released.add(other)
    edit.setDelivery(other.name, deliverAgain(edit, other, taken.get(other) ?? []))
    yield
  }
  return best
}

const noNames: ReadonlySet<string> = new Set()
const none: ReadonlyMap<Demand, readonly PreviousOrderRow[]> = new Map()

/** Smaller differences in quantity-days are ignored. */
const slight = 1e-5

/**
 * Returns less urgent demands that use resources or stock that a late one needs, sorted by the distance to the time
 * of its need.
 */
function blockersOf(
  { state }: Edit,
  { demand, shipments }: Delivery,
  isKept: (demand: Demand) => boolean,
): readonly Demand[] {
  const shift = secondsLate(demand.due, plannedOf(shipments).last ?? demand.due)
  const found = new Map<Demand, Seconds>()
  const add = (orders: Iterable<Order>, wanted: Seconds, until: Seconds): void => {
    for (const { demand: other, start, locked } of orders) {
      if (other === undefined || locked !== undefined || isKept(other) || start >= until) continue
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
