/** Key figures of a plan before and after a change, each with whether it improves. */
import { useTranslation } from 'react-i18next'
import type { KeyFigures } from '../platform/api/plan-trials.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type FigureName, figureNames, isGoodFigure, roundedFigure, useFigureText } from './figure-text.ts'

interface FigureRow {
  readonly name: FigureName
  readonly before: number
  readonly after: number
  readonly better: boolean | undefined
}

interface KeyFiguresTableProps {
  readonly before: KeyFigures
  readonly after: KeyFigures
}

export function KeyFiguresTable({ before, after }: KeyFiguresTableProps) {
  const { t } = useTranslation('trial')
  const text = useFigureText()
  const rows = figureNames.map((name): FigureRow => {
    const good = isGoodFigure[name]
    const [was, is] = [roundedFigure(before[name]), roundedFigure(after[name])]
    return {
      name,
      before: was,
      after: is,
      better: good === undefined || was === is ? undefined : is > was === good,
    }
  })
  const result = ({ name, before: was, after: is }: FigureRow) =>
    was === is ? text(name, is) : <strong>{text(name, is)}</strong>
  const verdict = (better: boolean | undefined) =>
    better === undefined ? null : (
      <StatusBadge tone={better ? 'ok' : 'bad'}>{t(better ? 'figures.better' : 'figures.worse')}</StatusBadge>
    )
  const difference: Column<FigureRow> = {
    id: 'difference',
    header: t('figures.difference'),
    cell: ({ better }) => verdict(better),
  }
  const columns: readonly Column<FigureRow>[] = [
    { id: 'figure', header: t('figures.figure'), cell: ({ name }) => t(`figures.${name}`) },
    {
      id: 'before',
      header: t('figures.before'),
      align: 'end',
      cell: ({ name, before: was }) => text(name, was),
    },
    { id: 'after', header: t('figures.after'), align: 'end', cell: result },
    ...(rows.some(({ better }) => better !== undefined) ? [difference] : []),
  ]
  return <DataTable label={t('figures.title')} columns={columns} rows={rows} rowKey={({ name }) => name} />
}
