/** Plans added and changed sales orders again, takes out deleted ones, and keeps all others where they are. */
import type { DemandRow, PlannerInput } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import { deliver as deliverIntoFree } from '../search/deliver.ts'
import { deliverTogether, shipsTogether } from '../search/deliver-together.ts'
import { latenessOf } from '../lateness.ts'
import { byUrgency } from '../search/sequences.ts'
import { type Flaws, flawsBefore, takeFlawed } from './changeovers.ts'
import { deliverDisplacing } from './displace.ts'
import { changedStretch } from './changed-rows.ts'
import type { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { deliverInRoom } from './make-room.ts'
import { coverChanged, restockChanged } from './refill.ts'
import type { LiveState } from './state.ts'
import { shrinkLots } from './shrink-lots.ts'
import { deliverAgain, takeDemand, type TakenDemand } from './taken.ts'
import { disownOrders, dropLeftOver, dropUnneeded, releaseDemand } from './release.ts'

/** Options of a repair; see `AttemptOptions`. */
export interface RepairOptions {
  readonly displace: boolean
  readonly explain?: boolean | 'all'
}

export function* repairDemands(
  edit: Edit,
  names: ReadonlySet<string>,
  next: PlannerInput,
  { displace, explain = true }: RepairOptions,
): Steps<void> {
  const released = new Set<Demand>()
  const former = new Map<string, FormerDemand>()
  const again = withLines(edit, rowsOf(edit.state, next, names), next)
  for (const [name, row] of again) {
    const demand = edit.state.demands.get(name)
    if (demand !== undefined) {
      const delivery = edit.state.deliveries.get(name)
      former.set(name, { demand, delivery, ...takeDemand(edit, demand) })
      released.add(demand)
    }
    edit.setRow(name, row)
    yield
  }
  const demands: Demand[] = []
  for (const row of again.values()) {
    const demand = row === undefined ? undefined : edit.state.network.demandOf(row, edit.faults)
    if (demand !== undefined) demands.push(demand)
  }
  for (const name of again.keys()) edit.setDelivery(name, undefined)
  const options = { released, displace, former }
  yield* deliverAll(edit, demands, options)
  finishRepair(edit, released)
  if (explain !== false) explainLateOf(edit, new Set([...released, ...demands].map(({ name }) => name)))
}

/** Maximum number of times that lots become smaller after a repair. */
const mostRounds = 4

/** Completes a repair after demands were planned, for the changed parts of the plan. */
export function finishRepair(edit: Edit, released: ReadonlySet<Demand>): void {
  coverChanged(edit)
  dropUnneeded(edit, released)
  // An earlier refill may replace a later one.
  if (restockChanged(edit)) dropUnneeded(edit, released)
  // What smaller lots no longer consume may leave others without need.
  for (let round = 0; round < mostRounds && shrinkLots(edit); round += 1) dropLeftOver(edit)
  for (const demand of released) if (!isPlanned(edit, demand)) disownOrders(edit, demand)
}

const isPlanned = ({ state }: Edit, demand: Demand): boolean => state.demands.get(demand.name) === demand

export interface DeliverOptions {
  /** Demands that are planned again; demands that are displaced are added. */
  readonly released: Set<Demand>
  /** Whether the demands displace less urgent ones. */
  readonly displace: boolean
  /** Whether nothing is moved to make room for the demands. */
  readonly isBrief?: boolean | undefined
  readonly former: FormerDemands
}

/** A demand before it was taken out, with its orders. */
interface FormerDemand extends TakenDemand {
  readonly demand: Demand
  readonly delivery: Delivery | undefined
}

/** Former demands by name. */
type FormerDemands = ReadonlyMap<string, FormerDemand>

/**
 * Number of orders placed to deliver all demands of a repair after which the less urgent ones are only planned into
 * what is free, or on their former dates.
 */
const mostPlacedForAll = 100_000

/** Delivers demands by urgency; lines that ship together have one date. */
function* deliverAll(edit: Edit, demands: readonly Demand[], options: DeliverOptions): Steps<void> {
  const { state } = edit
  const until = state.plan.placed + mostPlacedForAll
  const done = new Set<Demand>()
  for (const demand of demands.toSorted(byUrgency)) {
    if (done.has(demand)) continue
    const lines = shipsTogether(demand) ? demands.filter((other) => isLineOf(demand, other)) : [demand]
    for (const line of lines) done.add(line)
    const deliveries: readonly Delivery[] =
      lines.length > 1
        ? edit.append(() => deliverTogether(state.search, lines))
        : [yield* deliverOne(edit, demand, { ...options, isBrief: state.plan.placed >= until })]
    for (const delivery of deliveries) edit.setDelivery(delivery.demand.name, delivery)
    yield
  }
}

/**
 * Delivers a demand, on its former dates if it would be later otherwise. If it is late and orders of it have stayed
 * because of the changeovers of others, these orders are taken out too if this makes the demand earlier: the others
 * are moved to where there is time for their changeovers, and none of them becomes later unless displacing is
 * allowed.
 */
export function* deliverOne(edit: Edit, demand: Demand, options: DeliverOptions): Steps<Delivery> {
  const { released, displace } = options
  const { plan } = edit.state
  const start = edit.mark()
  const until = plan.placed + mostPlaced
  const usual = yield* deliverOrStay(edit, demand, options)
  const former = options.former.get(demand.name)
  const least = latenessOf([usual])
  if (former?.isHeld !== true || least === 0 || options.isBrief === true || plan.placed > until) return usual
  edit.undoTo(start)
  const flaws = flawsBefore(edit)
  releaseDemand(edit, former.demand, true)
  const freed = yield* deliver(edit, demand, options, flaws)
  const isSooner = latenessOf([freed]) < least - slight
  const taken = isSooner ? takeFlawed(edit, flaws, (one) => one === demand) : undefined
  let harm = 0
  for (const [other, rows] of [...(taken ?? [])].toSorted(([a], [b]) => byUrgency(a, b))) {
    const before = edit.state.deliveries.get(other.name)
    const after = deliverAgain(edit, other, rows)
    harm += latenessOf([after]) - (before === undefined ? 0 : latenessOf([before]))
    edit.setDelivery(other.name, after)
    released.add(other)
    yield
  }
  if (taken !== undefined && (displace || harm <= slight)) return freed
  edit.undoTo(start)
  return yield* deliverOrStay(edit, demand, options)
}

/** Delivers a demand; on its former dates if it would be later than before. */
function* deliverOrStay(edit: Edit, demand: Demand, options: DeliverOptions): Steps<Delivery> {
  const start = edit.mark()
  const usual = yield* deliver(edit, demand, options)
  const former = options.former.get(demand.name)
  if (former?.delivery === undefined || !isSame(former.demand, demand)) return usual
  const least = latenessOf([usual])
  if (least <= latenessOf([{ ...former.delivery, demand }]) + slight) return usual
  edit.undoTo(start)
  const stayed = deliverAgain(edit, demand, former.rows)
  if (isAllowed(stayed) && latenessOf([stayed]) < least - slight) return stayed
  edit.undoTo(start)
  return yield* deliver(edit, demand, options)
}

function* deliver(
  edit: Edit,
  demand: Demand,
  { displace, released, isBrief = false }: DeliverOptions,
  flaws?: Flaws,
): Steps<Delivery> {
  if (isBrief) return edit.append(() => deliverIntoFree(edit.state.search, demand))
  return displace ? yield* deliverDisplacing(edit, demand, released, { flaws }) : deliverInRoom(edit, demand)
}

/** Returns whether the shipments of one demand are valid for the other. */
const isSame = (one: Demand, other: Demand): boolean =>
  one.quantity === other.quantity &&
  one.minimumShipment === other.minimumShipment &&
  one.delivery === other.delivery &&
  one.batch === other.batch &&
  one.maximumLateness === other.maximumLateness

/** Returns whether at most the last shipment is below the minimum shipment. */
const isAllowed = ({ demand, shipments }: Delivery): boolean =>
  shipments
    .toSorted((a, b) => a.order.end - b.order.end)
    .slice(0, -1)
    .every(({ quantity }) => quantity >= demand.minimumShipment - slight)

/** Number of orders placed to deliver a demand after which no further attempts are made for it. */
const mostPlaced = 10_000
/** Smaller differences in quantity-days are ignored. */
const slight = 1e-5

const isLineOf = (demand: Demand, other: Demand): boolean =>
  shipsTogether(other) && other.owner === demand.owner

/** Adds the rows of the lines that ship together with the given ones, before or after the edit. */
function withLines(
  { state }: Edit,
  rows: ReadonlyMap<string, DemandRow | undefined>,
  next: PlannerInput,
): ReadonlyMap<string, DemandRow | undefined> {
  const owners = new Set<string>()
  for (const [name, row] of rows)
    for (const line of [state.demands.get(name), row])
      if (line !== undefined && shipsTogether(line)) owners.add(line.owner)
  if (owners.size === 0) return rows
  const names = new Set(rows.keys())
  for (const owner of owners) for (const name of state.together.get(owner) ?? []) names.add(name)
  return rowsOf(state, next, names)
}

/** Returns the first row of each name; undefined without one. */
export function rowsOf(
  { input, rows: known }: LiveState,
  { demands }: Pick<PlannerInput, 'demands'>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, DemandRow | undefined> {
  const changed = changedStretch(input.demands, demands)
  const rows = new Map<string, DemandRow | undefined>([...names].map((name) => [name, known.get(name)]))
  for (const { name } of changed.before) if (names.has(name)) rows.set(name, undefined)
  for (const row of changed.after)
    if (names.has(row.name) && rows.get(row.name) === undefined) rows.set(row.name, row)
  return rows
}
