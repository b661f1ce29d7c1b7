/**
 * The load of resources, and the capacity that the utilization of a plan refers to: both from the current date on, the
 * capacity until the end of the last work.
 */
import type { Network } from '../network/compile.ts'
import type { Resource } from '../network/nodes.ts'
import { pauses, type Steps } from '../pauses.ts'
import type { Order } from '../search/plan.ts'
import { hour, type Seconds } from '../time.ts'
import { orderWork } from './order-work.ts'
import { capacityBetween, poolsOf } from './resource-capacity.ts'
import { type WorkSpan, workSpan } from './work-span.ts'

/** Hours of a resource from the current date on; quantities for resources whose capacity is a quantity. */
export interface Load {
  /** Load including changeovers. */
  readonly load: number
  readonly setup: number
}

export interface ResourceLoad extends Load {
  /** Capacity from the current date until the end of the last work; 0 if it is unlimited. */
  readonly available: number
}

/** A load to which that of one order after the other is added. */
type LoadSum = { -readonly [Part in keyof Load]: Load[Part] }

export const idle: Load = { load: 0, setup: 0 }

/** Returns the end of the last work on a resource; the current date if there is none. */
export const endOfWork = ({ input }: Network, { last }: WorkSpan): Seconds =>
  Math.max(input.settings.current, last)

/** Returns the capacity of a resource until the end of the work; 0 if it is unlimited. */
export function capacityUntil({ calendars, input }: Network, resource: Resource, until: Seconds): number {
  if (resource.infinite) return 0
  const work = calendars.work(resource.calendars)
  return capacityBetween(resource, work, input.settings.current, until).available
}

/** Returns the resources whose load counts. Pools are left out, so that their members are counted once. */
export function countedResources({ input, resources }: Network): readonly Resource[] {
  const { pools } = poolsOf(input.resources)
  return resources.all.filter(({ name }) => !pools.has(name))
}

/** Returns the load of a resource by the orders that use it. */
export function loadOf(network: Network, resource: Resource, orders: Iterable<Order>): Load {
  const sum: LoadSum = { ...idle }
  for (const order of orders)
    for (const use of order.uses) if (use.resource === resource) addLoad(sum, network, order, use)
  return sum
}

/** Returns the load of each resource that orders use. */
export function* loadsOf(network: Network, orders: readonly Order[]): Steps<ReadonlyMap<Resource, Load>> {
  const loads = new Map<Resource, LoadSum>()
  for (const [index, order] of orders.entries()) {
    if (pauses(index)) yield
    for (const use of order.uses) {
      let sum = loads.get(use.resource)
      if (sum === undefined) loads.set(use.resource, (sum = { ...idle }))
      addLoad(sum, network, order, use)
    }
  }
  return loads
}

/** Returns load and capacity of each resource that counts, also of those without load. */
export function* planLoads(
  network: Network,
  orders: readonly Order[],
): Steps<ReadonlyMap<string, ResourceLoad>> {
  const loads = yield* loadsOf(network, orders)
  const until = endOfWork(network, workSpan(orders))
  const found = new Map<string, ResourceLoad>()
  for (const resource of countedResources(network)) {
    yield
    const available = capacityUntil(network, resource, until)
    found.set(resource.name, { ...(loads.get(resource) ?? idle), available })
  }
  return found
}

export interface LoadFigures {
  /** Hours of changeovers. */
  readonly setupHours: number
  /** Load in percent of the available capacity, over all resources that have some. */
  readonly utilization: number
}

/** Returns the figures over all resources. */
export function loadFigures(loads: Iterable<ResourceLoad>): LoadFigures {
  let [setupHours, load, available] = [0, 0, 0]
  for (const one of loads) {
    setupHours += one.setup
    if (one.available <= 0) continue
    load += one.load
    available += one.available
  }
  return { setupHours, utilization: available > 0 ? (100 * load) / available : 0 }
}

function addLoad(
  sum: LoadSum,
  { calendars, input }: Network,
  order: Order,
  { resource, quantity, from }: Order['uses'][number],
): void {
  const { current } = input.settings
  if (resource.buckets !== undefined) {
    if (from >= current) sum.load += quantity
    return
  }
  const { begin, end } = order
  if (end <= current) return
  const work = orderWork(calendars, order)
  const first = Math.max(from, current)
  sum.load += (quantity * work.between(first, end)) / hour
  if (first < begin) sum.setup += (quantity * work.between(first, begin)) / hour
}
