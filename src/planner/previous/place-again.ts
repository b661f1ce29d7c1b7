/** Places proposals of an earlier plan on their former dates and resources, or as early as possible after these dates. */
import type { OrderRow, PreviousOrderRow } from '../input.ts'
import { leavesOf } from '../network/leaves.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { latestDelivery } from '../search/deliver.ts'
import type { Shipment } from '../search/delivery.ts'
import { knownOperation } from '../search/existing.ts'
import { lotSize } from '../search/lot-size.ts'
import { placeOrder } from '../search/place.ts'
import type { Order } from '../search/plan.ts'
import { Orders } from '../search/project.ts'
import type { Purpose, Search } from '../search/search.ts'
import { stepsOf } from '../search/steps.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'

/** Shared state while proposals are placed. */
export interface Again {
  readonly search: Search
  readonly demands: ReadonlyMap<string, Demand>
  /** Planned shipments of each demand. */
  readonly shipments: Map<Demand, Shipment[]>
  /** Whether a proposal is left out if it would end later than before. */
  readonly exact?: boolean
  /** Called with each row and its order after its unit is placed. */
  readonly onPlaced?: (row: PreviousOrderRow, order: Order) => void
}

/** Differences of so many seconds are ignored: rows have whole seconds only. */
export const slightSeconds = 60

/** A proposal with its steps. */
export interface Unit {
  readonly row: PreviousOrderRow
  readonly steps: PreviousOrderRow[]
}

/** Returns the proposals that are still required, sorted by end; steps are grouped with their owners. */
export function unitsOf(
  rows: readonly PreviousOrderRow[],
  demands: ReadonlyMap<string, Demand>,
): readonly Unit[] {
  const isWanted = ({ demand, pegged }: PreviousOrderRow): boolean =>
    (typeof demand !== 'string' || demands.has(demand)) && (typeof pegged !== 'string' || demands.has(pegged))
  const units = new Map<string, Unit>()
  for (const row of rows)
    if (typeof row.owner !== 'string' && isWanted(row)) units.set(row.reference, { row, steps: [] })
  for (const row of rows) if (typeof row.owner === 'string') units.get(row.owner)?.steps.push(row)
  return [...units.values()].toSorted(
    (a, b) => endOf(a) - endOf(b) || (a.row.startdate ?? 0) - (b.row.startdate ?? 0),
  )
}

const endOf = ({ row }: Unit): number => row.enddate ?? never

/** Returns the order, or the last of the steps; undefined, with nothing planned, if it is not possible. */
export function placeAgain(again: Again, unit: Unit): Order | undefined {
  const { plan, limits } = again.search
  const mark = plan.mark()
  limits.reset()
  const order = unit.steps.length > 0 ? placeSteps(again, unit) : placeRow(again, unit.row)
  if (order === undefined) plan.rollback(mark)
  return order
}

const isSized = (operation: Operation, quantity: number): boolean =>
  operation.kind === 'delivery' || Math.abs(lotSize(operation, quantity) - quantity) < epsilon

function purposeOf({ demands }: Again, { demand, pegged, batch }: PreviousOrderRow): Purpose {
  return { demand: demands.get(demand ?? pegged ?? ''), batch: batch ?? '', owner: undefined }
}

/** Returns the operation of a proposal; undefined if it does not exist any more. */
export const operationOf = ({ search, demands }: Again, row: PreviousOrderRow): Operation | undefined =>
  row.type === 'DLVR' ? demands.get(row.demand ?? '')?.delivery : knownOperation(search.network, asOrder(row))

