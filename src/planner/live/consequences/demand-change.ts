/**
 * What a plan changes for a sales order against another plan: the one definition for trials, plan runs and, as SQL, for
 * plans that are stored.
 */
import { epsilon } from '../../timeline/profile.ts'
import { day } from '../../time.ts'
import type { DemandChange } from './consequences.ts'
import type { DemandFacts } from './facts.ts'

/** Stored dates are whole seconds; what moves by less has not moved. */
export const slightSeconds = 60

/** Quantity that is not delivered; 0 for a difference of calculation. */
export const shortOf = ({ quantity, planned }: DemandFacts): number => {
  const short = quantity - planned
  return short > epsilon ? short : 0
}

/** Whether all of it is delivered by the due date. */
const isInTime = (facts: DemandFacts): boolean =>
  shortOf(facts) === 0 && facts.date !== null && facts.date <= facts.due

/** Undefined where nothing changes. */
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
  const weight = is.quantityDaysLate - was.quantityDaysLate
  if (Math.abs(weight) * day <= slightSeconds * Math.max(is.quantity, was.quantity)) return undefined
  return weight > 0 ? 'later' : 'earlier'
}
