/**
 * Proposals of a stored plan that have begun since it was made. While hours pass, a plan in memory keeps their dates: moved to
 * now, they would lose their place on resources that are busy, and wait behind all others.
 */
import type { PlannerSettings } from '../input.ts'
import type { Seconds } from '../time.ts'

/** Returns the date from which proposals that start before the start of the plan have begun. */
export const begunFromOf = ({ current, begunFrom = current }: PlannerSettings): Seconds =>
  Math.min(begunFrom, current)

/** Returns settings with which proposals that have begun can be placed on their dates. */
export const withBegun = (settings: PlannerSettings): PlannerSettings => ({
  ...settings,
  current: begunFromOf(settings),
})