function placeRow(again: Again, row: PreviousOrderRow): Order | undefined {
  const { demands, search } = again
  const demand = demands.get(row.demand ?? '')
  const operation = operationOf(again, row)
  if (operation === undefined || operation.steps.length > 0) return undefined
  // Lines that ship on one date are undone one by one if that is no longer possible.
  if (demand?.policy === 'alltogether' && operation.kind !== 'delivery') return undefined
  const quantity = Math.min(row.quantity, demand === undefined ? never : openOf(again, demand))
  if (quantity <= epsilon || !isSized(operation, quantity)) return undefined
  const from = startOf(again, row, operation) ?? search.settings.current
  if (demand === undefined) {
    if (!mayRefill(again, operation, row, row.enddate ?? from)) return undefined
    const limit = latestOf(again, row, operation.effectiveEnd - 1)
    const place = { end: wantedOf(again, row), from, limit }
    const order = withChoicesOf(again, row, operation, () =>
      placeOrder(search, operation, quantity, place, purposeOf(again, row)),
    )
    if (order !== undefined) again.onPlaced?.(row, order)
    return order
  }
  if (demand.delivery !== operation || quantity < smallestOf(again, demand) - epsilon) return undefined
  const due = demand.due - search.settings.administrativeLeadTime
  const end = again.exact === true ? (row.enddate ?? due) : due
  const place = { end, from, limit: latestOf(again, row, latestDelivery(search, demand)) }
  const order = withChoicesOf(again, row, operation, () =>
    placeOrder(search, operation, quantity, place, purposeOf(again, row)),
  )
  if (order === undefined) return undefined
  ship(again, demand, order, quantity)
  again.onPlaced?.(row, order)
  return order
}

/** Seconds by which a changeover may start earlier than before: the previous run may be missing or another one. */
const changeoverSeconds = 3 * day

/** Returns the date from which a proposal may start. */
function startOf(
  { exact }: Again,
  { startdate }: PreviousOrderRow,
  { loads }: Operation,
): Seconds | undefined {
  if (typeof startdate !== 'number') return undefined
  const changesOver = loads.some((group) => group.loads.some(({ resource }) => resource.setups !== undefined))
  return exact === true && changesOver ? startdate - changeoverSeconds : startdate
}

/**
 * Returns the desired end of a proposal: the former one, so that a changeover before it is not mistaken for a part of
 * its run.
 */
const wantedOf = ({ exact }: Again, { enddate }: PreviousOrderRow): Seconds =>
  exact === true ? (enddate ?? -never) : -never

/** Returns the latest end of a proposal. */
const latestOf = ({ exact }: Again, { enddate }: PreviousOrderRow, limit: Seconds): Seconds =>
  exact === true ? Math.min(limit, (enddate ?? never) + slightSeconds) : limit

/** Places an order on the resources of a previous order; if it must be as before, also with its materials. */
function withChoicesOf(
  { search, exact }: Again,
  { resources, materials }: PreviousOrderRow,
  operation: Operation,
  place: () => Order | undefined,
): Order | undefined {
  search.only = operation.loads.length === 0 ? undefined : new Set(resources)
  if (exact === true && materials !== undefined) search.materials = { operation, items: new Set(materials) }
  const order = place()
  search.only = undefined
  search.materials = undefined
  return order
}

