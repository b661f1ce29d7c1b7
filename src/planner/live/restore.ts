/**
 * Loads a stored plan into memory: every proposal on its dates and its resources. Proposals that no longer fit are
 * left out, and their sales orders are planned again, by priority, in the free capacity.
 */
import type { PlannerInput, PlannerSettings, PreviousOrderRow } from '../input.ts'
import { compileNetwork, type Network } from '../network/compile.ts'
import type { Steps } from '../pauses.ts'
import { type Again, type Unit, unitsOf } from '../previous/place-again.ts'
import { placeUnits } from '../previous/place-units.ts'
import { completeTogether, waitForOthers } from '../previous/replay.ts'
import { begunFromOf, withBegun } from '../search/begun.ts'
import { complete } from '../search/complete.ts'
import type { Delivery, Shipment } from '../search/delivery.ts'
import { linesOf } from '../search/deliver-together.ts'
import { fromStock } from '../search/from-stock.ts'
import { addExisting } from '../search/existing.ts'
import { type LateRefills, lateRefillsIn, lateRefillsOf } from '../search/late-refills.ts'
import { pushInfeasible } from '../search/move-approved.ts'
import { type Order, Plan } from '../search/plan.ts'
import { countFlaws } from '../search/flaws.ts'
import { coverShortages } from '../search/restock.ts'
import { byUrgency } from '../search/sequences.ts'
import { createSearch } from '../solve.ts'
import { never } from '../time.ts'
import { type AwaitedOrders, searchAwaiting } from './awaited-orders.ts'

export interface Restored {
  readonly network: Network
  readonly plan: Plan
  /** Deliveries by urgency. */
  readonly deliveries: readonly Delivery[]
  /** References of the orders that are unchanged. */
  readonly references: ReadonlyMap<Order, string>
  /** Names of the demands that are delivered in full and unchanged. */
  readonly unchanged: ReadonlySet<string>
  /** Refills that are late, so that none is planned before them. */
  readonly late: LateRefills
}

export interface RestoreOptions {
  readonly awaited?: AwaitedOrders | undefined
  /** Late refills of the plan before the data changed; by default those that are late with these data. */
  readonly lateBefore?: LateRefills | undefined
  /**
   * Whether proposals that no longer fit are moved to the earliest time after their dates, in their sequence, and those
   * after them too. By default they are left out.
   */
  readonly isShifting?: boolean | undefined
}

/** Number of units between two pauses. */
const unitsTogether = 64

/** Returns whether a proposal should have begun too long ago to be kept: everything on its resources is planned again. */
const isOverdue =
  (settings: PlannerSettings) =>
  ({ row, steps }: Unit): boolean =>
    [row, ...steps].some(
      ({ type, startdate }) =>
        (startdate ?? never) < begunFromOf(settings) &&
        settings.constraints[type === 'PO' ? 'purchasingLeadTime' : 'manufacturingLeadTime'],
    )

/**
 * Restores a plan; the sales orders of changed orders wait for them. Returns undefined if proposals cannot be matched
 * because work depends on work of other orders, if some should have begun too long ago, or if the result has impossible
 * changeovers.
 */
export function* restore(
  input: PlannerInput,
  rows: readonly PreviousOrderRow[],
  { awaited = new Map(), lateBefore, isShifting = false }: RestoreOptions = {},
): Steps<Restored | undefined> {
  const network = yield* compileNetwork(input)
  const plan = new Plan(network.calendars)
  const search = createSearch(network, plan)
  addExisting(search)
  if (plan.reusable.size > 0) return undefined
  yield
  pushInfeasible(search)
  plan.deleteReplaced()
  const flaws = countFlaws(search.network.resources.all)
  const demands = network.demands.toSorted(byUrgency)
  const known = new Map(demands.map((demand) => [demand.name, demand]))
  const references = new Map<Order, string>()
  const again: Again = {
    search: fromStock({ ...search, settings: withBegun(search.settings) }),
    demands: known,
    shipments: new Map(),
    exact: !isShifting,
    onPlaced: ({ reference }, order) => references.set(order, reference),
  }
  nameSteps(plan, rows, references)
  yield
  let units: readonly Unit[] = unitsOf(rows, known)
  yield
  if (waitForOthers(search, units)) return undefined
  units = yield* placeUnits(again, units)
  if (units.some(isOverdue(input.settings))) return undefined
  if (countFlaws(search.network.resources.all) > flaws) return undefined
  const late = lateBefore === undefined ? lateRefillsOf(plan.orders) : lateRefillsIn(network, lateBefore)
  yield* coverShortages(search)
  const changedReferences = new Set<string>()
  for (const one of awaited.values()) for (const reference of one) changedReferences.add(reference)
  const changed = plan.orders.filter(
    ({ locked }) => locked !== undefined && changedReferences.has(locked.reference),
  )
  const unchanged = new Set<string>()
  const deliveries: Delivery[] = []
  const add = (made: readonly Delivery[]): void => {
    for (const delivery of made) {
      const { demand } = delivery
      deliveries.push(delivery)
      if (!isShifting && isSame(delivery.shipments, again.shipments.get(demand))) unchanged.add(demand.name)
    }
  }
  for (const [index, demand] of demands.entries()) {
    if (index % unitsTogether === 0) yield
    const lines = linesOf(demand, demands)
    const searchOf = searchAwaiting(network, plan, changed, lines, awaited) ?? search
    if (lines.length === 1) add([complete(searchOf, demand, again.shipments.get(demand) ?? [])])
    // The lines are completed together with the first of them.
    else if (lines[0] === demand) add(completeTogether(searchOf, lines, again.shipments))
  }
  return { network, plan, deliveries, references, unchanged, late }
}

const isSame = (one: readonly Shipment[], other: readonly Shipment[] | undefined): boolean =>
  other !== undefined &&
  one.length === other.length &&
  other.every(({ order }) => one.some((is) => is.order === order))

/** Assigns the stored references to the steps of approved routing orders, which are created together with these orders. */
function nameSteps(plan: Plan, rows: readonly PreviousOrderRow[], references: Map<Order, string>): void {
  const owned = plan.orders.filter(({ locked, owner }) => locked === undefined && owner?.locked !== undefined)
  if (owned.length === 0) return
  const stored = new Map(rows.map((row) => [`${row.owner ?? ''}\0${row.operation ?? ''}`, row.reference]))
  for (const order of owned) {
    const reference = stored.get(`${order.owner?.locked?.reference ?? ''}\0${order.operation.name}`)
    if (reference !== undefined) references.set(order, reference)
  }
}
