/** Finds calendars that apply to an operation besides its own. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { LoadGroup, Operation } from './nodes.ts'

/** Returns the calendars that an operation does not have yet. */
export const calendarsBeside = (
  { calendars }: Operation,
  others: readonly StepFunction[],
): readonly StepFunction[] => others.filter((calendar) => !calendars.includes(calendar))

/** Returns the calendars of the resources of load groups, where there is no choice between resources. */
export const calendarsOfGroups = (groups: readonly LoadGroup[]): readonly StepFunction[] =>
  groups.flatMap(({ loads }) => (loads.length === 1 ? loads[0]!.resource.calendars : []))
