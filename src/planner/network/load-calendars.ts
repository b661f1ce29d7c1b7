/** Returns the calendars of the resources of load groups, where there is no choice between resources. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { LoadGroup } from './nodes.ts'

export const calendarsOfGroups = (groups: readonly LoadGroup[]): readonly StepFunction[] =>
  groups.flatMap(({ loads }) => (loads.length === 1 ? loads[0]!.resource.calendars : []))
