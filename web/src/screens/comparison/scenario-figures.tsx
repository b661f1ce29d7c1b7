/** Key figures of the plans of two to five scenarios, with the difference of each from the first. */
import { MultiSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { lastPlanQuery } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import {
  type FigureName,
  figureNames,
  isGoodFigure,
  roundedFigure,
  useFigureText,
} from '../../trial/figure-text.ts'
import styles from './comparison.module.css'

/** Maximum number of scenarios beside this one. */
export const mostOthers = 4

interface ScenarioFiguresProps {
  /** Names of the other scenarios. */
  readonly others: readonly string[]
  readonly onChoose: (others: readonly string[]) => void
}

interface FigureRow {
  readonly name: FigureName
}

export function ScenarioFigures({ others, onChoose }: ScenarioFiguresProps) {
  const { t } = useTranslation(['comparison', 'trial'])
  const formats = useFormats()
  const text = useFigureText()
  const here = useScenario()
  const { scenarios } = useMe()
  const names = [here.name, ...others]
  const plans = useQueries({ queries: names.map((name) => lastPlanQuery(name)) })
  const labelOf = (name: string): string => scenarios.find((one) => one.name === name)?.label ?? name
  const failed = plans.find(({ error }) => error !== null)?.error
  const base = plans[0]?.data?.figures
  const valueOf = (place: number, name: FigureName): number | undefined => {
    const value = plans[place]?.data?.figures[name]
    return value === undefined ? undefined : roundedFigure(value)
  }
  const difference = (place: number, name: FigureName) => {
    const [value, first] = [valueOf(place, name), base?.[name]]
    if (place === 0 || value === undefined || first === undefined) return null
    const change = roundedFigure(value - roundedFigure(first))
    if (change === 0) return <span className={styles.soft}>±0</span>
    const good = isGoodFigure[name]
    const sign = change > 0 ? '+' : '−'
    const shown = `${sign}${text(name, Math.abs(change))}`
    return good === undefined ? (
      <span className={styles.soft}>{shown}</span>
    ) : (
      <StatusBadge tone={change > 0 === good ? 'ok' : 'bad'}>{shown}</StatusBadge>
    )
  }
  const figureCell = (place: number, name: FigureName) => {
    const value = valueOf(place, name)
    return (
      <span className={styles.figure}>
        {difference(place, name)}
        <strong>{value === undefined ? '–' : text(name, value)}</strong>
      </span>
    )
  }
  const columns: readonly Column<FigureRow>[] = [
    { id: 'figure', header: t('trial:figures.figure'), cell: ({ name }) => t(`trial:figures.${name}`) },
    ...names.map((scenario, place): Column<FigureRow> => {
      const plan = plans[place]?.data
      const made = plan === undefined ? '' : plan === null ? t('figures.never') : formats.moment(plan.time)
      return {
        id: scenario,
        header: `${labelOf(scenario)}${made === '' ? '' : ` (${made})`}`,
        align: 'end',
        cell: ({ name }) => figureCell(place, name),
      }
    }),
  ]
  return (
    <Panel title={t('trial:figures.title')} about={t('figures.about', { here: here.label })}>
      <MultiSelect
        className={styles.others ?? ''}
        label={t('figures.with')}
        data={scenarios
          .filter(({ name }) => name !== here.name)
          .map(({ name, label }) => ({ value: name, label }))}
        value={[...others]}
        maxValues={mostOthers}
        onChange={onChoose}
      />
      {failed === undefined ? null : <ErrorState error={failed} inline />}
      <DataTable
        label={t('trial:figures.title')}
        columns={columns}
        rows={figureNames.map((name) => ({ name }))}
        rowKey={({ name }) => name}
      />
    </Panel>
  )
}
