/**
 * Plans the lines of an order that ships complete: each line in full, all on the first date on which all of them are
 * available. If one line cannot be shipped, none is.
 */
import type { Demand, Operation } from '../network/nodes.ts'
import { groupRows } from '../network/rows.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { faultsOf, hasDelivery, latestDelivery, openOf, ship } from './deliver.ts'
import { largestLot } from './lot-size.ts'
import type { Delivery, Shipment } from './delivery.ts'
import { whyImpossible } from './impossible.ts'
import type { Reason } from './reason.ts'
import type { Search } from './search.ts'

/** Maximum number of dates tried; each is the date of the slowest line of the previous attempt. */
const mostDates = 50

/** Returns whether a demand ships together with the others of its owner. */
export const shipsTogether = <Line extends { readonly policy?: unknown; readonly owner?: unknown }>(
  line: Line,
): line is Line & { readonly owner: string } =>
  line.policy === 'alltogether' && typeof line.owner === 'string'

/** Returns the demands that ship together with a demand, including itself; only itself if it ships separately. */
export function linesOf(demand: Demand, demands: readonly Demand[]): readonly Demand[] {
  if (!shipsTogether(demand)) return [demand]
  let lines = linesByOwner.get(demands)
  if (lines === undefined) {
    lines = groupRows(
      demands.filter((other) => shipsTogether(other)),
      (other) => other.owner,
    )
    linesByOwner.set(demands, lines)
  }
  return lines.get(demand.owner)!
}

/** Groups are computed once per list, because every line asks for its group. */
const linesByOwner = new WeakMap<readonly Demand[], ReadonlyMap<string | undefined, readonly Demand[]>>()

export function deliverTogether(search: Search, demands: readonly Demand[]): readonly Delivery[] {
  for (const demand of demands) search.waiting?.begin(demand)
  const last = Math.min(...demands.map((demand) => latestDelivery(search, demand)))
  let date = Math.min(...demands.map(({ due }) => due)) - search.settings.administrativeLeadTime
  const reasons = new Map<Demand, Reason>()
  const mark = search.plan.mark()
  let before: Attempt | undefined
  let soonest: Attempt | undefined
  let failed: readonly Demand[] = demands
  for (let attempt = 0; attempt < mostDates && date <= last; attempt += 1) {
    const lines = demands.map((demand) => shipLine(search, demand, date, last))
    const ends = lines.map((line) => line?.end ?? never)
    const end = Math.max(...ends)
    failed = demands.filter((_, at) => ends[at] === never)
    if (end <= date) return demands.map((demand, at) => deliveryOf(demand, lines[at]!, reasons, date))
    for (const [at, demand] of demands.entries()) note(reasons, demand, ends[at]!, date, lines[at]?.reason)
    search.plan.rollback(mark)
    const waiting = before === undefined ? undefined : shipWaiting(search, before, last)
    if (waiting !== undefined)
      return demands.map((demand) => deliveryOf(demand, waiting.get(demand)!, reasons, date))
    search.plan.rollback(mark)
    if (end === never) break
    // The lines may be made as soon as possible once, possibly for the same date.
    const isFirst = soonest === undefined
    soonest ??= asSoonAsPossible(search, demands, ends, last)
    const sooner = Math.max(date, soonest.end)
    before = sooner < end && (isFirst || sooner > date) ? { ...soonest, end: sooner } : { date, end, demands }
    date = before.end
  }
  search.plan.rollback(mark)
  for (const demand of failed) {
    const [fault] = faultsOf(search, demand)
    const why =
      fault ??
      (demand.delivery === undefined ? undefined : whyImpossible(search, demand.delivery, demand.batch))
    if (why !== undefined) reasons.set(demand, why)
  }
  return demands.map((demand) =>
    deliveryOf(
      demand,
      { shipments: openOf(search, demand).shipments, end: never, reason: undefined },
      reasons,
      last,
      failed,
    ),
  )
}

/** The reason of a line without any other reason: it takes too long. */
const late = (delivery: Operation, from: Seconds): Reason => ({
  kind: 'lead time',
  owner: delivery.name,
  operation: delivery,
  from,
  to: never,
})

interface Line {
  readonly shipments: readonly Shipment[]
  readonly end: Seconds
  readonly reason: Reason | undefined
}

