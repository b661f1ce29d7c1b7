/**
 * Capacity and load per resource and time bucket, in hours times the size of the resource, or in quantities for
 * resources that count these. A pool has the totals of its members. Covers one month before the first to one month
 * after the last order.
 */
import { lastAtOrBefore } from '../calendar/step-function.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import type { PlannerInput } from '../input.ts'
import type { Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'
import { day, hour, type Seconds } from '../time.ts'
import type { Numbering } from './numbering.ts'
import { orderWork } from './order-work.ts'
import type { ResourceBucketResult } from './result.ts'
import { capacityBetween, poolsOf } from './resource-capacity.ts'
import { rounded } from './rounding.ts'
import { pauses, type Steps } from '../pauses.ts'
import { type WorkSpan, workSpan } from './work-span.ts'

const margin = 30 * day

/** Figures of a resource, by bucket. */
class Figures {
  /** Starts of the buckets, and the end of the last one. */
  readonly bounds: readonly Seconds[]
  readonly available: Float64Array
  readonly unavailable: Float64Array
  readonly setup: Float64Array
  readonly load: Float64Array
  readonly confirmed: Float64Array

  constructor(bounds: readonly Seconds[]) {
    this.bounds = bounds
    const count = bounds.length - 1
    this.available = new Float64Array(count)
    this.unavailable = new Float64Array(count)
    this.setup = new Float64Array(count)
    this.load = new Float64Array(count)
    this.confirmed = new Float64Array(count)
  }

  add(other: Figures): void {
    for (const name of ['available', 'unavailable', 'setup', 'load', 'confirmed'] as const) {
      const sums = this[name]
      for (let at = 0; at < sums.length; at += 1) sums[at]! += other[name][at]!
    }
  }

  /** Adds the open hours of an interval, times a quantity, to the buckets of a figure. */
  addHours(
    name: 'setup' | 'load' | 'confirmed',
    work: WorkingTime,
    quantity: number,
    start: Seconds,
    end: Seconds,
  ): void {
    if (end <= start) return
    const { bounds, [name]: sums } = this
    for (
      let at = Math.max(0, lastAtOrBefore(bounds, start));
      at < sums.length && bounds[at]! < end;
      at += 1
    ) {
      const from = Math.max(start, bounds[at]!)
      const to = Math.min(end, bounds[at + 1]!)
      sums[at]! += (quantity * work.between(from, to)) / hour
    }
  }
}

/** `starts` are the starts of the buckets, ascending; days if empty. */
export function* resourceBuckets(
  { network }: Solution,
  { orders }: Numbering,
  starts: readonly Seconds[] | undefined,
): Steps<() => Generator<ResourceBucketResult>> {
  const bounds = bucketBounds(workSpan(orders), starts)
  if (bounds === undefined) return function* none() {}
  return yield* bucketsOf(network, network.resources.all, orders, bounds)
}

/**
 * Yields the buckets of some resources; `orders` are all that use them. A pool requires all of its members.
 *
 * @param bounds starts of the buckets, and the end of the last one
 */
export function* bucketsOf(
  network: Solution['network'],
  resources: Iterable<Resource>,
  orders: readonly Order[],
  bounds: readonly Seconds[],
): Steps<() => Generator<ResourceBucketResult>> {
  const figures = new Map<string, Figures>()
  for (const resource of resources) {
    yield
    const found = new Figures(bounds)
    figures.set(resource.name, found)
    addCapacity(found, resource, network.calendars.work(resource.calendars))
  }
  for (const [number, order] of orders.entries()) {
    if (pauses(number)) yield
    const { uses, begin, end, locked } = order
    if (uses.length === 0) continue
    const work = orderWork(network.calendars, order)
    for (const { resource, quantity, from } of uses) {
      const sums = figures.get(resource.name)
      if (sums === undefined) continue
      const confirmed = locked !== undefined && locked.status !== 'approved'
      if (resource.buckets === undefined) {
        sums.addHours('setup', work, quantity, from, begin)
        sums.addHours('load', work, quantity, begin, end)
        if (confirmed) sums.addHours('confirmed', work, quantity, begin, end)
      } else {
        const at = lastAtOrBefore(bounds, from)
        if (at < 0 || at >= bounds.length - 1) continue
        sums.load[at]! += quantity
        if (confirmed) sums.confirmed[at]! += quantity
      }
    }
  }
  sumPools(network.input.resources, figures)
  return () => allRows(figures)
}

function* allRows(figures: ReadonlyMap<string, Figures>): Generator<ResourceBucketResult> {
  for (const [resource, sums] of figures) yield* rowsOf(resource, sums)
}

/** Returns the starts of the relevant buckets and the end of the last one; undefined if no order uses capacity. */
export function bucketBounds(
  { first, last }: WorkSpan,
  starts: readonly Seconds[] | undefined,
): readonly Seconds[] | undefined {
  if (first > last) return undefined
  const [from, to] = [Math.max(0, first - margin), last + margin]
  if (starts !== undefined && starts.length > 1) {
    const begin = Math.max(0, lastAtOrBefore(starts, from))
    const end = Math.min(starts.length - 1, lastAtOrBefore(starts, to) + 1)
    if (end > begin) return starts.slice(begin, end + 1)
  }
  const begin = Math.floor(from / day) * day
  return Array.from({ length: Math.ceil((to - begin) / day) + 1 }, (_, index) => begin + index * day)
}

function addCapacity(
  { bounds, available, unavailable }: Figures,
  resource: Resource,
  work: WorkingTime,
): void {
  if (resource.infinite) return
  for (let at = 0; at < bounds.length - 1; at += 1) {
    const capacity = capacityBetween(resource, work, bounds[at]!, bounds[at + 1]!)
    available[at]! += capacity.available
    unavailable[at]! += capacity.unavailable
  }
}

/** Adds the figures of members to the pools above them. */
function sumPools(rows: PlannerInput['resources'], figures: ReadonlyMap<string, Figures>): void {
  const { pools, members } = poolsOf(rows)
  for (const pool of pools) {
    const own = figures.get(pool)
    if (own === undefined) continue
    own.available.fill(0)
    own.unavailable.fill(0)
  }
  for (const [name, pool] of members) {
    const member = figures.get(name)
    if (member !== undefined) figures.get(pool)?.add(member)
  }
}

function* rowsOf(
  resource: string,
  { bounds, available, unavailable, setup, load, confirmed }: Figures,
): Generator<ResourceBucketResult> {
  for (let at = 0; at < bounds.length - 1; at += 1) {
    if (available[at] === 0 && unavailable[at] === 0 && load[at] === 0 && setup[at] === 0) continue
    yield {
      resource,
      startdate: bounds[at]!,
      available: rounded(available[at]!),
      unavailable: rounded(unavailable[at]!),
      setup: rounded(setup[at]!),
      load: rounded(load[at]!),
      free: rounded(available[at]! - setup[at]! - load[at]!),
      load_confirmed: rounded(confirmed[at]!),
    }
  }
}
