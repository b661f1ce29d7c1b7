/**
 * Supplies a buffer from free stock, from expected receipts, or by new orders. New orders use the replenishment
 * methods by preference: the first that supplies everything on time, several that do so together, or the one that
 * finishes first.
 */
import type { Buffer, Method } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { planCheapest } from './cheapest.ts'
import { make } from './lots.ts'
import { pullSupply } from './move-approved.ts'
import { mostInTime } from './most-in-time.ts'
import type { TakenBack } from './plan.ts'
import type { Reason } from './reason.ts'
import type { Requirement, Search } from './search.ts'
import { levelAt } from '../calendar/step-function.ts'
import { sentence } from '../sentences.ts'

/** See {@link Search.supply}. */
export function supplyBuffer(search: Search, requirement: Requirement): Seconds {
  const { buffer, quantity, date } = requirement
  if (buffer.infinite) return date
  if (buffer.stock.lowestFrom(date) >= quantity - epsilon) return date
  const before = search.plan.mark()
  pullSupply(search, requirement)
  const ready = supplyMore(search, requirement)
  if (ready === never) search.plan.rollback(before)
  return ready
}

/** Supplies the missing quantity after expected receipts have been moved as far as possible. */
function supplyMore(search: Search, requirement: Requirement): Seconds {
  const { buffer, quantity, date, limit, purpose } = requirement
  const free = buffer.stock.lowestFrom(date)
  if (free >= quantity - epsilon) return date
  const comes = buffer.stock.staysFrom(date, quantity)
  if (comes !== never && isAwaited(search, buffer, date, comes)) {
    search.reason = { ...awaiting(buffer, date, comes), detail: withinFence(buffer) }
    return comes <= limit ? comes : never
  }
  if (buffer.asked) {
    search.limits.late.dependent += 1
    search.reason = {
      kind: 'circle',
      owner: buffer.item.name,
      buffer,
      operation: undefined,
      from: date,
      to: date,
    }
    return never
  }
  const mark = search.plan.mark()
  buffer.asked = true
  // Stock that is consumed later has to be available only then.
  const deadline = buffer.stock.firstBelow(date, never, quantity)
  const latest = Math.min(Math.max(limit, deadline), comes)
  // An existing shortage must be supplied too, unless a receipt already covers it.
  const missing = quantity - (comes === never ? free : Math.max(0, free))
  const bring = (amount: number): Seconds =>
    replenish(search, { buffer, quantity: amount, date: deadline, limit: latest, purpose })
      ? buffer.stock.staysFrom(date, quantity)
      : never
  const amounts = search.waiting?.amounts(requirement, missing) ?? [missing]
  const full = Math.max(
    wholeLots(search, buffer, upToMaximum(buffer, quantity, deadline), missing, deadline),
    amounts[0],
  )
  const beside = besideLocked(buffer, quantity, date)
  const fewer = beside !== undefined && beside < missing - epsilon ? beside : undefined
  let ready = bring(full)
  let { reason } = search
  // A smaller quantity may be available earlier.
  for (const amount of [...amounts.filter((amount) => amount < full), fewer]) {
    if (ready <= date) break
    if (amount === undefined) continue
    const planned = search.plan.takeFrom(mark)
    const there = bring(amount)
    if (there < ready || (amount === fewer && there === ready)) {
      ready = there
      ;({ reason } = search)
      continue
    }
    search.plan.rollback(mark)
    search.plan.restore(planned)
  }
  search.reason = reason
  buffer.asked = false
  if (ready <= limit && ready < comes) return ready
  search.plan.rollback(mark)
  if (comes === never || comes > limit) return never
  search.reason = awaiting(buffer, date, comes)
  return comes
}

/** Returns the part of a quantity that existing orders after the date do not cover; undefined if there are none. */
function besideLocked({ lockedSupply, stock }: Buffer, quantity: number, date: Seconds): number | undefined {
  if (lockedSupply.length === 0) return undefined
  const last = lockedSupply.reduce((latest, comes) => Math.max(latest, comes), date)
  const missing = last > date ? quantity - stock.lowestFrom(last) : 0
  return missing > epsilon ? missing : undefined
}

/** Returns the quantity that refills the buffer to its maximum after the quantity is consumed; 0 without a maximum. */
export function upToMaximum({ maximum, stock }: Buffer, quantity: number, date: Seconds): number {
  if (maximum === 0) return 0
  const most = levelAt(maximum, date)
  return most > 0 ? Math.max(0, most + quantity - stock.level(date)) : 0
}

/**
 * Returns a refill that does not exceed the wanted quantity by the multiple of its lots, if there is one that has at least
 * what is missing. The lots are those of the preferred method that is effective on the date.
 */
export function wholeLots(
  search: Search,
  buffer: Buffer,
  wanted: number,
  missing: number,
  date: Seconds,
): number {
  if (wanted <= missing) return wanted
  const methods = methodsOf(search, buffer)
  const method =
    methods.find(({ effectiveStart, effectiveEnd }) => date >= effectiveStart && date < effectiveEnd) ??
    methods[0]
  if (method === undefined || method.operation.multiple <= 0 || method.per <= 0) return wanted
  const { operation, per, fixed } = method
  const lots = Math.floor((wanted - fixed) / per / operation.multiple + epsilon)
  return Math.max(missing, lots * operation.multiple * per + fixed)
}

const methodsOf = ({ network }: Search, { item, location, batch, methods }: Buffer): readonly Method[] =>
  methods ?? network.buffer(item, location, batch).methods!

