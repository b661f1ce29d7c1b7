/**
 * Adds the orders that the planner must not change: approved, confirmed and completed ones. They move stock and use
 * capacity until they are done, feasible or not. Completed quantities were posted to stock before.
 */
import type { OrderResourceRow, OrderRow } from '../input.ts'
import type { Network } from '../network/compile.ts'
import type { Calendars } from '../network/calendars.ts'
import { combinationsOf, isPossibleAt } from '../network/combinations.ts'
import { leavesOf } from '../network/leaves.ts'
import type { Combination, Load, LoadGroup, Operation } from '../network/nodes.ts'
import { groupRows } from '../network/rows.ts'
import type { Seconds } from '../time.ts'
import { flowDate, movedBy } from './flows.ts'
import { noteMovable } from './move-approved.ts'
import { draftOrder, type Order, type Reuse } from './plan.ts'
import { effectiveSteps } from './steps.ts'
import type { Search } from './search.ts'
import { runSeconds, secondsOn } from './duration.ts'
import { sentence } from '../sentences.ts'

const kept: ReadonlySet<string> = new Set(['approved', 'confirmed', 'completed'])

/** Adds the existing orders to the plan. Orders with unknown references are reported and left out. */
export function addExisting(search: Search): void {
  const { orders, orderResources = [] } = search.network.input
  const given = addOrders(search, orders, orderResources)
  keepForOthers(search, [...given.values()])
  noteMovable(search, given)
}

/** Adds some of the existing orders to the plan; returns the order of each row. */
export function addOrders(
  search: Search,
  all: readonly OrderRow[],
  orderResources: readonly OrderResourceRow[],
): ReadonlyMap<OrderRow, Order> {
  const { network } = search
  const orders = new Map<string, Order>()
  const given = new Map<OrderRow, Order>()
  const rows = all.filter(({ status, type }) => kept.has(status) && type !== 'STCK')
  const resources = groupRows(orderResources, ({ operationplan }) => operationplan)
  const owners = new Set(rows.flatMap(({ owner }) => owner ?? []))
  for (const row of ownersFirst(rows)) {
    if (orders.has(row.reference)) continue
    const owner = orders.get(row.owner ?? '')
    const operation = stepOf(search, owner, row) ?? operationOf(network, row)
    if (operation === undefined || !(row.quantity >= 0)) {
      const description =
        operation === undefined
          ? sentence('order_names_nothing', { owner: row.reference })
          : sentence('order_quantity', { owner: row.reference })
      network.reportInvalid({ entity: 'operation', owner: row.reference, description })
      continue
    }
    const assigned = new Set(resources.get(row.reference)?.map(({ resource }) => resource))
    const order = existing(search, row, operation, owner)
    orders.set(row.reference, order)
    given.set(row, order)
    if (row.type === 'DLVR') search.plan.addShipment(row.demand ?? '', order)
    const open = Math.max(0, row.quantity - (row.quantity_completed ?? 0))
    const parts = partsOf(operation, open)
    if (isDone(row)) {
      if (!owners.has(row.reference)) moveStock(search, order, parts)
    } else if (operation.kind === 'routing') {
      if (!owners.has(row.reference)) addSteps(search, order, open, row)
      // The steps of a routing do the work; the routing order itself only holds its own resources.
      search.plan.occupy(order, loadsOf(search, order, operation.loads, assigned))
    } else if (!owners.has(row.reference)) perform(search, order, parts, assigned)
  }
  return given
}

/** Returns whether nothing is left to be done, so that an order needs no capacity. */
const isDone = ({ status, quantity, quantity_completed: completed }: OrderRow): boolean =>
  status === 'completed' || (quantity > 0 && (completed ?? 0) >= quantity)

/** Sorts owners before their steps. Circular owners stay in the sequence of the rows. */
function ownersFirst(rows: readonly OrderRow[]): readonly OrderRow[] {
  return rows.toSorted((a, b) => Number(typeof a.owner === 'string') - Number(typeof b.owner === 'string'))
}

/**
 * Returns the step of the routing of an owner that an order names: the routing may have copies of steps that it shares with
 * others, with its own materials.
 */
function stepOf(
  search: Search,
  owner: Order | undefined,
  { operation: name }: OrderRow,
): Operation | undefined {
  if (owner?.operation.kind !== 'routing') return undefined
  const { operation: routing, end } = owner
  for (const steps of [effectiveSteps(search, routing, end), routing.steps])
    for (const { operation } of steps) {
      const leaf = [operation, ...leavesOf(operation)].find((one) => one.name === name)
      if (leaf !== undefined) return leaf
    }
  return undefined
}

function operationOf(network: Network, row: OrderRow): Operation | undefined {
  if (row.type === 'DLVR') return network.deliveryOf(row)
  if (typeof row.operation === 'string') return network.operations.get(row.operation)
  return knownOperation(network, row) ?? network.receipt(row, wayOf(row))
}

