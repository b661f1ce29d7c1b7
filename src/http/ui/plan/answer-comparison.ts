/** `GET /api/plan/comparison/`: returns the key figures of plans of several scenarios side by side. */
import { requireScenario, viewsAll } from '../../../auth/rights/policies.ts'
import type { AnswerOf, QueryOf } from '../../../contract/endpoint.ts'
import type { planEndpoints } from '../../../contract/plan.ts'
import { viewsPlan } from '../../../contract/plan-values.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import { findPlans, type WantedPlan } from '../../../planning/history/plan-history.ts'
import type { WordCall } from '../word-call.ts'

type Comparison = (typeof planEndpoints)['GET /api/plan/comparison/']

/** Minimum and maximum number of plans. */
const [fewest, most] = [2, 5]

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

const isPlan = (part: string): boolean => /^[^@]+(@[1-9]\d{0,14})?$/.test(part)

/** Returns the plans of a comma-separated text. Throws `invalid_parameter`. */
function wantedPlans(text: string): readonly WantedPlan[] {
  const parts = text.split(',').map((part) => part.trim())
  const isNumberOfPlansAllowed = parts.length >= fewest && parts.length <= most
  if (!isNumberOfPlansAllowed || new Set(parts).size < parts.length || !parts.every(isPlan)) {
    const params = { least: fewest, most, value: text.slice(0, 100) }
    throw parameterError('plans', { code: 'no_plans_to_compare', params })
  }
  return parts.map((part) => {
    const [scenario = '', id] = part.split('@')
    return { scenario, id: id === undefined ? undefined : Number(id) }
  })
}
