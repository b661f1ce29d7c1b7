/**
 * Makes a quantity by one replenishment method of a buffer: in consecutive lots, in parallel lots if one large lot
 * would be late, in smaller lots if buckets or materials limit the size, or in the shares of a split.
 */
import { highestOf } from '../calendar/step-function.ts'
import type { Buffer, Load, Method, Operation, Step } from '../network/nodes.ts'
import { methodsOf } from '../network/replenishment.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { planCheapest } from './cheapest.ts'
import { offsetInto } from './flows.ts'
import { makeInTime } from './make-in-time.ts'
import { lotSize, sizeBefore } from './lot-size.ts'
import { mostInTime } from './most-in-time.ts'
import { isAt, perform } from './perform.ts'
import type { TakenBack } from './plan.ts'
import type { Reason } from './reason.ts'
import type { Requirement, Search } from './search.ts'
import { sentence } from '../sentences.ts'

/** Maximum number of lots for one quantity; more are rejected. */
export const mostLots = 5_000

/**
 * Plans a quantity by one method, in lots of its sizes, from its effective start on and before its effective end. Returns
 * when the last lot is available, or `never` if that is not possible by the limit; the caller removes what was planned
 * until then.
 */
export function make(search: Search, method: Method, requirement: Requirement): Seconds {
  const { effectiveStart, effectiveEnd } = method
  const { date: wantedBy } = requirement
  const date = Math.max(Math.min(wantedBy, effectiveEnd - 1), effectiveStart)
  const limit = Math.min(requirement.limit, effectiveEnd - 1)
  if (date > limit) {
    search.reason = notEffective(method, wantedBy, effectiveStart > wantedBy ? effectiveStart : never)
    return never
  }
  const lots = (): Seconds => makeLots(search, method, requirement, date, limit)
  const ready = makeInTime(search, method, requirement.quantity, date, lots)
  if (ready === never) {
    const { kind } = search.reason ?? {}
    if (limit < requirement.limit && (kind === undefined || kind === 'lead time'))
      search.reason = notEffective(method, wantedBy, never)
  } else if (wantedBy < date && ready <= date) search.reason = notEffective(method, wantedBy, date)
  return ready
}

const notEffective = (method: Method, from: Seconds, to: Seconds): Reason => ({
  kind: 'not effective',
  owner: method.operation.name,
  operation: method.operation,
  method,
  from,
  to,
})

function makeLots(
  search: Search,
  method: Method,
  { buffer, quantity, date: wantedBy, purpose }: Requirement,
  date: Seconds,
  limit: Seconds,
): Seconds {
  const { operation, per, fixed } = method
  const isSplit = operation.kind === 'split' && operation.steps.length > 0
  if (isTooMuch(search, method, quantity, limit)) return never
  let left = quantity
  let ready = wantedBy
  for (let lot = 0; left > epsilon && lot < mostLots; lot += 1) {
    const wanted = per > 0 ? (left - fixed) / per : 0
    const size = isSplit ? splitSize(operation, wanted) : sizeBefore(operation, wanted)
    const mark = search.plan.mark()
    const lotOf = { buffer, quantity: size, date, limit, purpose }
    const order = isSplit ? split(search, method, lotOf) : placeBeside(search, operation, lotOf)
    if (order > date && !isSplit && isDivisible(operation) && search.limits.allowsDividing) {
      const { reason } = search
      const whole = search.plan.takeFrom(mark)
      const rest = { buffer, quantity: left, date, limit: Math.min(limit, order - 1), purpose }
      const divided = search.limits.dividing(() => divide(search, method, rest))
      if (divided !== never) return Math.max(ready, divided)
      search.plan.rollback(mark)
      search.plan.restore(whole)
      search.reason = reason
    }
    if (order === never) return never
    ready = Math.max(ready, order)
    const gained = size * per + fixed
    if (gained <= epsilon) return never
    left -= gained
  }
  return left > epsilon ? never : ready
}

/** Returns the size of the next lot of a split, whose parts have sizes of their own; a minimum of 1 is the default. */
const splitSize = (operation: Operation, wanted: number): number =>
  operation.minimum > 1 || operation.multiple > 0
    ? sizeBefore(operation, wanted)
    : Math.min(wanted, operation.maximum)

/** Fewer lots are always tried. */
const fewLots = 20