const wayOf = ({ type }: Pick<OrderRow, 'type'>): 'distribution' | 'purchase' =>
  type === 'DO' ? 'distribution' : 'purchase'

/**
 * Returns the operation of an order that is no delivery: the named operation, or the one that replenishes its buffer
 * at its end date.
 */
export function knownOperation(network: Network, row: OrderRow): Operation | undefined {
  if (typeof row.operation === 'string') return network.operations.get(row.operation)
  const place = row.destination ?? row.location
  if (typeof row.item !== 'string' || typeof place !== 'string') return undefined
  const methods = network.buffer(network.item(row.item), place, row.batch ?? '').methods ?? []
  const wanted = wayOf(row)
  const known = methods.filter(
    ({ operation }) =>
      operation.kind === wanted &&
      (wanted === 'purchase' ? operation.supplier === row.supplier : operation.origin === row.origin),
  )
  const { enddate } = row
  const then = isDate(enddate)
    ? known.find(({ effectiveStart, effectiveEnd }) => isBetween(enddate, effectiveStart, effectiveEnd))
    : undefined
  return (then ?? known[0])?.operation
}

const isDate = (date: Seconds | null | undefined): date is Seconds =>
  typeof date === 'number' && Number.isFinite(date)

function existing(
  { plan, settings }: Search,
  row: OrderRow,
  operation: Operation,
  owner: Order | undefined,
): Order {
  const seconds = runSeconds(operation, row.quantity)
  const given = isDate(row.enddate) ? row.enddate : undefined
  const start = isDate(row.startdate)
    ? row.startdate
    : given === undefined
      ? settings.current
      : finite(operation.work.begin(given, seconds), given)
  const end = given ?? finite(operation.work.finish(start, seconds), start)
  const purpose = { owner, demand: undefined, batch: row.batch ?? '' }
  const order: Order = {
    ...draftOrder(operation, row.quantity, { start, begin: start, end: Math.max(start, end) }, purpose),
    movements: [],
    notBefore: changeoverFrom(settings.current, start),
    locked: { reference: row.reference, status: row.status },
  }
  plan.append(order)
  return order
}

/** Returns the earliest changeover before an order: an order that has started needs none. */
const changeoverFrom = (current: Seconds, start: Seconds): Seconds => Math.min(current, start)

const finite = (date: Seconds, otherwise: Seconds): Seconds => (Number.isFinite(date) ? date : otherwise)

interface Part {
  readonly operation: Operation
  readonly quantity: number
}

/** Returns the operations to run: the preferred alternate, or the shares of a split. */
function partsOf(operation: Operation, quantity: number): readonly Part[] {
  const { kind, steps } = operation
  if (steps.length === 0) return [{ operation, quantity }]
  if (kind === 'routing') {
    const each = new Set(steps.map((step) => step.operation))
    return [...each].flatMap((step) => partsOf(step, quantity))
  }
  const options = steps.filter(({ priority }) => priority > 0)
  if (kind === 'split') {
    const whole = options.reduce((sum, { priority }) => sum + priority, 0)
    return options.flatMap((step) => partsOf(step.operation, (quantity * step.priority) / whole))
  }
  return options.slice(0, 1).flatMap((step) => partsOf(step.operation, quantity))
}

/** Adds the stock movements and the resource use of an order. */
function perform(search: Search, order: Order, parts: readonly Part[], assigned: ReadonlySet<string>): void {
  moveStock(search, order, parts)
  const groups = parts.flatMap(({ operation }) => operation.loads)
  search.plan.occupy(order, loadsOf(search, order, groups, assigned))
}

/**
 * Returns the resources named for the order, otherwise the preferred ones that are available then. An order may use
 * more members of a pool than the operation requires.
 */
function loadsOf(
  { network }: Search,
  order: Order,
  groups: readonly LoadGroup[],
  assigned: ReadonlySet<string>,
): readonly Load[] {
  const loads: Load[] = []
  const isFree = ({ resource }: Load): boolean => loads.every((load) => load.resource !== resource)
  for (const group of groups) {
    const load =
      group.loads.find((one) => assigned.has(one.resource.name) && isFree(one)) ??
      group.loads.find(
        (one) =>
          isBetween(order.start, one.effectiveStart, one.effectiveEnd) &&
          (group.pool === undefined || isFree(one)),
      )
    if (load !== undefined) loads.push(load)
  }
  for (const name of assigned) {
    if (loads.some(({ resource }) => resource.name === name)) continue
    const load = groups.flatMap((group) => group.loads).find(({ resource }) => resource.name === name)
    if (load !== undefined) loads.push(load)
    else {
      const owner = order.locked?.reference ?? ''
      const params = { owner, resource: name, operation: order.operation.name }
      network.reportInvalid({
        entity: 'operation',
        owner,
        description: sentence('wrong_resource', params),
      })
    }
  }
  return loads
}

