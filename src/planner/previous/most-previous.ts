/** Limits how many proposals of the previous plan are compared. */
import type { PlannerSettings } from '../input.ts'

/** Maximum number of proposals of the previous plan in a normal run: reading more would take longer than planning. */
const mostPreviousUsual = 20_000
/** The same limit for a run with improvement. */
export const mostPreviousImproved = 500_000

/** Returns the limit; 0 for plan types that are not compared. */
export function mostPreviousOf(
  { plantype, constraints }: Pick<PlannerSettings, 'plantype' | 'constraints'>,
  improving: boolean,
): number {
  const isConstrained = Object.values(constraints).includes(true)
  if (plantype === 2 || !isConstrained) return 0
  return improving ? mostPreviousImproved : mostPreviousUsual
}
