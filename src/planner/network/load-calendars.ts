/** Finds calendars that apply to an operation besides its own. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { Seconds } from '../time.ts'
import type { LoadGroup, Operation } from './nodes.ts'

/** Returns the calendars that an operation does not have yet. */
export const calendarsBeside = (
  { calendars }: Operation,
  others: readonly StepFunction[],
): readonly StepFunction[] => others.filter((calendar) => !calendars.includes(calendar))

/**
 * Returns the calendars of the resources of load groups that are still effective at a date, where there is no choice
 * between resources.
 */
export const calendarsOfGroups = (groups: readonly LoadGroup[], date: Seconds): readonly StepFunction[] =>
  groups.flatMap(({ loads: [only, another] }) =>
    only === undefined || another !== undefined || only.effectiveEnd <= date ? [] : only.resource.calendars,
  )
