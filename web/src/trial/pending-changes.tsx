/**
 * Says that the plan also includes data that was changed since it was stored, whose effect a trial does not list.
 * `isInFigures` tells that the key figures contain it.
 */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { planAgeQuery } from '../platform/api/plan-history.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { useMayViewPlan } from '../ui/use-may-view-plan.ts'
import styles from './trial.module.css'

export function PendingChanges({ isInFigures }: { readonly isInFigures: boolean }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const scenario = useScenario()
  // Each trial has seen the present data.
  const { data } = useQuery({ ...planAgeQuery(scenario.name), enabled: useMayViewPlan(), staleTime: 0 })
  if (data === undefined || data.stored === null || data.changes.records === 0) return null
  const { stored, changes } = data
  return (
    <p className={styles.soft}>
      {t(isInFigures ? 'plan.pendingInFigures' : 'plan.pending', {
        count: changes.records,
        number: formats.number(changes.records),
        at: formats.moment(stored),
      })}
    </p>
  )
}