/** Returns whether the quantity obviously requires too many lots or more time than its resources have. */
function isTooMuch(
  search: Search,
  { operation, per, fixed }: Pick<Method, 'operation' | 'per' | 'fixed'>,
  quantity: number,
  limit: Seconds,
): boolean {
  const wanted = per > 0 ? Math.max(0, quantity - fixed) / per : 0
  const size = lotSize(operation, wanted)
  const count = Math.ceil(quantity / (size * per + fixed) - epsilon)
  if (!(count > fewLots)) return false
  const { current, constraints } = search.settings
  const common = { operation, from: current, to: never }
  if (count > mostLots) {
    const params = { quantity, lots: count, operation: operation.name, most: mostLots }
    const detail = sentence('mostly_lots', params)
    search.reason = { ...common, kind: 'too many lots', owner: operation.name, detail }
    return true
  }
  if (search.mode !== 'constrained' || !constraints.manufacturingLeadTime || limit === never) return false
  // What is missing or never enough is the reason of its own.
  if (operation.steps.length > 0 || operation.loads.some(({ fault }) => fault !== undefined)) return false
  const seconds = operation.duration * count + operation.durationPer * wanted
  const open = operation.work.between(current, limit)
  const short = operation.loads.find(({ loads }) => seconds > open * roomOf(loads))
  if (short === undefined) return false
  const owner = short.loads[0]!.resource.name
  const detail = sentence('work_without_end', { owner, number: Math.ceil(seconds / day) })
  search.reason = { ...common, kind: 'capacity', owner, detail }
  return true
}

/** Returns how many orders the idle resources of a group process at the same time, times their speed. */
function roomOf(loads: readonly Load[]): number {
  let room = 0
  for (const { resource, quantity } of loads) {
    const { constrained, buckets, capacity, efficiency } = resource
    if (!constrained || buckets !== undefined || typeof efficiency !== 'number' || quantity <= 0) return never
    room += (highestOf(capacity) / quantity) * (Math.max(1, efficiency) / 100)
  }
  return room
}

/** Maximum number of parts of a quantity, unless a parameter sets another limit. */
const mostParts = 200

/** Returns whether smaller lots may be possible where a large one is not: with capacity buckets or alternate materials. */
const isDivisible = ({ loads, flows, steps }: Operation): boolean =>
  loads.some((group) => group.loads.some(({ resource }) => resource.buckets !== undefined)) ||
  flows.some((group) => group.consumes && group.flows.length > 1) ||
  steps.some((step) => isDivisible(step.operation))

/** Makes as much as possible by the date and the rest as early as possible after it, in as many lots as required. */
function divide(search: Search, { operation, per, fixed }: Method, requirement: Requirement): Seconds {
  const { buffer, quantity, date: wantedBy, limit, purpose } = requirement
  if (per <= 0) return never
  const { plan, settings } = search
  const least = Math.max(1, settings.smallestLot ?? 0)
  const limitOfParts = settings.maximumParts ?? mostParts
  let left = quantity
  let date = wantedBy
  for (let lot = 0; left > epsilon && lot < limitOfParts; lot += 1) {
    const wanted = Math.max(0, left - fixed) / per
    const isLast = lot === limitOfParts - 1
    const attempt = (part: number): number | undefined => {
      // The rest stays large enough for a lot of its own.
      const size = lotSize(operation, part < wanted ? Math.min(part, wanted - least) : part)
      if (size * per + fixed <= epsilon) return undefined
      const end = placeLot(search, operation, { buffer, quantity: size, date, limit: date, purpose })
      return end <= date ? size : undefined
    }
    const most = mostInTime(search, attempt, wanted, isLast ? wanted : Math.min(least, wanted))
    if (most !== undefined) {
      left -= most.found * per + fixed
      continue
    }
    const mark = plan.mark()
    // The largest part that is available earlier than the whole, which keeps the number of lots low.
    let soonest: Seconds = never
    for (let part = wanted; ; part /= 2) {
      const size = lotSize(operation, Math.min(wanted, Math.max(least, part)))
      soonest = placeLot(search, operation, { buffer, quantity: size, date, limit, purpose })
      plan.rollback(mark)
      if (soonest !== never || part <= least || isLast) break
    }
    if (soonest === never || soonest <= date) return never
    date = soonest
  }
  return left > epsilon ? never : date
}

/** Minimum gain for dividing a late lot, as a share of its run time. */
const worthDividing = 0.5

