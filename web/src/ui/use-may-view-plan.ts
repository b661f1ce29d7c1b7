/** Permission to view a plan. */
import { planViews } from '../../../src/model/plan-views.ts'
import { mayIn, type ScenarioAccess } from '../platform/api/me.ts'
import { useScenario } from '../platform/use-scenario.ts'

const mayViewPlan = (may: (permission: string) => boolean): boolean =>
  planViews.every((entity) => may(entity.replace('.', '.view_')))

/** Returns whether the user may view the whole plan of a scenario; false for one that the user may not open. */
export const mayViewPlanIn = (access: ScenarioAccess | undefined): boolean =>
  mayViewPlan((permission) => mayIn(access, permission))

/** Returns whether the user may view the whole plan of the displayed scenario. */
export function useMayViewPlan(): boolean {
  return mayViewPlan(useScenario().may)
}
