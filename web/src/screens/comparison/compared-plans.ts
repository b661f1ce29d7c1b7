/** The plans that are compared side by side: last plans of scenarios, and plans of their histories. */
import { type ComparedPlan, mostPlans, planOf, planText } from '../../../../src/model/compared-plans.ts'
import { withQuery } from '../../platform/api/paths.ts'

/** Returns the plans of a text that separates them by commas, each once; other parts are left out. */
export const plansOf = (text: string): readonly ComparedPlan[] =>
  [...new Set(text.split(','))].flatMap((part) => planOf(part) ?? [])

/**
 * Returns the plans with one of the displayed scenario first, because differences are relative to the first: the first
 * of its plans, or else its last plan.
 */
export function startingHere(here: string, plans: readonly ComparedPlan[]): readonly ComparedPlan[] {
  const first = plans.find(({ scenario }) => scenario === here) ?? { scenario: here, id: undefined }
  return [first, ...plans.filter((plan) => plan !== first)].slice(0, mostPlans)
}

/** Returns the address of the comparison of plans, the first of which belongs to the displayed scenario. */
export const comparisonHref = (plans: readonly [ComparedPlan, ...ComparedPlan[]]): string =>
  withQuery(`/app/${encodeURIComponent(plans[0].scenario)}/reports/comparison`, {
    plans: plans.map(planText).join(','),
  })
