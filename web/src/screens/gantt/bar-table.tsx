/** The content of the Gantt chart as a table. */
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isLateBy } from '../../../../src/rules/late.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { chartId } from './chart-id.ts'
import type { PlacedBar, PlacedRow } from './lanes.ts'
import styles from './gantt.module.css'

/** Maximum number of rows; a shorter window shows the others. */
const most = 500

interface BarTableProps {
  readonly rows: readonly PlacedRow[]
  readonly onChoose: (bar: PlacedBar) => void
}

export function BarTable({ rows, onChoose }: BarTableProps) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const all = rows.flatMap(({ row, bars }) => bars.map((placed) => ({ resource: row.resource, placed })))
  return (
    <div id={chartId} tabIndex={-1} role="group" aria-label={t('title')} className={styles.table}>
      {all.length > most ? <p>{t('cut', { shown: most, count: all.length })}</p> : null}
      <DataTable
        label={t('title')}
        rows={all.slice(0, most)}
        rowKey={({ resource, placed }) => `${resource} ${placed.bar.reference}`}
        empty={<p>{t('none')}</p>}
        columns={[
          {
            id: 'resource',
            header: t('fact.resource'),
            cell: ({ resource }) => resource,
            sort: ({ resource }) => resource,
          },
          {
            id: 'operation',
            header: t('fact.operation'),
            sort: ({ placed }) => placed.bar.operation ?? '',
            cell: ({ placed }) => openBar(placed, onChoose),
          },
          {
            id: 'quantity',
            header: t('fact.quantity'),
            align: 'end',
            sort: ({ placed }) => placed.bar.quantity ?? 0,
            cell: ({ placed }) => formats.number(placed.bar.quantity ?? 0),
          },
          {
            id: 'start',
            header: t('fact.start'),
            sort: ({ placed }) => placed.start,
            cell: ({ placed }) => formats.dateTime(placed.bar.startdate),
          },
          {
            id: 'end',
            header: t('fact.end'),
            sort: ({ placed }) => placed.end,
            cell: ({ placed }) => formats.dateTime(placed.bar.enddate),
          },
          {
            id: 'late',
            header: t('fact.late'),
            align: 'end',
            sort: ({ placed }) => placed.bar.delay ?? 0,
            cell: ({ placed }) => (isLateBy(placed.bar.delay) ? formats.delay(placed.bar.delay ?? 0) : ''),
          },
        ]}
      />
    </div>
  )
}

const openBar = (placed: PlacedBar, onChoose: (bar: PlacedBar) => void) => (
  <UnstyledButton className={styles.open} onClick={() => onChoose(placed)}>
    {placed.bar.operation ?? placed.bar.item ?? placed.bar.reference}
  </UnstyledButton>
)
