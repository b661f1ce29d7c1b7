/** Finds the largest quantity that is possible on time. */
import type { Reason } from './reason.ts'
import type { Search } from './search.ts'
import type { TakenBack } from './plan.ts'

/** Maximum number of bisection steps; enough for a single unit of a million. */
const narrowing = 20

/** A quantity that is possible on time, and the result of its attempt. */
export interface InTime<Found> {
  readonly part: number
  readonly found: Found
}

/** A quantity that is possible on time, taken back. */
export interface Known<Found> extends InTime<Found> {
  readonly planned: TakenBack
}

/**
 * Plans the largest quantity that an attempt completes on time, in whole units. Returns undefined, with nothing
 * planned, if that is less than `least`.
 *
 * @param attempt returns undefined if the part is not possible on time
 * @param known an attempt of `least` that was on time, so that it is not repeated
 */
export function mostInTime<Found>(
  search: Search,
  attempt: (part: number) => Found | undefined,
  quantity: number,
  least = 1,
  known?: Known<Found>,
): InTime<Found> | undefined {
  const { plan } = search
  const mark = plan.mark()
  if (quantity <= 0 || quantity < least) return undefined
  let found = attempt(quantity)
  if (found !== undefined) return { part: quantity, found }
  plan.rollback(mark)
  const smallest = Math.max(1, Math.ceil(least))
  if (smallest >= quantity) return undefined
  const repeated = known?.part === smallest ? known : undefined
  found = repeated?.found ?? attempt(smallest)
  if (found === undefined) {
    plan.rollback(mark)
    return undefined
  }
  let best: InTime<Found> = { part: smallest, found }
  // The best attempt, if it is currently taken back; undefined while it is in the plan.
  let planned = repeated?.planned
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
