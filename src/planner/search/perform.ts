/**
 * Performs an operation of any kind: one order, the orders of its steps, the best of its alternates, or the shares of
 * a split.
 */
import { notEnded } from '../network/leaves.ts'
import type { Operation, Step } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { planCheapest } from './cheapest.ts'
import { lotSize } from './lot-size.ts'
import { placeOrder } from './place.ts'
import type { Order, TakenBack } from './plan.ts'
import { placeProject } from './project.ts'
import type { Place, Purpose, Search } from './search.ts'
import { isProject } from './steps.ts'

/** Returns the order that ends last; undefined, with nothing planned, if it is not possible by the limit. */
export function perform(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  return isProject(operation)
    ? placeProject(search, operation, quantity, place, purpose)
    : performStep(search, operation, quantity, place, purpose)
}

/** The same for an operation that takes one order, or for a step that is planned beside those that it depends on. */
export function performStep(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  if (operation.steps.length === 0) return placeOrder(search, operation, quantity, place, purpose)
  const options = operation.steps.filter(({ priority }) => priority !== 0)
  if (operation.kind !== 'split')
    return performBest(
      search,
      operation,
      notEnded(options, search.settings.current),
      quantity,
      place,
      purpose,
    )
  return performSplit(search, options, quantity, place, purpose)
}

/**
 * Returns the size of the order of an alternate, or of a part of a split: at least the quantity; undefined if that is
 * more than one order can have. Alternates and splits have no orders of their own, so their options decide.
 */
function sizeOf({ operation }: Step, quantity: number): number | undefined {
  if (operation.kind === 'alternate' || operation.kind === 'split') return quantity
  const size = lotSize(operation, quantity)
  return size < quantity - epsilon ? undefined : size
}

/**
 * Limits a place to the effective dates of an alternate or a part, with the desired time after it; undefined if the dates
 * are over or begin too late.
 */
function placeOf(
  { operation: { softPost }, effectiveStart, effectiveEnd }: Step,
  { end: wanted, from, limit }: Place,
): Place | undefined {
  const end = wanted - softPost
  if (effectiveStart === -never && effectiveEnd === never) return { end, from, limit }
  const last = Math.min(limit, effectiveEnd - 1)
  if (last < effectiveStart) return undefined
  return { end: Math.max(Math.min(end, effectiveEnd - 1), effectiveStart), from, limit: last }
}

/** Returns whether a step, or another thing with effective dates, is effective at a date. */
export const isAt =
  (date: Seconds) =>
  ({ effectiveStart, effectiveEnd }: Pick<Step, 'effectiveStart' | 'effectiveEnd'>): boolean =>
    date >= effectiveStart && date < effectiveEnd

/** Sorts alternates that are effective at a date before the others. */
function byEffect(options: readonly Step[], date: Seconds): readonly Step[] {
  const isEffective = isAt(date)
  if (date === -never || options.every(isEffective)) return options
  return [...options.filter(isEffective), ...options.filter((option) => !isEffective(option))]
}

/** Performs the first, or the cheapest, alternate that is on time, otherwise the one that ends first. */
function performBest(
  search: Search,
  { search: mode }: Operation,
  options: readonly Step[],
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const mark = search.plan.mark()
  let best: { readonly order: Order; readonly planned: TakenBack } | undefined
  let soonest: Seconds = never
  let reason = search.reason
  const performOne = (option: Step, within: Place): Order | undefined => {
    const allowed = placeOf(option, within)
    const size = sizeOf(option, quantity)
    if (allowed === undefined || size === undefined) return undefined
    return perform(search, option.operation, size, allowed, purpose)
  }
  // Without a wanted end, the option that ends first is taken.
  if (mode !== 'PRIORITY' && options.length > 1 && place.end !== -never) {
    const onTime = { ...place, limit: Math.min(place.limit, place.end) }
    const cheapest = planCheapest(search, mode, byEffect(options, place.end), (option) => {
      const order = performOne(option, onTime)
      return order !== undefined && order.end <= place.end ? order : undefined
    })
    if (cheapest !== undefined) return cheapest
  }
  for (const option of byEffect(options, place.end)) {
    const order = performOne(option, place)
    if (order === undefined) continue
    if (order.end <= place.end) return order
    if (order.end < soonest) {
      ;({ end: soonest } = order)
      ;({ reason } = search)
      best = { order, planned: search.plan.takeFrom(mark) }
    } else search.plan.rollback(mark)
  }
  if (best === undefined) return undefined
  search.plan.restore(best.planned)
  search.reason = reason
  return best.order
}

/**
 * Performs the parts of a split that are effective on the date; if none is, those that are effective last before it. If
 * that is not possible, performs those that are effective on the first possible date after it.
 */
function performSplit(
  search: Search,
  options: readonly Step[],
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const { current } = search.settings
  const { end, wantedBy = -never, from, limit } = place
  const at = end === -never ? Math.max(wantedBy, current) : end
  const attempt = (date: Seconds, within: Place): Order | undefined =>
    performParts(search, options.filter(isAt(date)), quantity, within, purpose)
  if (options.some(isAt(at))) {
    const order = attempt(at, place)
    if (order !== undefined) return order
  } else {
    const ends = options.map(({ effectiveEnd }) => effectiveEnd - 1).filter((date) => date < at)
    const last = Math.max(...ends, -never)
    const order = last < current ? undefined : attempt(last, { end: last, from, limit: last })
    if (order !== undefined) return order
  }
  const dates = options
    .flatMap(({ effectiveStart, effectiveEnd }) => [effectiveStart, effectiveEnd])
    .filter((date) => date > at && date <= limit && options.some(isAt(date)))
  for (const date of new Set(dates.sort((a, b) => a - b))) {
    const order = attempt(date, { end: date, from, limit })
    if (order !== undefined) return order
  }
  return undefined
}

/** Performs the shares of some parts within their effective dates; undefined if one is not possible, or without parts. */
function performParts(
  search: Search,
  parts: readonly Step[],
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const mark = search.plan.mark()
  const whole = parts.reduce((sum, { priority }) => sum + priority, 0)
  let last: Order | undefined
  for (const part of parts) {
    const size = sizeOf(part, (quantity * part.priority) / whole)
    const allowed = placeOf(part, place)
    const order =
      size === undefined || allowed === undefined
        ? undefined
        : perform(search, part.operation, size, allowed, purpose)
    if (order === undefined) {
      search.plan.rollback(mark)
      return undefined
    }
    if (last === undefined || order.end > last.end) last = order
  }
  return last
}
