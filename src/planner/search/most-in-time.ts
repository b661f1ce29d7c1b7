/** Narrows down how much of a quantity can be done in time. */
import type { Reason, Search } from './search.ts'
import type { TakenBack } from './plan.ts'

/** Steps in which the most that can be done in time is narrowed down; enough for the last unit of a million. */
const narrowing = 20

/** A part that can be done in time, and what the attempt has found. */
export interface InTime<Found> {
  readonly part: number
  readonly found: Found
}

/**
 * Plans as much of a quantity as an attempt can do in time, in whole units; undefined, with nothing planned, for less than
 * `least`. An attempt returns undefined where it cannot do a part in time. `isLate` says that the whole quantity has been
 * tried already.
 */
export function mostInTime<Found>(
  search: Search,
  attempt: (part: number) => Found | undefined,
  quantity: number,
  least = 1,
  isLate = false,
): InTime<Found> | undefined {
  const { plan } = search
  const mark = plan.mark()
  if (quantity <= 0 || quantity < least) return undefined
  let found = isLate ? undefined : attempt(quantity)
  if (found !== undefined) return { part: quantity, found }
  plan.rollback(mark)
  const smallest = Math.max(1, Math.ceil(least))
  if (smallest >= quantity) return undefined
  found = attempt(smallest)
  if (found === undefined) {
    plan.rollback(mark)
    return undefined
  }
  let best: InTime<Found> = { part: smallest, found }
  // As it is in the plan, or taken back.
  let planned: TakenBack | undefined
  let reason: Reason | undefined
  let impossible = quantity
  for (let step = 0; step < narrowing && impossible - best.part > 1; step += 1) {
    const middle = Math.floor((best.part + impossible) / 2)
    if (middle <= best.part) break
    if (planned === undefined) {
      reason = search.reason
      planned = plan.takeFrom(mark)
    }
    found = attempt(middle)
    if (found === undefined) {
      impossible = middle
      plan.rollback(mark)
    } else {
      best = { part: middle, found }
      planned = undefined
    }
  }
  if (planned !== undefined) {
    plan.restore(planned)
    search.reason = reason
  }
  return best
}
