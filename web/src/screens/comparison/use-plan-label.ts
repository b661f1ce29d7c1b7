/** Names compared plans: the scenario, and the time at which the plan was stored. */
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import type { FoundPlan } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { ComparedPlan } from './compared-plans.ts'

/** Returns a function that names a plan by its place among the plans that were read. */
export function usePlanLabel(
  found: readonly FoundPlan[] | undefined,
): (plan: ComparedPlan, place: number) => string {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const { scenarios } = useMe()
  return ({ scenario, id }, place) => {
    const label = scenarios.find(({ name }) => name === scenario)?.label ?? scenario
    const answer = found?.[place]
    if (answer === undefined) return label
    const { plan } = answer
    if (plan === null) return t(id === undefined ? 'figures.never' : 'figures.gone', { where: label })
    const at = formats.moment(plan.time)
    return t(answer.last ? 'figures.lastOf' : 'figures.planOf', { where: label, at })
  }
}