/** Places one lot. If it is late and its run time grows with its size, tries several lots in parallel. */
function placeBeside(search: Search, operation: Operation, lot: Requirement): Seconds {
  const { buffer, quantity: size, date, limit, purpose } = lot
  const mark = search.plan.mark()
  const whole = placeLot(search, operation, lot)
  // Only if it may be late; otherwise the caller asks for a smaller quantity.
  const count = whole > date && limit > date ? mostBeside(search, operation, size) : 1
  if (count < 2) return whole
  const { reason } = search
  const planned = search.plan.takeFrom(mark)
  const gain = worthDividing * operation.durationPer * size
  const sooner = { buffer, quantity: size, date, limit: Math.min(limit, whole - gain), purpose }
  for (let lots = count; lots >= 2;) {
    const { placed, ready } = placeLots(search, operation, sooner, lots)
    if (placed === lots) return ready
    search.plan.rollback(mark)
    // Fewer, if others occupy some of the resources; half of them at most, because each round takes as much work.
    lots = Math.min(placed, Math.ceil(lots / 2))
  }
  search.plan.restore(planned)
  if (whole !== never) search.reason = reason
  return whole
}

/** Places equal lots until one is not possible by the limit. Returns their number, and when the last is available. */
function placeLots(
  search: Search,
  operation: Operation,
  { buffer, quantity: size, date, limit, purpose }: Requirement,
  lots: number,
): { readonly placed: number; readonly ready: Seconds } {
  let ready = date
  for (let placed = 0, left = size; placed < lots; placed += 1) {
    const part = lotSize(operation, Math.min(left, Math.ceil(left / (lots - placed))))
    // The first lot requests the materials of all of them: one order of a material instead of one per lot.
    const one = placed === 0 ? { ...purpose, together: size / part } : purpose
    const end = placeLot(search, operation, { buffer, quantity: part, date, limit, purpose: one })
    if (end === never) return { placed, ready }
    ready = Math.max(ready, end)
    left -= part
  }
  return { placed: lots, ready }
}

/** Returns how many orders fit on the alternate resources of a group at the same time. */
const placesOf = (options: readonly Load[]): number =>
  options.reduce((sum, { resource, quantity }) => {
    if (!resource.constrained || quantity <= 0) return never
    return sum + Math.floor(highestOf(resource.capacity) / quantity + epsilon)
  }, 0)

/** Returns the number of lots that the resources can process at the same time. */
export function mostBeside(
  { settings: { smallestLot = 0, maximumParts = never } }: Search,
  { durationPer, minimum, multiple, loads, steps }: Operation,
  size: number,
): number {
  if (durationPer === 0 || loads.length === 0 || steps.length > 0) return 1
  const smallest = Math.max(minimum, multiple, 1, smallestLot)
  let count = Math.min(maximumParts, Math.floor(size / smallest + epsilon))
  for (const { loads: options, pool } of loads) {
    if (options.length === 0) return 1
    if (options.some(({ resource }) => resource.setups !== undefined || resource.buckets !== undefined))
      return 1
    const together = pool === undefined ? 1 : loads.filter((group) => group.pool === pool).length
    count = Math.min(count, Math.floor(placesOf(options) / together + epsilon))
  }
  return count
}

/** Places one lot: with as much of the desired time after it as possible, and with the required time in any case. */
function placeLot(search: Search, operation: Operation, lot: Requirement): Seconds {
  const { buffer, quantity: size, date, limit, purpose } = lot
  const { softPost, hardPost } = operation
  const must = hardPost + offsetInto(operation, size, buffer)
  const mark = search.plan.mark()
  const end = date - must
  if (softPost > 0 && search.withoutSoftPost !== operation) {
    // As much of the desired time as possible.
    const wished = { end: end - softPost, from: -never, limit: end }
    const order = perform(search, operation, size, wished, purpose)
    if (order !== undefined) return order.end + must
    search.plan.rollback(mark)
  }
  const order = perform(search, operation, size, { end, from: -never, limit: limit - must }, purpose)
  if (order !== undefined) return order.end + must
  search.plan.rollback(mark)
  return never
}

/**
 * Plans the share of each part of a split that is effective on the date. If none is, plans those that are effective last
 * before it. If that is not possible, plans those that are effective on the first possible date after it.
 */
