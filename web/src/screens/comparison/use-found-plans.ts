/** Reads the figures of the compared plans, except of those that the user may not view. */
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../platform/api/me.ts'
import { comparedPlansQuery, type FoundPlan } from '../../platform/api/plan-history.ts'
import { mayViewPlanIn } from '../../ui/use-may-view-plan.ts'
import { type ComparedPlan, fewestPlans, planText } from '../../../../src/model/compared-plans.ts'

/** Figures in the order of the plans; undefined for a plan that the user may not view. */
export type FoundPlans = readonly (FoundPlan | undefined)[]

interface PlansRead {
  /** Undefined while they are read, or if they could not be. */
  readonly found: FoundPlans | undefined
  readonly error: Error | null
  readonly retry: () => void
}

export function useFoundPlans(plans: readonly ComparedPlan[]): PlansRead {
  const { scenarios } = useMe()
  // The service refuses all of them for one that may not be viewed.
  const asked = plans
    .filter((plan) => mayViewPlanIn(scenarios.find(({ name }) => name === plan.scenario)))
    .map(planText)
  const isEnough = asked.length >= fewestPlans
  const { data, error, refetch } = useQuery({ ...comparedPlansQuery(asked), enabled: isEnough })
  const found = plans.map((plan) => data?.[asked.indexOf(planText(plan))])
  return {
    found: isEnough && data === undefined ? undefined : found,
    error,
    retry: () => void refetch(),
  }
}
