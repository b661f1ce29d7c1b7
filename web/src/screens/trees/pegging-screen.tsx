/** The plan of one sales order: its complete supply, its reasons of lateness, and remedies. */
import { Alert, Button, Tabs } from '@mantine/core'
import { IconDownload, IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlannedStatus } from '../../../../src/rules/planned-status.ts'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { type PeggedOrder, peggingQuery } from '../../platform/api/pegging.ts'
import { plannedDemandQuery, reasonsQuery } from '../../platform/api/plan-trees.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RemediesPanel } from '../../trial/remedies-panel.tsx'
import { PeggedOrders } from './pegged-orders.tsx'
import { deliveriesOf, isOnTime, missingOf } from './delivery.ts'
import { useReasonLinks } from '../reports/reason-links.ts'
import { Reasons } from './reasons.tsx'
import { SalesOrderFacts } from './sales-order-facts.tsx'
import { type PeggingSearch, peggingViews } from './pegging-views.ts'
import { late } from '../../ui/late.tsx'
import styles from './trees.module.css'

/** Loaded separately, because its undo needs code that the screen does not. */
const AcceptedRemedy = late(async () => (await import('./accepted-remedy.tsx')).AcceptedRemedy)

/** Loaded separately, because its form needs much code that the screen does not. */
const TryOrder = late(async () => (await import('./try-order.tsx')).TryOrder)

export function PeggingScreen() {
  const { key = '' } = useParams({ strict: false })
  const { t } = useTranslation('trees')
  const scenario = useScenario()
  const found = useQuery(peggingQuery(scenario.name, { demand: key }))
  const asked = useQuery(plannedDemandQuery(scenario.name, key))
  const [order] = asked.data ?? []
  const status = order?.status ?? null
  const statusWord = useChoiceWords('input.demand', 'status')
  const notPlanned = t('pegging.notPlanned', { status: statusWord(status ?? '') })
  const base = `/app/${encodeURIComponent(scenario.name)}/data/demand`
  return (
    <div className="screen-fill">
      <PageHeader
        title={t('pegging.of', { name: key })}
        crumbs={[
          { label: t('pegging.demands'), to: base },
          { label: key, to: recordHref(scenario.name, 'input.demand', key) },
        ]}
        help="how-to/plan-reports"
        actions={
          <>
            <Button
              component={ScreenLink}
              variant="default"
              leftSection={<IconSitemap size={14} />}
              to={`/app/${encodeURIComponent(scenario.name)}/supplypath/demand/${encodeURIComponent(key)}?show=graph`}
            >
              {t('supply.title')}
            </Button>
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={14} />}
              href={addressOfPath(
                withQuery(scenario.path('/api/output/pegging/'), { demand: key, format: 'xlsx' }),
              )}
            >
              {t('download')}
            </Button>
          </>
        }
      />
      <SalesOrderFacts demand={key} />
      <Suspense>
        <AcceptedRemedy demand={key} />
      </Suspense>
      <QueryView query={found}>
        {(data) =>
          data.length > 0 && !isPlannedStatus(status) ? (
            <>
              <Alert color="yellow" title={notPlanned} className={styles.reasons ?? ''}>
                {t('pegging.lastPlanHint')}
              </Alert>
              <Plan orders={data} />
            </>
          ) : data.length > 0 ? (
            <SalesOrderPlan
              key={key}
              demand={key}
              orders={data}
              ordered={order?.quantity}
              isPending={asked.isPending}
            />
          ) : asked.isPending ? (
            <LoadingSkeleton />
          ) : asked.isSuccess && order === undefined ? (
            <EmptyState title={t('common:error.notFound')}>{t('common:notFound.hint')}</EmptyState>
          ) : isPlannedStatus(status) ? (
            <SalesOrderPlan
              key={key}
              demand={key}
              orders={data}
              ordered={order?.quantity}
              isPending={false}
            />
          ) : (
            <EmptyState title={notPlanned}>{t('pegging.notPlannedHint')}</EmptyState>
          )
        }
      </QueryView>
    </div>
  )
}

interface SalesOrderPlanProps {
  readonly demand: string
  readonly orders: readonly PeggedOrder[]
  /** Ordered quantity; undefined if it could not be read. */
  readonly ordered: number | undefined
  /** Whether it is still being read. */
  readonly isPending: boolean
}

function SalesOrderPlan({ demand, orders, ordered, isPending }: SalesOrderPlanProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const navigate = useNavigate()
  const { show = 'plan' }: PeggingSearch = useSearch({ strict: false })
  const hrefOf = useReasonLinks()
  const reasons = useQuery(reasonsQuery(scenario.name, demand))
  const [last] = deliveriesOf(orders)
  const missing = ordered === undefined ? undefined : missingOf(ordered, orders)
  const onTime = isOnTime(orders, reasons.data, missing)
  const plan = <Plan orders={orders} />
  const why =
    reasons.error !== null ? (
      <ErrorState inline error={reasons.error} onRetry={() => void reasons.refetch()} />
    ) : reasons.data === undefined || (orders.length === 0 && reasons.data.length === 0) ? null : (
      <Reasons reasons={reasons.data} late={last?.delay ?? undefined} onTime={onTime} missing={missing} />
    )
  if (!scenario.may(mayTryPlan)) {
    return (
      <>
        {why}
        {plan}
      </>
    )
  }
  const choose = (view: string | null): void => {
    const chosen = peggingViews.find((one) => one === view)
    void navigate({
      to: '/app/$scenario/data/demand/$key/plan',
      params: { scenario: scenario.name, key: demand },
      search: chosen === undefined || chosen === 'plan' ? {} : { show: chosen },
      replace: true,
    })
  }
  return (
    <>
      {why}
      <Tabs value={show} keepMounted={false} className={`screen-fill ${styles.views}`} onChange={choose}>
        <Tabs.List className={styles.tabs ?? ''} aria-label={t('tabs.label')}>
          {peggingViews.map((view) => (
            <Tabs.Tab key={view} value={view}>
              {t(`tabs.${view}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="plan" className="screen-fill">
          {plan}
        </Tabs.Panel>
        <Tabs.Panel value="remedies" className={styles.view ?? ''}>
          {isPending || reasons.isPending ? (
            <LoadingSkeleton />
          ) : onTime ? (
            <EmptyState title={t('remedies.onTime')}>{t('remedies.onTimeHint')}</EmptyState>
          ) : (
            <RemediesPanel demand={demand} hrefOf={hrefOf} onAccepted={() => choose('plan')} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="try" className={styles.view ?? ''}>
          <Suspense fallback={<LoadingSkeleton />}>
            <TryOrder demand={demand} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Plan({ orders }: { readonly orders: readonly PeggedOrder[] }) {
  const { t } = useTranslation('trees')
  if (orders.length === 0) return <EmptyState title={t('pegging.none')}>{t('pegging.noneHint')}</EmptyState>
  return <PeggedOrders orders={orders} />
}
