/** Calendars in which the resources of groups of loads work, as far as there is no choice among them. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { LoadGroup } from './nodes.ts'

export const calendarsOfGroups = (groups: readonly LoadGroup[]): readonly StepFunction[] =>
  groups.flatMap(({ loads }) => (loads.length === 1 ? loads[0]!.resource.calendars : []))
