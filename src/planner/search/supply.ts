/**
 * Supply of a buffer: from what stays free, from what comes anyway, or by making more. Making more goes by the ways of
 * refilling the buffer in their order of preference: the first that can do all in time, several that can do it
 * together, or the one that is done first.
 */
import type { Buffer, Method, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { perform } from './perform.ts'
import type { Purpose, Search } from './search.ts'

/** See {@link Search.supply}. */
export function supplyBuffer(
  search: Search,
  buffer: Buffer,
  quantity: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Seconds {
  if (buffer.infinite) return date
  const free = buffer.stock.lowestFrom(date)
  if (free >= quantity - epsilon) return date
  const comes = buffer.stock.staysFrom(date, quantity)
  const awaited = {
    kind: 'await supply',
    owner: buffer.item.name,
    operation: undefined,
    from: date,
    to: comes,
  } as const
  if (comes !== never && isAwaited(search, buffer, date, comes)) {
    search.reason = awaited
    return comes <= limit ? comes : never
  }
  if (buffer.asked) {
    search.reason = { kind: 'circle', owner: buffer.item.name, operation: undefined, from: date, to: date }
    return never
  }
  const mark = search.plan.mark()
  buffer.asked = true
  // What others take later need not be there before they take it.
  const deadline = buffer.stock.firstBelow(date, never, quantity)
  const latest = Math.min(Math.max(limit, deadline), comes)
  const made = replenish(search, buffer, quantity - Math.max(0, free), deadline, latest, purpose)
  buffer.asked = false
  const ready = made ? buffer.stock.staysFrom(date, quantity) : never
  if (ready <= limit && ready < comes) return ready
  search.plan.rollback(mark)
  if (comes > limit) return never
  search.reason = awaited
  return comes
}

/** Supply that is under way is awaited rather than doubled, within the fence that is set for it. */
function isAwaited({ settings }: Search, buffer: Buffer, date: Seconds, comes: Seconds): boolean {
  if (settings.autoFence <= 0 || comes > settings.current + settings.autoFence) return false
  return buffer.lockedSupply.some((arrival) => arrival > date && arrival <= comes)
}

/** Plans more of a buffer. Whether anything was planned; when it is there, the stock tells. */
export function replenish(
  search: Search,
  buffer: Buffer,
  quantity: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): boolean {
  const { plan } = search
  const mark = plan.mark()
  const methods = buffer.methods ?? search.network.buffer(buffer.item, buffer.location, buffer.batch).methods!
  if (methods.length === 0) {
    search.reason = {
      kind: 'no supply',
      owner: buffer.item.name,
      operation: undefined,
      from: date,
      to: never,
    }
    return false
  }
  if (methods.length === 1) return make(search, buffer, methods[0]!, quantity, date, limit, purpose) !== never
  const effective = methods.filter((method) => date >= method.effectiveStart && date < method.effectiveEnd)
  const inTime = effective.length > 1 && effective[0]!.search !== 'PRIORITY' ? cheapest : first
  if (inTime(search, buffer, effective, quantity, date, purpose)) return true
  if (together(search, buffer, effective, quantity, date, purpose)) return true
  let best: Method | undefined
  let soonest = limit
  let reason = search.reason
  for (const method of methods) {
    const ready = make(search, buffer, method, quantity, date, soonest, purpose)
    plan.rollback(mark)
    if (ready === never || (best !== undefined && ready >= soonest)) continue
    best = method
    soonest = ready
    reason = search.reason
  }
  search.reason = reason
  return best !== undefined && make(search, buffer, best, quantity, date, limit, purpose) !== never
}

/** The first way that can do all in time. */
function first(
  search: Search,
  buffer: Buffer,
  methods: readonly Method[],
  quantity: number,
  date: Seconds,
  purpose: Purpose,
): boolean {
  const mark = search.plan.mark()
  for (const method of methods) {
    if (make(search, buffer, method, quantity, date, date, purpose) <= date) return true
    search.plan.rollback(mark)
  }
  return false
}

/** The way that can do all in time at the lowest cost. */
function cheapest(
  search: Search,
  buffer: Buffer,
  methods: readonly Method[],
  quantity: number,
  date: Seconds,
  purpose: Purpose,
): boolean {
  const { plan } = search
  const mark = plan.mark()
  const before = plan.cost
  let best: Method | undefined
  let lowest = never
  for (const method of methods) {
    const ready = make(search, buffer, method, quantity, date, date, purpose)
    const cost = plan.cost - before
    plan.rollback(mark)
    if (ready <= date && cost < lowest) [best, lowest] = [method, cost]
  }
  return best !== undefined && make(search, buffer, best, quantity, date, date, purpose) <= date
}

/** As much in time as each way can do, until all is there. */
function together(
  search: Search,
  buffer: Buffer,
  methods: readonly Method[],
  quantity: number,
  date: Seconds,
  purpose: Purpose,
): boolean {
  if (methods.length < 2) return false
  const mark = search.plan.mark()
  let left = quantity
  for (const method of methods) {
    left -= mostInTime(
      search,
      (part) => make(search, buffer, method, part, date, date, purpose) <= date,
      left,
    )
    if (left <= epsilon) return true
  }
  search.plan.rollback(mark)
  return false
}

/** Steps in which the most that can be done in time is narrowed down. */
const narrowing = 6

/** Plans as much of a quantity as an attempt can do in time, in whole units; answers how much. */
export function mostInTime(search: Search, attempt: (part: number) => boolean, quantity: number): number {
  const { plan } = search
  const mark = plan.mark()
  if (attempt(quantity)) return quantity
  plan.rollback(mark)
  let [possible, impossible] = [0, quantity]
  for (let step = 0; step < narrowing && impossible - possible > 1; step += 1) {
    const middle = Math.floor((possible + impossible) / 2)
    if (middle <= possible) break
    if (attempt(middle)) possible = middle
    else impossible = middle
    plan.rollback(mark)
  }
  if (possible > 0 && !attempt(possible)) {
    plan.rollback(mark)
    return 0
  }
  return possible
}

/** Lots until a quantity is there are limited, so that a tiny lot size does not take for ever. */
const mostLots = 10_000

/**
 * Plans a quantity by one way, in lots of its sizes. Answers when the last of it is there, `never` if it cannot be by
 * the limit; what was planned until then is left for the caller to take back.
 */
function make(
  search: Search,
  buffer: Buffer,
  { operation, per, fixed, effectiveStart, effectiveEnd }: Method,
  quantity: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Seconds {
  if (operation.kind === 'split') return split(search, buffer, operation, quantity, date, limit, purpose)
  let left = quantity
  let ready = date
  for (let lot = 0; left > epsilon && lot < mostLots; lot += 1) {
    const wanted = per > 0 ? (left - fixed) / per : 0
    const size = lotSize(operation, wanted)
    const order = placeBeside(search, buffer, operation, size, date, limit, purpose)
    if (order === never || order >= effectiveEnd || order < effectiveStart) return never
    ready = Math.max(ready, order)
    const gained = size * per + fixed
    if (gained <= epsilon) return never
    left -= gained
  }
  return left > epsilon ? never : ready
}

/** The size of the next lot towards a quantity: at least the minimum, in multiples, at most the maximum. */
export function lotSize({ minimum, multiple, maximum }: Operation, wanted: number): number {
  let size = Math.max(wanted, minimum)
  if (multiple > 0) size = Math.ceil(size / multiple - epsilon) * multiple
  if (size <= maximum) return size
  return multiple > 0 ? Math.floor(maximum / multiple + epsilon) * multiple : maximum
}

/** Gain, as a share of the run, for which a late lot is divided. */
const worthDividing = 0.25

/** One lot, or, where that is late and takes the longer the larger it is, several side by side. */
function placeBeside(
  search: Search,
  buffer: Buffer,
  operation: Operation,
  size: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Seconds {
  const mark = search.plan.mark()
  const whole = placeLot(search, buffer, operation, size, date, limit, purpose)
  // Only where it may be late at all; to be in time, a smaller quantity is asked for.
  const count = whole > date && limit > date ? mostBeside(operation, size) : 1
  if (count < 2) return whole
  const { reason } = search
  search.plan.rollback(mark)
  const gain = worthDividing * operation.durationPer * size
  const sooner = Math.min(limit, whole - gain)
  let ready = date
  for (let lot = 0, left = size; lot < count && ready !== never; lot += 1) {
    const part = lotSize(operation, Math.min(left, Math.ceil(left / (count - lot))))
    ready = Math.max(ready, placeLot(search, buffer, operation, part, date, sooner, purpose))
    left -= part
  }
  if (ready !== never) return ready
  search.plan.rollback(mark)
  if (whole === never) return never
  const again = placeLot(search, buffer, operation, size, date, limit, purpose)
  search.reason = reason
  return again
}

/** Lots into which a size can be divided for what its resources can do at the same time. */
function mostBeside({ durationPer, minimum, multiple, loads, steps }: Operation, size: number): number {
  if (durationPer === 0 || loads.length === 0 || steps.length > 0) return 1
  const smallest = Math.max(minimum, multiple, 1)
  let count = Math.floor(size / smallest + epsilon)
  for (const group of loads) {
    const [load] = group.loads
    if (load === undefined || load.resource.setups !== undefined || load.resource.buckets !== undefined)
      return 1
    const room = Math.max(...load.resource.capacity.values)
    if (load.resource.constrained) count = Math.min(count, Math.floor(room / load.quantity + epsilon))
  }
  return count
}

/** One lot. First with the time after it that is wished for, then with what must be. */
function placeLot(
  search: Search,
  buffer: Buffer,
  operation: Operation,
  size: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Seconds {
  const { softPost, hardPost } = operation
  const offset = offsetInto(operation, buffer)
  const must = hardPost + offset
  const mark = search.plan.mark()
  const attempts = softPost > 0 ? [date - must - softPost, date - must] : [date - must]
  for (const [attempt, end] of attempts.entries()) {
    const last = attempt === attempts.length - 1
    const latest = last ? limit - must : end
    const order = perform(search, operation, size, { end, from: -never, limit: latest }, purpose)
    if (order !== undefined) return order.end + must
    search.plan.rollback(mark)
  }
  return never
}

const offsetInto = ({ flows }: Operation, buffer: Buffer): number => {
  for (const group of flows) {
    if (group.consumes) continue
    const flow = group.flows.find(
      ({ item, location }) => item === buffer.item && location === buffer.location,
    )
    if (flow !== undefined) return flow.at === 'start' ? 0 : flow.offset
  }
  return 0
}

/** Each part makes its share of the quantity. */
function split(
  search: Search,
  buffer: Buffer,
  operation: Operation,
  quantity: number,
  date: Seconds,
  limit: Seconds,
  purpose: Purpose,
): Seconds {
  const parts = operation.steps.filter(
    ({ effectiveStart, effectiveEnd, priority }) =>
      date >= effectiveStart && date < effectiveEnd && priority > 0,
  )
  const whole = parts.reduce((sum, { priority }) => sum + priority, 0)
  let ready = date
  for (const part of parts) {
    const method = {
      operation: part.operation,
      per: 1,
      fixed: 0,
      effectiveStart: -never,
      effectiveEnd: never,
      search: 'PRIORITY',
    } as const
    const done = make(search, buffer, method, (quantity * part.priority) / whole, date, limit, purpose)
    if (done === never) return never
    ready = Math.max(ready, done)
  }
  return parts.length === 0 ? never : ready
}
