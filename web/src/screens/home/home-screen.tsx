/**
 * Start screen of a scenario: state of the plan, exceptions, late orders, recent runs, and first steps in an empty
 * scenario.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery, type EntityListing } from '../../platform/api/entities.ts'
import { isPlanned, planSummaryQuery } from '../../platform/api/home.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { BusyResources } from './busy-resources.tsx'
import { DataHealth } from './data-health.tsx'
import { FirstHour } from './first-hour.tsx'
import { GettingStarted } from './getting-started.tsx'
import { LastRuns } from './last-runs.tsx'
import { LateOrders } from './late-orders.tsx'
import { NewMessages } from './new-messages.tsx'
import { PlanFigures } from './plan-figures.tsx'
import { QuickLaunch } from './quick-launch.tsx'
import { isEmpty, seesFigures } from './seen-entities.ts'
import { Shortages } from './shortages.tsx'
import { StartActions } from './start-actions.tsx'
import { TopExceptions } from './top-exceptions.tsx'
import { late } from '../../ui/late.tsx'
import styles from './home.module.css'

export function HomeScreen() {
  const { t } = useTranslation('home')
  const scenario = useScenario()
  const { data: entities } = useQuery(entitiesQuery(scenario.name))
  const empty = entities !== undefined && isEmpty(entities)
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/the-start-screen"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={empty ? undefined : <StartActions />}
      />
      <div className={styles.page}>
        {empty ? (
          <GettingStarted />
        ) : entities === undefined ? (
          <LoadingSkeleton />
        ) : entities.some(({ entity }) => entity.startsWith('input.')) ? (
          <Board entities={entities} />
        ) : (
          <NoRight />
        )}
      </div>
    </>
  )
}

/** Returns whether there is no plan yet, as far as the user may know. */
function useUnplanned(visible: boolean): boolean {
  const scenario = useScenario()
  const { data } = useQuery({ ...planSummaryQuery(scenario.name), enabled: visible })
  return data !== undefined && !isPlanned(data)
}

/** Loaded separately, because its chart needs much code that the screen does not. */
const PlanTrend = late(async () => {
  const [{ PlanTrend: Component }] = await Promise.all([import('./plan-trend.tsx'), loadWords('trial')()])
  return Component
})

/** Shown without a plan, because no order is on time or late then. */
function NoPlan() {
  const { t } = useTranslation('home')
  return <EmptyState title={t('unplanned.title')}>{t('unplanned.hint')}</EmptyState>
}

/** The cards that the user may view. */
function Board({ entities }: { readonly entities: readonly EntityListing[] }) {
  const seen = new Set(entities.map(({ entity }) => entity))
  const all = seesFigures(entities)
  const unplanned = useUnplanned(all)
  return (
    <>
      {all ? (
        unplanned ? (
          <NoPlan />
        ) : (
          <>
            <FirstHour />
            {seen.has('input.operationplanresource') ? <TopExceptions /> : null}
            <PlanFigures />
          </>
        )
      ) : null}
      <div className={styles.columns}>
        {unplanned ? null : (
          <>
            {seen.has('input.demand') ? <LateOrders /> : null}
            {all ? <BusyResources /> : null}
            {seen.has('output.problem') ? <Shortages /> : null}
            <Suspense fallback={<LoadingSkeleton rows={3} />}>
              <PlanTrend />
            </Suspense>
          </>
        )}
        <LastRuns />
        <QuickLaunch />
        <NewMessages />
        <DataHealth entities={entities} />
      </div>
    </>
  )
}
