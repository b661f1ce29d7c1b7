/**
 * Key figures of two to five plans side by side, with the difference of each from the plan with which the displayed
 * scenario is compared: like those of the sales orders, the differences are what changes compared with that plan.
 */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import {
  type FigureName,
  figureNames,
  isGoodFigure,
  roundedFigure,
  useFigureText,
} from '../../trial/figure-text.ts'
import { type ComparedPlan, planText } from '../../../../src/model/compared-plans.ts'
import type { FoundPlans } from './use-found-plans.ts'
import { usePlanLabel } from './use-plan-label.ts'
import styles from './comparison.module.css'

interface PlanFiguresProps {
  readonly plans: readonly ComparedPlan[]
  /** The same plans with their figures. */
  readonly found: FoundPlans
  /** Position of the plan to which the differences relate. */
  readonly base: number
}

interface FigureRow {
  readonly name: FigureName
}

export function PlanFigures({ plans, found, base }: PlanFiguresProps) {
  const { t } = useTranslation('trial')
  const text = useFigureText()
  const formats = useFormats()
  /** Returns a change: that of a percentage in percentage points. */
  const changeText = (name: FigureName, change: number): string =>
    name === 'utilization'
      ? t('figures.points', { count: change, number: formats.number(change) })
      : text(name, change)
  const labelOf = usePlanLabel(found)
  const valueOf = (place: number, name: FigureName): number | undefined => {
    const value = found[place]?.plan?.figures[name]
    return value === undefined ? undefined : roundedFigure(value)
  }
  const difference = (place: number, name: FigureName) => {
    const [value, other] = [valueOf(place, name), valueOf(base, name)]
    if (place === base || value === undefined || other === undefined) return null
    const change = roundedFigure(value - other)
    if (change === 0) return <span className={styles.soft}>±0</span>
    const good = isGoodFigure[name]
    const shown = `${change > 0 ? '+' : ''}${changeText(name, change)}`
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
    { id: 'figure', header: t('figures.figure'), cell: ({ name }) => t(`figures.${name}`) },
    ...plans.map((plan, place): Column<FigureRow> => ({
      id: planText(plan),
      header: labelOf(plan, place),
      align: 'end',
      cell: ({ name }) => figureCell(place, name),
    })),
  ]
  return (
    <DataTable
      label={t('figures.title')}
      columns={columns}
      rows={figureNames.map((name) => ({ name }))}
      rowKey={({ name }) => name}
    />
  )
}
