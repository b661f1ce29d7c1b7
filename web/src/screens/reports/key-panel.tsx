/** One key of a report, drawn, with the records it is about. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportDescription, ReportRow } from '../../api/reports.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { Chart } from '../../components/chart/chart.tsx'
import type { ChartColors } from '../../components/chart/chart-colors.ts'
import { DataTable } from '../../components/data-table.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import type { ReportLook } from './reports.ts'
import styles from './reports.module.css'

interface KeyPanelProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly row: ReportRow
  readonly onClose: () => void
}

export function KeyPanel({ look, description, row, onClose }: KeyPanelProps) {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const labels = new Map(description.measures.map(({ name, label }) => [name, label]))
  const drawn = [...look.bars, ...look.lines]
  const option = useCallback(
    (colors: ChartColors) => ({
      xAxis: { type: 'category', data: row.buckets.map(({ bucket }) => bucket) },
      yAxis: { type: 'value' },
      series: drawn.map((name) => {
        const bar = look.bars.includes(name)
        const sign = look.down?.includes(name) === true ? -1 : 1
        return {
          name: labels.get(name) ?? name,
          type: bar ? 'bar' : 'line',
          ...(bar
            ? look.down === undefined && look.heat === undefined
              ? {}
              : { stack: 'all' }
            : { step: 'end', symbol: 'none' }),
          ...(name === 'safetystock'
            ? { lineStyle: { type: 'dashed', color: colors.warn }, itemStyle: { color: colors.warn } }
            : {}),
          ...(name === 'backlog'
            ? { lineStyle: { color: colors.bad }, itemStyle: { color: colors.bad } }
            : {}),
          data: row.buckets.map(({ figures }) => sign * Number(figures[name] ?? 0)),
        }
      }),
    }),
    // Drawn anew for other figures only.
    // oxlint-disable-next-line react/exhaustive-deps
    [row, look],
  )
  const links = description.keys.flatMap(({ name, reference }, at) => {
    const key = row.key[at]
    if (reference === undefined || key === undefined || key === '') return []
    return [
      {
        name,
        key,
        to: `/app/${encodeURIComponent(scenario.name)}/data/${reference.split('.')[1]}/${encodeURIComponent(key)}`,
      },
    ]
  })
  const title = row.key.filter((part) => part !== '').join(' · ')
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.panelHead}>
        {links.map(({ name, key, to }) => (
          <ScreenLink key={name} to={to}>
            {key}
          </ScreenLink>
        ))}
        {look.word === 'demand' || look.word === 'inventory' ? (
          <ScreenLink
            to={`/app/${encodeURIComponent(scenario.name)}/supplypath/item/${encodeURIComponent(row.key[0] ?? '')}`}
          >
            {t('supplyPath')}
          </ScreenLink>
        ) : null}
        <Tooltip label={t('closeChart')}>
          <ActionIcon variant="subtle" aria-label={t('closeChart')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Chart
        title={title}
        summary={t('chartSummary', {
          measures: drawn.map((name) => labels.get(name) ?? name).join(', '),
          count: row.buckets.length,
        })}
        option={option}
        height={240}
        table={
          <DataTable
            label={title}
            rows={row.buckets}
            rowKey={({ startdate }) => startdate}
            columns={[
              { id: 'bucket', header: t('bucket'), cell: ({ bucket }) => bucket },
              ...drawn.map((name) => ({
                id: name,
                header: labels.get(name) ?? name,
                align: 'end' as const,
                cell: ({ figures }: ReportRow['buckets'][number]) => figures[name] ?? '',
              })),
            ]}
          />
        }
      />
    </section>
  )
}