const awaiting = (buffer: Buffer, from: Seconds, to: Seconds): Reason => ({
  kind: 'await supply',
  owner: buffer.item.name,
  buffer,
  operation: undefined,
  from,
  to,
})

const withinFence = ({ item }: Buffer): string => sentence('await_fenced_supply', { owner: item.name })

/**
 * Returns whether to wait for an existing receipt within the fence instead of ordering more: only if this receipt
 * makes the quantity available, not if a proposed order does.
 */
export function isAwaited(
  { settings, mode }: Search,
  buffer: Buffer,
  date: Seconds,
  comes: Seconds,
): boolean {
  const fence = settings.autoFence ?? (mode === 'constrained' ? 0 : never)
  if (fence <= 0 || comes > settings.current + fence) return false
  return comes > date && buffer.lockedSupply.includes(comes)
}

/** Makes an attempt to supply a requirement by its limit, unless that is known to be impossible. Returns whether it was possible. */
function unlessLate(
  search: Search,
  { buffer, quantity, limit }: Requirement,
  attempt: () => boolean,
): boolean {
  const { limits, withoutSoftPost } = search
  if (search.mode !== 'constrained' || !limits.isLong) return attempt()
  const known = limits.late.find(buffer, { quantity, date: limit }, withoutSoftPost)
  if (known !== undefined) {
    search.reason = known.reason
    return false
  }
  const { dependent } = limits.late
  if (attempt()) return true
  if (limits.late.dependent === dependent && !limits.isSpent && search.only === undefined)
    limits.late.add(buffer, { quantity, date: limit, reason: search.reason }, withoutSoftPost)
  return false
}

/** Plans more supply of a buffer. Returns whether anything was planned; the stock profile shows when it is available. */
export function replenish(search: Search, requirement: Requirement): boolean {
  const methods = methodsOf(search, requirement.buffer)
  if (methods.length === 1)
    return unlessLate(search, requirement, () => make(search, methods[0]!, requirement) !== never)
  if (methods.length > 1)
    return unlessLate(search, requirement, () => makeByOne(search, methods, requirement))
  const { buffer, date } = requirement
  search.reason = {
    kind: 'no supply',
    owner: buffer.item.name,
    buffer,
    operation: undefined,
    from: date,
    to: never,
  }
  return false
}

/** Plans more supply of a buffer by one of several methods, or by some of them together. */
function makeByOne(search: Search, methods: readonly Method[], requirement: Requirement): boolean {
  const { buffer, quantity, date, limit, purpose } = requirement
  const { plan } = search
  const mark = plan.mark()
  const effective = bySize(
    methods.filter((method) => date >= method.effectiveStart && date < method.effectiveEnd),
    quantity,
  )
  const inTime = effective.length > 1 && effective[0]!.search !== 'PRIORITY' ? cheapest : first
  const onTime = limit === date ? requirement : { buffer, quantity, date, limit: date, purpose }
  const isOnTime = (): boolean => inTime(search, effective, onTime) || together(search, effective, onTime)
  if (limit === date ? isOnTime() : unlessLate(search, onTime, isOnTime)) return true
  let best: TakenBack | undefined
  let soonest = limit
  let reason = search.reason
  // Methods that were late are not tried again if the supply must be on time.
  const asked = limit > date ? methods : methods.filter((method) => !effective.includes(method))
  for (const method of asked) {
    const ready = make(search, method, { buffer, quantity, date, limit: soonest, purpose })
    if (ready === never || (best !== undefined && ready >= soonest)) {
      plan.rollback(mark)
      continue
    }
    best = plan.takeFrom(mark)
    soonest = ready
    reason = search.reason
  }
  search.reason = reason
  if (best !== undefined) plan.restore(best)
  return best !== undefined
}

/** Sorts methods whose minimum lot exceeds the requirement after the others. */
function bySize(methods: readonly Method[], quantity: number): readonly Method[] {
  const isLarge = ({ operation, per, fixed }: Method): boolean =>
    operation.minimum * per + fixed > quantity + epsilon
  if (!methods.some(isLarge)) return methods
  return [...methods.filter((method) => !isLarge(method)), ...methods.filter(isLarge)]
}

/** Plans by the first method that supplies everything on time. */
function first(search: Search, methods: readonly Method[], requirement: Requirement): boolean {
  const mark = search.plan.mark()
  for (const method of methods) {
    if (make(search, method, requirement) <= requirement.date) return true
    search.plan.rollback(mark)
  }
  return false
}

/** Plans by the cheapest method that supplies everything on time. */
const cheapest = (search: Search, methods: readonly Method[], requirement: Requirement): boolean =>
  planCheapest(search, methods[0]!.search, methods, (method) =>
    make(search, method, requirement) <= requirement.date ? true : undefined,
  ) === true

/** Plans as much on time as each method allows, until everything is supplied. */
function together(search: Search, methods: readonly Method[], requirement: Requirement): boolean {
  const { buffer, quantity, date, limit, purpose } = requirement
  const { smallestLot = 0, maximumParts = methods.length } = search.settings
  if (methods.length < 2 || maximumParts < 2 || quantity < 2 * smallestLot) return false
  const mark = search.plan.mark()
  let left = quantity
  for (const method of methods) {
    const attempt = (part: number): true | undefined =>
      make(search, method, { buffer, quantity: part, date, limit, purpose }) <= date ? true : undefined
    left -= mostInTime(search, attempt, left, Math.min(left, Math.max(1, smallestLot)))?.part ?? 0
    if (left <= epsilon) return true
  }
  search.plan.rollback(mark)
  return false
}
