/** Finds when a purchase or transport that a planner orders now is there. */
import type { Operation } from '../../network/nodes.ts'
import { lotSize } from '../../search/lot-size.ts'
import { earliestStart } from '../../search/place.ts'
import { earliestSlot } from '../../search/slots.ts'
import type { Seconds } from '../../time.ts'
import type { LivePlan } from '../live-plan.ts'

/** The earliest order of a quantity. */
export interface Receipt {
  readonly quantity: number
  readonly startdate: Seconds
  readonly enddate: Seconds
  /** Date from which the quantity is available. */
  readonly ready: Seconds
}

/**
 * Returns the earliest order of a lot of about a quantity, after the fence, in the open time of the supplier or the
 * receiving location, on free resources, and within the effective dates; undefined if there is none.
 *
 * @param most maximum of the quantity; a smaller lot is ordered, if its sizes allow one
 */
export function earliestReceipt(
  { state: { search }, input }: LivePlan,
  operation: Operation,
  wanted: number,
  most = Infinity,
): Receipt | undefined {
  const { minimum, multiple, maximum, hardPost, effectiveStart, effectiveEnd } = operation
  const sizes = { minimum: 0, multiple, maximum: Math.min(most, maximum) }
  const quantity = lotSize(sizes, lotSize(operation, wanted))
  if (quantity <= 0 || quantity < minimum) return undefined
  const from = Math.max(input.settings.current, earliestStart(search, operation))
  // The attempt counts for no request of the plan.
  const slot = search.limits.apart(() =>
    earliestSlot(search, operation, quantity, from, { soonest: effectiveStart - hardPost }),
  )
  if (slot === undefined) return undefined
  const ready = slot.end + hardPost
  return ready < effectiveEnd ? { quantity, startdate: slot.start, enddate: slot.end, ready } : undefined
}
