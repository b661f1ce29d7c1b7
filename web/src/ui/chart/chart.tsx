/**
 * A chart with a switch to a table with the same figures. The chart library is loaded when the chart becomes visible.
 */
import { SegmentedControl, Skeleton, useComputedColorScheme } from '@mantine/core'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../platform/formats/formats.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { ErrorState } from '../error-state.tsx'
import { type ChartColors, chartColors } from './chart-colors.ts'
import styles from './chart.module.css'

export interface ChartProps {
  /** Title of the chart. */
  readonly title: string
  /** Description of the content in one sentence, for screen readers. */
  readonly summary: string
  /** Series and axes; the colors come from the color scheme. A new function redraws the chart. */
  readonly option: (colors: ChartColors) => EChartsCoreOption
  /** The same figures as a table; undefined if the table is displayed next to the chart anyway. */
  readonly table?: ReactNode
  /** Height in pixels. */
  readonly height?: number
  /** Called with the selected datum. */
  readonly onChoose?: (datum: {
    readonly name: string
    readonly series: string
    readonly index: number
  }) => void
}

export function Chart({ title, summary, option, table, height = 280, onChoose }: ChartProps) {
  const { t } = useTranslation('common')
  const [view, setView] = useState('chart')
  const scheme = useComputedColorScheme()
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        {table === undefined ? null : (
          <SegmentedControl
            aria-label={t('chart.view', { title })}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: t('chart.chart') },
              { value: 'table', label: t('chart.table') },
            ]}
          />
        )}
      </figcaption>
      {view === 'table' && table !== undefined ? (
        table
      ) : (
        <Canvas
          key={scheme}
          label={`${title}. ${summary}`}
          option={option}
          height={height}
          onChoose={onChoose}
        />
      )}
    </figure>
  )
}

interface CanvasProps extends Pick<ChartProps, 'option'> {
  readonly label: string
  readonly height: number
  readonly onChoose: ChartProps['onChoose']
}

function Canvas({ label, option, height, onChoose }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType>()
  const [failure, setFailure] = useState<unknown>()
  const { number } = useFormats()
  const choose = useEffectEvent((datum: Parameters<NonNullable<ChartProps['onChoose']>>[0]) =>
    onChoose?.(datum),
  )
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    let made: EChartsType | undefined
    let gone = false
    const begin = async (): Promise<void> => {
      const { init } = await import('./chart-engine.ts')
      if (gone) return
      made = init(element)
      made.on('click', ({ name, seriesName = '', dataIndex }) =>
        choose({ name, series: seriesName, index: dataIndex }),
      )
      setChart(made)
    }
    begin().catch(setFailure)
    const resized = new ResizeObserver(() => made?.resize())
    resized.observe(element)
    return () => {
      gone = true
      resized.disconnect()
      made?.dispose()
    }
  }, [])
  useEffect(() => {
    const colors = chartColors()
    chart?.setOption(merged(basis(colors, number), option(colors)), { notMerge: true })
  }, [chart, option, number])
  if (failure !== undefined) return <ErrorState error={failure} inline />
  return (
    <div className={styles.frame} style={{ height }}>
      <div ref={place} className={styles.canvas} role="img" aria-label={label} />
      {chart === undefined ? <Skeleton className={styles.waiting} height={height} /> : null}
    </div>
  )
}

type Options = Readonly<Record<string, unknown>>

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null

/** Merges options: the options of a chart, for an axis or the legend for example, override the common ones. */
function merged(common: Options, own: Options): EChartsCoreOption {
  const parts = Object.entries(own).map(([name, value]): readonly [string, unknown] => {
    const shared = common[name]
    if (!isOptions(shared) || Array.isArray(shared)) return [name, value]
    if (Array.isArray(value))
      return [name, value.map((item: unknown) => (isOptions(item) ? { ...shared, ...item } : item))]
    return [name, isOptions(value) ? { ...shared, ...value } : value]
  })
  return { ...common, ...Object.fromEntries(parts) }
}

/**
 * Returns the common options of all charts. Tooltips are drawn on the canvas, because HTML tooltips would need styles
 * that the content security policy forbids. Numbers are written in the format of the user.
 */
function basis(
  { series, ink, inkSoft, grid, surface }: ChartColors,
  number: Formats['number'],
): EChartsCoreOption {
  const axis = {
    axisLine: { lineStyle: { color: grid } },
    axisTick: { lineStyle: { color: grid } },
    axisLabel: { color: inkSoft },
    splitLine: { lineStyle: { color: grid } },
  }
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 250,
    color: [...series],
    textStyle: { color: ink, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 12 },
    aria: { enabled: true, decal: { show: true } },
    grid: { left: 8, right: 12, top: 36, bottom: 8, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: ink } },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: surface,
      borderColor: grid,
      textStyle: { color: ink, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? number(value) : '–'),
    },
    xAxis: axis,
    yAxis: { ...axis, axisLabel: { color: inkSoft, formatter: (value: number) => number(value) } },
  }
}
