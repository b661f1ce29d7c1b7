/**
 * Names the compared scenarios whose data has changed since their last plan, with a link that plans each again. The
 * notice of the shell says so of the displayed scenario.
 */
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mayIn, useMe } from '../../platform/api/me.ts'
import { planAgeQuery } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PlanAgain } from '../../ui/plan-again.tsx'
import { mayViewPlanIn } from '../../ui/use-may-view-plan.ts'
import type { ComparedPlan } from '../../../../src/model/compared-plans.ts'
import styles from './comparison.module.css'

export function OutdatedPlans({ plans }: { readonly plans: readonly ComparedPlan[] }) {
  const { t } = useTranslation('common')
  const formats = useFormats()
  const { scenarios } = useMe()
  const here = useScenario()
  const compared = scenarios
    .filter(({ name }) => plans.some(({ scenario, id }) => scenario === name && id === undefined))
    .filter((one) => one.name !== here.name && mayViewPlanIn(one))
  const ages = useQueries({ queries: compared.map(({ name }) => planAgeQuery(name)) })
  return compared.map((one, place) => {
    const { name, label } = one
    const age = ages[place]?.data
    if (age === undefined || age.stored === null || age.changes.records === 0) return null
    const { records } = age.changes
    return (
      <p key={name} role="status" className={styles.outdated}>
        {label}:{' '}
        {t('plan.changes', {
          count: records,
          number: formats.number(records),
          at: formats.moment(age.stored),
        })}{' '}
        {mayIn(one, 'execute.run_runplan') ? <PlanAgain scenario={name} className={styles.again} /> : null}
      </p>
    )
  })
}
