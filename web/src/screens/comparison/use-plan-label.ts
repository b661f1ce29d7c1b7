/** Names compared plans: the scenario, and the time at which the plan was stored. */
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { ComparedPlan } from '../../../../src/model/compared-plans.ts'
import type { FoundPlans } from './use-found-plans.ts'

/** Returns a function that names a plan by its place among the plans that were read. */
export function usePlanLabel(found: FoundPlans | undefined): (plan: ComparedPlan, place: number) => string {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const { scenarios } = useMe()
  return ({ scenario, id }, place) => {
    const label = scenarios.find(({ name }) => name === scenario)?.label ?? scenario
    const where = id === undefined ? label : `${label} #${id}`
    const answer = found?.[place]
    // Without any figures the names of the scenarios suffice.
    if (found === undefined || found.every((one) => one === undefined)) return where
    if (answer === undefined) return t('figures.refused', { where })
    const { plan, last } = answer
    if (plan === null) return t(id === undefined ? 'figures.never' : 'figures.gone', { where: label })
    const minute = formats.moment(plan.time)
    const isTwice = found.some(
      (other, at) =>
        at !== place &&
        other?.scenario === scenario &&
        other.plan !== null &&
        formats.moment(other.plan.time) === minute,
    )
    const at = isTwice ? formats.moment(plan.time, { seconds: true }) : minute
    return t(last ? 'figures.lastOf' : 'figures.planOf', { where: label, at })
  }
}
