/**
 * Compares two to five plans: key figures side by side, then the sales orders and records of the first plan and one of
 * the others.
 */
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { ComparedPair } from './compared-pair.tsx'
import { type ComparedPlan, fewestPlans, planText } from '../../../../src/model/compared-plans.ts'
import type { ComparisonSearch } from './comparison-search.ts'
import { OrdersDownload } from './orders-download.tsx'
import { OutdatedPlans } from './outdated-plans.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { PlanFigures } from './plan-figures.tsx'
import { useChosenPlans } from './use-chosen-plans.ts'
import { usePlanLabel } from './use-plan-label.ts'
import type { PlanPair } from './plan-pair.ts'
import { useFoundPlans } from './use-found-plans.ts'
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
  const plans = chosen.plans ?? []
  const { found, error, retry } = useFoundPlans(plans)
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
      {chosen.error !== null ? (
        <ErrorState error={chosen.error} onRetry={chosen.retry} />
      ) : chosen.plans === undefined ? (
        <LoadingSkeleton />
      ) : plans.length < fewestPlans ? (
        mayViewPlan ? (
          <Alone />
        ) : (
          <NoRight />
        )
      ) : (
        <div className={styles.page}>
          {mayViewPlan && view === undefined ? (
            <FiguresPanel pair={pair} error={error} onRetry={retry}>
              <PlanChooser plans={plans} found={found} onChoose={choose} />
            </FiguresPanel>
          ) : null}
          <ComparedPair
            pair={pair}
            search={search}
            error={error}
            onRetry={retry}
            onShow={(next) => show(scenario.name, next)}
          />
        </div>
      )}
    </>
  )
}

interface FiguresProps {
  readonly pair: PlanPair
  readonly error: Error | null
  readonly onRetry: () => void
}

function FiguresPanel({ children, ...figures }: FiguresProps & { readonly children: ReactNode }) {
  const { t } = useTranslation('comparison')
  const { plans, found, place } = figures.pair
  const labelOf = usePlanLabel(found)
  const base = plans[place]
  return (
    <Panel
      title={t('trial:figures.title')}
      about={t('figures.about', { base: base === undefined ? '' : labelOf(base, place) })}
    >
      {children}
      <OutdatedPlans plans={plans} />
      <Figures {...figures} />
    </Panel>
  )
}

function Figures({ pair: { plans, found, place }, error, onRetry }: FiguresProps) {
  if (error !== null) return <ErrorState error={error} inline onRetry={onRetry} />
  if (found === undefined) return <LoadingSkeleton rows={7} />
  return found.every((plan) => plan === undefined) ? (
    <NoRight />
  ) : (
    <PlanFigures plans={plans} found={found} base={place} />
  )
}

/** Without another scenario and without a history there is nothing to compare. */
function Alone() {
  const { t } = useTranslation('comparison')
  const { may } = useScenario()
  const mayCopy = may('common.copy_scenario')
  return (
    <EmptyState
      title={t('alone')}
      actions={
        mayCopy ? (
          <Button component={ScreenLink} to="/app/admin/scenarios">
            {t('scenarios')}
          </Button>
        ) : undefined
      }
    >
      {t(mayCopy ? 'aloneHint' : 'aloneReader')}
    </EmptyState>
  )
}
