/** How many proposals of the previous plan a plan is compared with. */
import type { PlannerSettings } from '../input.ts'

/** Proposals of the previous plan with which a plan begins at most: reading more would take longer than planning. */
const mostPreviousUsual = 20_000
/** The same where there is time to improve the plan. */
export const mostPreviousImproved = 500_000

/** 0 for kinds of plans that are not compared. */
export function mostPreviousOf(
  { plantype, constraints }: Pick<PlannerSettings, 'plantype' | 'constraints'>,
  improving: boolean,
): number {
  const isConstrained = Object.values(constraints).includes(true)
  if (plantype === 2 || !isConstrained) return 0
  return improving ? mostPreviousImproved : mostPreviousUsual
}
