/** Compares the deliveries of sales orders between two scenarios: counts by kind of change, and the orders. */
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { mayIn, useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../platform/api/paths.ts'
import {
  type Change,
  changeCountsQuery,
  changes,
  comparisonFile,
} from '../../platform/api/plan-comparison.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { ChangeTiles } from './change-tiles.tsx'
import { ComparedOrders } from './compared-orders.tsx'
import { RecordDifferences } from './record-differences.tsx'
import type { ComparisonSearch } from './comparison-search.ts'
import { mostOthers, ScenarioFigures } from './scenario-figures.tsx'
import styles from './comparison.module.css'

const route = getRouteApi('/app/$scenario/reports/comparison')

export function ComparisonScreen() {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const { scenarios } = useMe()
  const { with: wanted, change, also, view } = route.useSearch()
  const mayViewPlan = useMayViewPlan()
  const navigate = useNavigate()
  const others = scenarios.filter(({ name }) => name !== scenario.name)
  // A copy is compared with production by default.
  const other =
    wanted ?? (others.find(({ name }) => name === productionScenario) ?? others[0])?.name ?? undefined
  // The first scenarios are side by side until the user chooses some of them.
  const besides = others.filter((one) => one.name !== other && mayIn(one, 'input.view_demand'))
  const sideBySide =
    also?.split(',').filter((name) => others.some((one) => one.name === name)) ??
    [...(other === undefined ? [] : [other]), ...besides.map(({ name }) => name)].slice(0, mostOthers)
  const show = (search: ComparisonSearch): void => {
    void navigate({
      to: '/app/$scenario/reports/comparison',
      params: { scenario: scenario.name },
      search,
    })
  }
  const kept = { ...(also === undefined ? {} : { also }), ...(view === undefined ? {} : { view }) }
  const label = others.find(({ name }) => name === other)?.label ?? other ?? ''
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/plan-reports"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={
          other === undefined || view === 'records' ? null : (
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={14} />}
              href={addressOfPath(comparisonFile(scenario.name, other))}
            >
              {t('download')}
            </Button>
          )
        }
      />
      {other === undefined ? (
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
      ) : (
        <div className={styles.page}>
          {mayViewPlan && view === undefined ? (
            <ScenarioFigures
              others={sideBySide}
              onChoose={(names) =>
                show({
                  ...(wanted === undefined ? {} : { with: wanted }),
                  ...(change === undefined ? {} : { change }),
                  also: names.join(','),
                })
              }
            />
          ) : null}
          <Select
            className={styles.other}
            label={t('with')}
            data={others.map((one) => ({ value: one.name, label: one.label }))}
            value={other}
            allowDeselect={false}
            onChange={(name) => show({ ...(name === null ? {} : { with: name }), ...kept })}
          />
          <SegmentedControl
            className={styles.views}
            aria-label={t('records.view')}
            data={[
              { value: 'orders', label: t('records.orders') },
              { value: 'records', label: t('records.title') },
            ]}
            value={view ?? 'orders'}
            onChange={(next) =>
              show({
                with: other,
                ...(also === undefined ? {} : { also }),
                ...(next === 'records' ? { view: 'records' } : {}),
              })
            }
          />
          {view === 'records' ? (
            <RecordDifferences key={other} other={other} label={label} />
          ) : (
            <Differences
              other={other}
              label={label}
              change={change}
              onChoose={(chosen) => show({ with: other, change: chosen, ...kept })}
            />
          )}
        </div>
      )}
    </>
  )
}

interface DifferencesProps {
  readonly other: string
  readonly label: string
  readonly change: Change | undefined
  readonly onChoose: (change: Change) => void
}

function Differences({ other, label, change, onChoose }: DifferencesProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const { data, error, isPending, refetch } = useQuery(changeCountsQuery(scenario.name, other))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingSkeleton />
  const first = changes.find((one) => one !== 'same' && data[one] > 0)
  const shown = change ?? first
  const places = { here: scenario.label, there: label }
  return (
    <>
      <p className={styles.soft}>{t('hint', places)}</p>
      <ChangeTiles places={places} counts={data} shown={shown} onChoose={onChoose} />
      {shown === undefined ? (
        <EmptyState title={t(data.same === 0 ? 'none' : 'same')}>
          {t(data.same === 0 ? 'noneHint' : 'sameHint')}
        </EmptyState>
      ) : (
        <ComparedOrders key={`${other} ${shown}`} other={other} label={label} change={shown} />
      )}
    </>
  )
}