function moveStock(search: Search, order: Order, parts: readonly Part[]): void {
  for (const part of parts) movePart(search, order, part)
}

function movePart(search: Search, order: Order, { quantity, operation }: Part): void {
  const { plan, network } = search
  for (const { flows, consumes } of operation.flows) {
    const at = flows.find(({ effectiveStart, effectiveEnd }) =>
      isBetween(order.end, effectiveStart, effectiveEnd),
    )
    const flow = at ?? flows[0]
    if (flow === undefined || quantity === 0) continue
    const buffer = flow.buffer ?? network.buffer(flow.item, flow.location, order.batch)
    const moved = movedBy(flow, quantity)
    if (moved === 0) continue
    const date = flowDate(search, { ...order, operation }, flow, { share: consumes ? 0 : 1, consumes })
    plan.move(order, { buffer, date, quantity: consumes ? -moved : moved })
    if (!consumes) buffer.lockedSupply.push(date)
  }
}

const isBetween = (date: Seconds, from: Seconds, to: Seconds): boolean => date >= from && date < to

/**
 * Adds the missing steps of a routing order, one after the other in the open time of their preferred resources: so
 * that the last ends with the routing, or so that the first starts with it if it has no end. A date that the routing
 * does not have follows from its steps.
 */
function addSteps(search: Search, order: Order, quantity: number, { startdate, enddate }: OrderRow): void {
  const isForward = !isDate(enddate)
  const steps = effectiveSteps(search, order.operation, isForward ? order.start : order.end)
  const parts = steps.flatMap(({ operation }) => partsOf(operation, quantity))
  let date = isForward ? order.start : order.end
  for (const part of isForward ? parts : parts.toReversed()) {
    const { start, end } = isForward ? timesFrom(search, part, date) : timesUntil(search, part, date)
    const purpose = { owner: order, demand: undefined, batch: order.batch }
    const step = draftOrder(part.operation, part.quantity, { start, begin: start, end }, purpose)
    step.notBefore = changeoverFrom(search.settings.current, start)
    search.plan.append(step)
    perform(search, step, [part], new Set())
    date = isForward ? end : start
  }
  if (isForward) order.end = date
  else if (!isDate(startdate)) order.start = order.begin = date
}

/** Start and end of an existing order. */
interface Times {
  readonly start: Seconds
  readonly end: Seconds
}

/** Returns the preferred resources of those that are effective at a date, if any are. */
function preferredAt(calendars: Calendars, operation: Operation, date: Seconds): Combination | undefined {
  const all = combinationsOf(calendars, operation)
  return all.find((combination) => isPossibleAt(combination, date)) ?? all[0]
}

/** Returns the times of work on its preferred resources that starts at a date. */
function timesFrom({ calendars }: Search, { operation, quantity }: Part, date: Seconds): Times {
  const preferred = preferredAt(calendars, operation, date)
  const { work } = preferred ?? operation
  const start = finite(work.open(date), date)
  return {
    start,
    end: finite(work.finish(start, secondsOf(operation, quantity, preferred, start, 'from')), start),
  }
}

/** Returns the times of work on its preferred resources that ends by a date. */
function timesUntil({ calendars }: Search, { operation, quantity }: Part, date: Seconds): Times {
  const preferred = preferredAt(calendars, operation, date)
  const { work } = preferred ?? operation
  const end = finite(work.openBefore(date), date)
  return { start: finite(work.begin(end, secondsOf(operation, quantity, preferred, end, 'until')), end), end }
}

const secondsOf = (
  operation: Operation,
  quantity: number,
  preferred: Combination | undefined,
  date: Seconds,
  end: 'from' | 'until',
): number =>
  preferred === undefined
    ? runSeconds(operation, quantity)
    : secondsOn(operation, quantity, preferred, date, end)

/** Reserves orders for the operations that depend on theirs, unless an existing order already uses them. */
function keepForOthers({ network, plan }: Search, orders: readonly Order[]): void {
  const waitedFor = new Set(
    [...network.operations.values()].flatMap(({ dependencies }) => dependencies.map(({ on }) => on.name)),
  )
  for (const order of orders.toSorted((a, b) => a.end - b.end)) {
    if (order.owner !== undefined || !waitedFor.has(order.operation.name)) continue
    order.unused = order.quantity
    const { name } = order.operation
    plan.reusable.set(name, [...(plan.reusable.get(name) ?? []), order])
  }
  if (plan.reusable.size === 0) return
  for (const order of orders)
    order.reuses = order.operation.dependencies.flatMap(({ on, quantity }) =>
      take(plan.reusable.get(on.name) ?? [], quantity * order.quantity),
    )
}

function take(orders: readonly Order[], quantity: number): readonly Reuse[] {
  const taken: Reuse[] = []
  let left = quantity
  for (const order of orders) {
    const part = Math.min(order.unused, left)
    if (part <= 0) continue
    order.unused -= part
    left -= part
    taken.push({ order, quantity: part })
  }
  return taken
}
