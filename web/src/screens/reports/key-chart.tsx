/** Chart of the measures of one key over time: flows as bars, levels as steps, another scenario dashed. */
import type { EChartsCoreOption } from 'echarts/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportDescription, ReportField, ReportRow } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import type { ReportLook } from './reports.ts'

export interface KeyChartProps {
  readonly title: string
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly row: ReportRow
  /** Names of the displayed measures. */
  readonly drawn: readonly string[]
  /** Label of the compared scenario. */
  readonly compare: string | undefined
}

export function KeyChart({ title, look, description, row, drawn, compare }: KeyChartProps) {
  const { t } = useTranslation('reports')
  const { percent } = useFormats()
  const measures = description.measures.filter(({ name, type }) => drawn.includes(name) && type !== 'text')
  const names = drawn.join()
  const option = useCallback(
    (colors: ChartColors): EChartsCoreOption => ({
      grid: { top: 56 },
      legend: { type: 'scroll' },
      xAxis: { type: 'category', data: row.buckets.map(({ bucket }) => bucket) },
      // Percentages have their own axis.
      yAxis: [
        { type: 'value' },
        {
          type: 'value',
          axisLabel: { formatter: (value: number) => percent(value / 100), color: colors.inkSoft },
          splitLine: { show: false },
        },
      ].slice(0, measures.some(({ name }) => name === look.heat) ? 2 : 1),
      series: measures.flatMap((measure) => [
        seriesOf(look, measure, row, colors),
        ...(compare === undefined ? [] : [comparedSeries(look, measure, row, compare)]),
      ]),
    }),
    // Rendered again only for other data.
    // oxlint-disable-next-line react/exhaustive-deps
    [row, look, names, compare, description, percent],
  )
  return (
    <Chart
      title={title}
      summary={t('chartSummary', {
        measures: measures.map(({ label }) => label).join(', '),
        count: row.buckets.length,
      })}
      option={option}
      height={330}
    />
  )
}

type Series = Readonly<Record<string, unknown>>

const dataOf = (look: ReportLook, name: string, column: string, row: ReportRow): readonly number[] => {
  const sign = look.down?.includes(name) === true ? -1 : 1
  return row.buckets.map(({ figures }) => sign * Number(figures[column] ?? 0))
}

const onPercents = (look: ReportLook, name: string): Series => (name === look.heat ? { yAxisIndex: 1 } : {})

/** Returns the color of a measure with a negative meaning. */
function colorOf(name: string, { warn, bad }: ChartColors): string | undefined {
  return name === 'safetystock' ? warn : name === 'backlog' ? bad : undefined
}

function seriesOf(
  look: ReportLook,
  { name, label }: ReportField,
  row: ReportRow,
  colors: ChartColors,
): Series {
  const color = colorOf(name, colors)
  const stacked = look.down !== undefined || look.heat !== undefined
  const shape = look.bars.includes(name)
    ? { type: 'bar', ...(stacked ? { stack: 'all' } : {}) }
    : { type: 'line', step: 'end', symbol: 'none' }
  return {
    name: heading(label),
    ...shape,
    ...onPercents(look, name),
    ...(color === undefined
      ? {}
      : { lineStyle: { color, type: name === 'safetystock' ? 'dashed' : 'solid' }, itemStyle: { color } }),
    data: dataOf(look, name, name, row),
  }
}

const comparedSeries = (
  look: ReportLook,
  { name, label }: ReportField,
  row: ReportRow,
  scenario: string,
): Series => ({
  name: `${heading(label)} (${scenario})`,
  type: 'line',
  step: 'end',
  symbol: 'none',
  lineStyle: { type: 'dashed' },
  ...onPercents(look, name),
  data: dataOf(look, name, `compared_${name}`, row),
})