function split(search: Search, { operation, effectiveStart }: Method, requirement: Requirement): Seconds {
  const { date, limit } = requirement
  const { plan, settings } = search
  const parts = operation.steps.filter(({ priority }) => priority > 0)
  const mark = plan.mark()
  const isNone = !parts.some(isAt(date))
  if (isNone) {
    const earliest = Math.max(settings.current, effectiveStart)
    const ends = parts.map((part) => part.effectiveEnd - 1).filter((end) => end < date && end >= earliest)
    const last = ends.length === 0 ? never : Math.max(...ends)
    const ready = splitAmong(search, parts.filter(isAt(last)), { ...requirement, date: last, limit: last })
    if (ready !== never) return ready
    plan.rollback(mark)
  }
  const dates = [date, ...parts.flatMap((part) => [part.effectiveStart, part.effectiveEnd])]
    .filter((at) => at >= date && parts.some(isAt(at)))
    .sort((a, b) => a - b)
  let first: Reason | undefined
  if (isNone) {
    const to = dates[0] ?? never
    first = { kind: 'not effective', owner: operation.name, operation, from: date, to }
  }
  for (const at of new Set(dates)) {
    if (at > limit) break
    const ready = splitAmong(search, parts.filter(isAt(at)), { ...requirement, date: at })
    if (ready !== never) {
      if (first !== undefined && ready <= at) search.reason = first
      return ready
    }
    first ??= search.reason
    plan.rollback(mark)
  }
  search.reason = first
  return never
}

/** Plans the shares of some parts; none, with the result `never`, without any part. */
function splitAmong(search: Search, parts: readonly Step[], requirement: Requirement): Seconds {
  const { buffer, quantity, date } = requirement
  const whole = parts.reduce((sum, { priority }) => sum + priority, 0)
  let ready = date
  for (const part of parts) {
    const share = (quantity * part.priority) / whole
    const done = makePart(search, methodsOfPart(search, part, buffer), { ...requirement, quantity: share })
    if (done === never) return never
    ready = Math.max(ready, done)
  }
  return parts.length === 0 ? never : ready
}

const methodsByPart = new WeakMap<Buffer, Map<Step, readonly Method[]>>()

/** Returns the methods of a part of a split, within its effective dates; computed once per buffer. */
function methodsOfPart({ settings }: Search, part: Step, buffer: Buffer): readonly Method[] {
  let known = methodsByPart.get(buffer)
  if (known === undefined) methodsByPart.set(buffer, (known = new Map()))
  let methods = known.get(part)
  if (methods === undefined) {
    methods = methodsOf(part.operation, buffer, settings.current).map(
      ({ operation, per, fixed, effectiveStart, effectiveEnd, search }) => ({
        operation,
        per,
        fixed,
        effectiveStart: Math.max(part.effectiveStart, effectiveStart),
        effectiveEnd: Math.min(part.effectiveEnd, effectiveEnd),
        search,
      }),
    )
    known.set(part, methods)
  }
  return methods
}

/**
 * Makes a part of a split by the first, or the cheapest, of its alternates that are on time, those that are effective then
 * before the others; otherwise by the one that finishes first.
 */
function makePart(search: Search, methods: readonly Method[], requirement: Requirement): Seconds {
  const { date, limit } = requirement
  const mark = search.plan.mark()
  let best: TakenBack | undefined
  let [soonest, { reason }] = [never, search]
  const isEffective = ({ effectiveStart, effectiveEnd }: Method): boolean =>
    date >= effectiveStart && date < effectiveEnd
  const others = methods.filter((method) => !isEffective(method))
  const effective = methods.filter(isEffective)
  const mode = effective.length > 1 ? effective[0]!.search : 'PRIORITY'
  const onTime = { ...requirement, limit: date }
  const cheapest =
    mode === 'PRIORITY'
      ? undefined
      : planCheapest(search, mode, effective, (method) =>
          make(search, method, onTime) <= date ? date : undefined,
        )
  if (cheapest !== undefined) return cheapest
  for (const method of [...effective, ...others]) {
    const ready = make(search, method, { ...requirement, limit: Math.min(limit, soonest) })
    if (ready <= date) return ready
    if (ready < soonest) {
      best = search.plan.takeFrom(mark)
      ;[soonest, { reason }] = [ready, search]
    } else {
      search.plan.rollback(mark)
      if (best === undefined) reason ??= search.reason
    }
  }
  search.reason = reason
  if (best !== undefined) search.plan.restore(best)
  return soonest
}
