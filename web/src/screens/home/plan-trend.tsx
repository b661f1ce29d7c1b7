/** History of the plan: one key figure of the stored plans over time, and all figures as a table. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EChartsCoreOption } from 'echarts/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { planHistoryQuery, type StoredPlan } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { figureNames, useFigureText } from '../../trial/figure-text.ts'
import { comparisonHref } from '../comparison/compared-plans.ts'
import { Card } from './card.tsx'
import styles from './home.module.css'

export function PlanTrend() {
  const { t } = useTranslation(['home', 'trial'])
  const scenario = useScenario()
  const visible = useMayViewPlan()
  const query = useQuery({ ...planHistoryQuery(scenario.name), enabled: visible })
  const { data = [] } = query
  if (!visible) return null
  return (
    <Card
      wide
      title={t('trend.title')}
      query={query}
      empty={data.length < 2 ? t(data.length === 0 ? 'trend.none' : 'trend.one') : undefined}
    >
      <Trend plans={data} />
    </Card>
  )
}

function Trend({ plans }: { readonly plans: readonly StoredPlan[] }) {
  const { t } = useTranslation(['home', 'trial'])
  const formats = useFormats()
  const figureText = useFigureText()
  const scenario = useScenario()
  const [name, setName] = useState<(typeof figureNames)[number]>('late')
  const label = t(`trial:figures.${name}`)
  const [first, before, last] = [plans[0]!, plans.at(-2)!, plans.at(-1)!]
  const comparisonWith = (id: number): string =>
    comparisonHref([
      { scenario: scenario.name, id: undefined },
      { scenario: scenario.name, id },
    ])
  const timeCell = ({ id, time }: StoredPlan) => {
    const at = formats.moment(time)
    if (id === last.id) return at
    return (
      <ScreenLink to={comparisonWith(id)} aria-label={t('trend.compareWith', { at })}>
        {at}
      </ScreenLink>
    )
  }
  const times = plans.map(({ time }) => formats.moment(time))
  const option = useCallback(
    ({ series }: ChartColors): EChartsCoreOption => ({
      legend: { show: false },
      grid: { top: 12 },
      xAxis: { type: 'category', data: times },
      yAxis: { type: 'value', minInterval: name === 'late' || name === 'short' || name === 'ontime' ? 1 : 0 },
      tooltip: { valueFormatter: (value: unknown) => figureText(name, Number(value)) },
      series: [
        {
          name: label,
          type: 'line',
          step: 'end',
          symbolSize: 7,
          itemStyle: { color: series[0] },
          data: plans.map(({ figures }) => figures[name]),
        },
      ],
    }),
    // Rendered again only for other plans, figures and labels.
    // oxlint-disable-next-line react/exhaustive-deps
    [plans, name, label],
  )
  const columns: readonly Column<StoredPlan>[] = [
    { id: 'time', header: t('trend.stored'), cell: timeCell, sort: ({ id }) => id },
    { id: 'user', header: t('trend.by'), cell: ({ user }) => user ?? '' },
    ...figureNames.map((figure): Column<StoredPlan> => ({
      id: figure,
      header: t(`trial:figures.${figure}`),
      align: 'end',
      cell: ({ figures }) => figureText(figure, figures[figure]),
      sort: ({ figures }) => figures[figure],
    })),
  ]
  return (
    <>
      <Select
        className={styles.figure ?? ''}
        label={t('trial:figures.figure')}
        allowDeselect={false}
        data={figureNames.map((figure) => ({ value: figure, label: t(`trial:figures.${figure}`) }))}
        value={name}
        onChange={(value) => setName(figureNames.find((figure) => figure === value) ?? name)}
      />
      <p>
        <ScreenLink to={comparisonWith(before.id)}>{t('trend.compare')}</ScreenLink>
      </p>
      <Chart
        title={label}
        summary={t('trend.summary', {
          plans: formats.number(plans.length),
          first: figureText(name, first.figures[name]),
          last: figureText(name, last.figures[name]),
        })}
        option={option}
        height={220}
        table={
          <DataTable
            label={t('trend.title')}
            columns={columns}
            rows={plans.toReversed()}
            rowKey={({ id }) => id}
          />
        }
      />
    </>
  )
}
