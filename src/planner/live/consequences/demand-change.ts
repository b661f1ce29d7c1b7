/**
 * Classifies the change of a sales order between two plans: the common definition for trials, plan runs and, as SQL,
 * for stored plans.
 */
import { isLate } from '../../../rules/late.ts'
import { epsilon } from '../../timeline/profile.ts'
import { day } from '../../time.ts'
import type { DemandChange } from './consequences.ts'
import type { DemandFacts } from './facts.ts'

/** Smaller shifts in seconds are ignored, because stored dates are whole seconds. */
export const slightSeconds = 60

/** Returns the quantity that is not delivered; 0 within the rounding tolerance. */
export const shortOf = ({ quantity, planned }: DemandFacts): number => {
  const short = quantity - planned
  return short > epsilon ? short : 0
}

/** Returns whether the whole quantity is delivered by the due date. */
const isInTime = (facts: DemandFacts): boolean =>
  shortOf(facts) === 0 && facts.date !== null && !isLate(facts.due, facts.date)

/** Returns the change; undefined without one. */
export function changeOf(
  was: DemandFacts | undefined,
  is: DemandFacts | undefined,
): DemandChange | undefined {
  if (was === undefined) return 'new'
  if (is === undefined) return 'gone'
  if (isInTime(was) !== isInTime(is)) return isInTime(is) ? 'recovered' : 'late'
  const missing = shortOf(is) - shortOf(was)
  if (Math.abs(missing) > epsilon) return missing > 0 ? 'later' : 'earlier'
  const shift = (is.date ?? Infinity) - (was.date ?? Infinity)
  if (Math.abs(shift) > slightSeconds) return shift > 0 ? 'later' : 'earlier'
  // Another quantity has another lateness on the same dates.
  if (Math.abs(is.quantity - was.quantity) > epsilon) return undefined
  const weight = is.quantityDaysLate - was.quantityDaysLate
  if (Math.abs(weight) * day <= slightSeconds * is.quantity) return undefined
  return weight > 0 ? 'later' : 'earlier'
}