/** A requested date of the lines in a sequence, and the date on which the last of them would be available. */
interface Attempt {
  readonly date: Seconds
  readonly end: Seconds
  readonly demands: readonly Demand[]
}

/**
 * Finds the first date on which all lines would be available if each is made as early as possible from now on, in
 * their sequence or the slowest first. Plans nothing.
 */
function asSoonAsPossible(
  search: Search,
  demands: readonly Demand[],
  ends: readonly Seconds[],
  last: Seconds,
): Attempt {
  const date = search.settings.current
  const mark = search.plan.mark()
  const places = new Map(demands.map((demand, at) => [demand, at]))
  const slowest = demands.toSorted((a, b) => ends[places.get(b)!]! - ends[places.get(a)!]!)
  const attempts = [demands, slowest].map((sequence): Attempt => {
    const made = sequence.map((demand) => shipLine(search, demand, date, last))
    search.plan.rollback(mark)
    return { date, end: Math.max(...made.map((line) => line?.end ?? never)), demands: sequence }
  })
  return attempts.reduce((best, attempt) => (attempt.end < best.end ? attempt : best))
}

/**
 * Plans each line as early as possible and lets all wait for the slowest. Used where the lines cannot all be made for
 * one date because they compete for resources then. Returns undefined if a shipment cannot wait.
 */
function shipWaiting(
  search: Search,
  { date, end, demands }: Attempt,
  last: Seconds,
): ReadonlyMap<Demand, Line> | undefined {
  const made = new Map<Demand, Line>()
  for (const demand of demands) {
    const line = shipLine(search, demand, date, last)
    if (line === undefined || line.end > end) return undefined
    made.set(demand, line)
  }
  const given = new Set(
    demands.flatMap((demand) => openOf(search, demand).shipments.map(({ order }) => order)),
  )
  for (const { order } of [...made.values()].flatMap(({ shipments }) => shipments)) {
    if (given.has(order)) continue
    const { operation, start, uses } = order
    if (order.end !== start || uses.length > 0 || operation.work.openBefore(end) !== end) return undefined
    // The material stays in stock until the later shipment.
    for (const movement of order.movements) search.plan.shift(movement, movement.date + end - order.end)
    order.start = order.begin = order.end = end
  }
  return made
}

/**
 * Plans the open quantity of a line by a date, or as early as possible after it; its end is `never` if that is too
 * late. Returns undefined if the delivery operation is unknown.
 */
function shipLine(search: Search, demand: Demand, date: Seconds, last: Seconds): Line | undefined {
  const { shipments: given, left: open } = openOf(search, demand)
  if (!hasDelivery(demand)) return undefined
  const shipments: Shipment[] = [...given]
  let end = -never
  let reason: Reason | undefined
  for (let left = open; left > epsilon;) {
    const quantity = Math.min(left, largestLot(demand.delivery))
    search.reason = undefined
    search.limits.reset()
    const order = ship(search, demand, quantity, date, last)
    if (order === undefined)
      return { shipments: [], end: never, reason: search.reason ?? late(demand.delivery, date) }
    if (order.end > date) reason ??= search.reason
    shipments.push({ order, quantity })
    end = Math.max(end, order.end)
    left -= quantity
  }
  return { shipments, end, reason }
}

function note(
  reasons: Map<Demand, Reason>,
  demand: Demand,
  end: Seconds,
  date: Seconds,
  reason: Reason | undefined,
): void {
  if (end > date && reason !== undefined && !reasons.has(demand)) reasons.set(demand, reason)
}

/** Lines that could have shipped in time wait for the others: for one that cannot ship, if there is one. */
function deliveryOf(
  demand: Demand,
  { shipments }: Line,
  reasons: ReadonlyMap<Demand, Reason>,
  date: Seconds,
  failed: readonly Demand[] = [],
): Delivery {
  if (shipments.length > 0 && date <= demand.due) return { demand, shipments, reasons: [] }
  const own = reasons.get(demand)
  const slow = [...failed, ...reasons.keys()].find((other) => other !== demand)
  const sync = {
    kind: 'sync demand',
    owner: slow?.name ?? '',
    operation: undefined,
    from: demand.due,
    to: date,
  } as const
  return { demand, shipments, reasons: own === undefined ? (slow === undefined ? [] : [sync]) : [own] }
}
