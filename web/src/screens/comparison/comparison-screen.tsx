/**
 * Compares two to five plans: key figures side by side, then the sales orders and records of the first plan and one of
 * the others.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { comparedPlansQuery, type FoundPlan } from '../../platform/api/plan-history.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { ComparedPair } from './compared-pair.tsx'
import { type ComparedPlan, fewestPlans, planText } from './compared-plans.ts'
import type { ComparisonSearch } from './comparison-search.ts'
import { OrdersDownload } from './orders-download.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { PlanFigures } from './plan-figures.tsx'
import { useChosenPlans } from './use-chosen-plans.ts'
import styles from './comparison.module.css'

const route = getRouteApi('/app/$scenario/reports/comparison')

export function ComparisonScreen() {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const search = route.useSearch()
  const { with: wanted, view } = search
  const navigate = useNavigate()
  const mayViewPlan = useMayViewPlan()
  const chosen = useChosenPlans(search)
  const plans = chosen ?? []
  const { data: found, error } = useQuery({
    ...comparedPlansQuery(plans.map(planText)),
    enabled: mayViewPlan && plans.length >= fewestPlans,
  })
  const show = (to: string, next: ComparisonSearch): void => {
    void navigate({ to: '/app/$scenario/reports/comparison', params: { scenario: to }, search: next })
  }
  const choose = (next: readonly ComparedPlan[]): void => {
    const [first, ...others] = next
    if (first === undefined) return
    show(first.scenario, {
      plans: next.map(planText).join(','),
      ...(wanted !== undefined && others.some((plan) => planText(plan) === wanted) ? { with: wanted } : {}),
      ...(view === undefined ? {} : { view }),
    })
  }
  const place = Math.max(
    1,
    plans.findIndex((plan) => planText(plan) === wanted),
  )
  const pair = { plans, found, place }
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/plan-reports"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={view === 'records' ? null : <OrdersDownload pair={pair} />}
      />
      {chosen === undefined ? (
        <LoadingSkeleton />
      ) : plans.length < fewestPlans ? (
        <Alone />
      ) : (
        <div className={styles.page}>
          {mayViewPlan && view === undefined ? (
            <Panel title={t('trial:figures.title')} about={t('figures.about')}>
              <PlanChooser plans={plans} found={found} onChoose={choose} />
              <Figures plans={plans} found={found} error={error} />
            </Panel>
          ) : null}
          <ComparedPair
            pair={pair}
            search={search}
            failed={error !== null}
            onShow={(next) => show(scenario.name, next)}
          />
        </div>
      )}
    </>
  )
}

interface FiguresProps {
  readonly plans: readonly ComparedPlan[]
  readonly found: readonly FoundPlan[] | undefined
  readonly error: Error | null
}

function Figures({ plans, found, error }: FiguresProps) {
  if (error !== null) return <ErrorState error={error} inline />
  return found === undefined ? <LoadingSkeleton rows={7} /> : <PlanFigures plans={plans} found={found} />
}

/** Without another scenario and without a history there is nothing to compare. */
function Alone() {
  const { t } = useTranslation('comparison')
  return (
    <EmptyState
      title={t('alone')}
      actions={
        <Button component={ScreenLink} to="/app/admin/scenarios">
          {t('scenarios')}
        </Button>
      }
    >
      {t('aloneHint')}
    </EmptyState>
  )
}
