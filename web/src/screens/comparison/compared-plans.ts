/** The plans that are compared side by side: last plans of scenarios, and plans of their histories. */
import { withQuery } from '../../platform/api/paths.ts'

/** Minimum and maximum number of plans side by side. */
export const [fewestPlans, mostPlans] = [2, 5]

export interface ComparedPlan {
  readonly scenario: string
  /** Number of a plan in the history of the scenario; undefined for its last plan, also after further runs. */
  readonly id: number | undefined
}

/** Returns a plan as text, in addresses and for the service: `default` or `default@17`. */
export const planText = ({ scenario, id }: ComparedPlan): string =>
  id === undefined ? scenario : `${scenario}@${id}`

/** Returns the plan of a text; undefined for other texts. */
export function planOf(text: string): ComparedPlan | undefined {
  const [, scenario, id] = /^([^@,]+)(?:@([1-9]\d{0,14}))?$/.exec(text) ?? []
  return scenario === undefined ? undefined : { scenario, id: id === undefined ? undefined : Number(id) }
}

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
