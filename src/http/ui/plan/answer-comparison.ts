/** `GET /api/plan/comparison/`: returns the key figures of plans of several scenarios side by side. */
import { requireScenario, viewsAll } from '../../../auth/rights/policies.ts'
import type { AnswerOf, QueryOf } from '../../../contract/endpoint.ts'
import type { planHistoryEndpoints } from '../../../contract/plan-history.ts'
import { viewsPlan } from '../../../contract/plan-values.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { type ComparedPlan, fewestPlans, mostPlans, planOf } from '../../../model/compared-plans.ts'
import { requireEntity } from '../../../model/model.ts'
import { findPlans } from '../../../planning/history/plan-history.ts'
import type { WordCall } from '../word-call.ts'

type Comparison = (typeof planHistoryEndpoints)['GET /api/plan/comparison/']

/**
 * Returns the plans in the given order. Throws `invalid_parameter`, `unknown_scenario` for a scenario that the user may
 * not open, and `permission_denied` for a scenario of which the user may not view the plan.
 */
export async function answerComparison(
  { context, principal }: WordCall,
  { plans }: QueryOf<Comparison>,
): Promise<AnswerOf<Comparison>> {
  const wanted = wantedPlans(plans)
  const viewed = viewsPlan.views.map((name) => requireEntity(context.model, name))
  for (const scenario of new Set(wanted.map((plan) => plan.scenario))) {
    requireScenario(principal, scenario)
    if (!viewed.every((entity) => viewsAll(principal, scenario, entity)))
      throw new ServiceError('permission_denied')
  }
  return { plans: await findPlans(context, wanted) }
}

/** Returns the plans of a comma-separated text. Throws `invalid_parameter`. */
function wantedPlans(text: string): readonly ComparedPlan[] {
  const parts = text.split(',').map((part) => part.trim())
  const plans = parts.flatMap((part) => planOf(part) ?? [])
  const isNumberAllowed = parts.length >= fewestPlans && parts.length <= mostPlans
  if (!isNumberAllowed || new Set(parts).size < parts.length || plans.length < parts.length) {
    const params = { least: fewestPlans, most: mostPlans, value: text.slice(0, 100) }
    throw parameterError('plans', { code: 'no_plans_to_compare', params })
  }
  return plans
}