/** Returns the last order of the steps of a routing, placed as before; undefined if the routing has other steps now. */
function placeSteps(again: Again, { row, steps }: Unit): Order | undefined {
  const { search, demands } = again
  const routing = search.network.operations.get(row.operation ?? '')
  if (routing?.kind !== 'routing' || !isSized(routing, row.quantity)) return undefined
  const ended = row.enddate ?? search.settings.current
  const { sequence, last } = stepsOf(search, routing, row.quantity, ended)
  if (sequence.length !== steps.length) return undefined
  const delivering = steps.find(({ demand }) => typeof demand === 'string')
  const demand = demands.get(delivering?.demand ?? '')
  if (delivering !== undefined && (demand?.delivery !== routing || demand.policy === 'alltogether'))
    return undefined
  const shipped = demand === undefined ? 0 : Math.min(row.quantity, openOf(again, demand))
  if (demand !== undefined && (shipped <= epsilon || shipped < smallestOf(again, demand) - epsilon))
    return undefined
  if (demand === undefined && !mayRefill(again, routing, row, ended)) return undefined
  const limit = demand === undefined ? routing.effectiveEnd - 1 : latestDelivery(search, demand)
  const orders = new Orders(purposeOf(again, delivering ?? row))
  const rows = new Map(steps.map((step) => [step.operation, step]))
  for (const node of sequence) {
    const step = rows.get(node.operation.name)
    if (step === undefined || node.operation.steps.length > 0) return undefined
    if (Math.abs(step.quantity - node.quantity) > epsilon) return undefined
    const from = Math.max(orders.readyFor(node), startOf(again, step, node.operation) ?? -never)
    const place = { end: wantedOf(again, step), from, limit: latestOf(again, step, limit) }
    const order = withChoicesOf(again, step, node.operation, () =>
      placeOrder(search, node.operation, node.quantity, place, orders.purposeOf(node)),
    )
    if (order === undefined) return undefined
    order.notBefore = Math.max(order.notBefore, orders.readyFor(node))
    orders.add(node, order)
  }
  if (orders.close(search).hold(search) !== undefined) return undefined
  const order = orders.last(last)
  if (demand !== undefined) ship(again, demand, order, shipped)
  if (again.onPlaced === undefined) return order
  for (const node of sequence) {
    const placed = orders.get(node)
    again.onPlaced(rows.get(node.operation.name)!, placed)
    if (placed.owner !== undefined) again.onPlaced(row, placed.owner)
  }
  return order
}

/**
 * Returns whether an operation may still replenish stock at a date, by itself or as one of several alternates or parts.
 * Operations of priority 0 are for manual use only.
 */
function mayRefill(
  { search: { network }, demands }: Again,
  operation: Operation,
  { batch, pegged }: PreviousOrderRow,
  end: Seconds,
): boolean {
  const { priority, effectiveStart, effectiveEnd, hardPost, softPost } = operation
  // What waits before it is used may be brought earlier.
  if (priority === 0 || end + hardPost + softPost < effectiveStart || end >= effectiveEnd) return false
  const products = leavesOf(operation).flatMap(({ flows }) =>
    flows.flatMap((group) => (group.consumes ? [] : group.flows)),
  )
  // Work that others depend on may have no product; a part of a delivery is placed with the whole delivery.
  if (products.length === 0) {
    const delivery = demands.get(pegged ?? '')?.delivery
    return delivery === undefined || !isOneOf(delivery, operation, end)
  }
  return products.some(({ item, location }) =>
    (network.buffer(item, location, batch ?? '').methods ?? []).some(
      (method) => end < method.effectiveEnd && isOneOf(method.operation, operation, end),
    ),
  )
}

/**
 * Returns whether an operation is performed where another one is: as itself, or as one of its alternates or parts that
 * have not ended. Before they begin, they may be done early for what is needed then.
 */
const isOneOf = (performed: Operation, operation: Operation, date: Seconds): boolean =>
  performed === operation ||
  (performed.kind !== 'routing' &&
    performed.steps.some(
      (step) => step.priority !== 0 && date < step.effectiveEnd && isOneOf(step.operation, operation, date),
    ))

/** Returns the open quantity of a demand. */
function openOf({ search, shipments }: Again, demand: Demand): number {
  const existing = search.plan.shipped.get(demand.name) ?? []
  const shipped = [...existing, ...(shipments.get(demand) ?? [])]
  const wanted = existing.length > 0 ? demand.quantity : Math.max(demand.quantity, demand.minimumShipment)
  return shipped.reduce((left, { quantity }) => left - quantity, wanted)
}

/** Returns the minimum quantity of the next shipment: the open quantity if that is less than the minimum shipment. */
const smallestOf = (again: Again, demand: Demand): number =>
  Math.min(demand.minimumShipment, openOf(again, demand))

function ship({ shipments }: Again, demand: Demand, order: Order, quantity: number): void {
  const list = shipments.get(demand)
  if (list === undefined) shipments.set(demand, [{ order, quantity }])
  else list.push({ order, quantity })
}

const asOrder = (row: PreviousOrderRow): OrderRow => ({ ...row, status: 'proposed' })
