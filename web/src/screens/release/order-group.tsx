/** Table of the orders of one supplier, lane or plant, with checkboxes. */
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ProposedOrder, releaseEntities } from '../../platform/api/release.ts'
import type { ReleaseType } from '../../platform/api/release-types.ts'
import { todayInPlan } from '../../platform/calendar/days.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type OrderGroup, valueOf } from './group-orders.ts'
import groupStyles from '../../ui/selectable-group.module.css'
import styles from './release.module.css'

const demandsCell = (demands: string | null) => (
  <span className={styles.demands} title={demands ?? ''}>
    {demands}
  </span>
)

interface OrderGroupProps {
  readonly group: OrderGroup
  readonly type: ReleaseType
  readonly chosen: ReadonlySet<string>
  readonly onChoose: ((orders: readonly ProposedOrder[], add: boolean) => void) | undefined
}

export function OrderGroupTable({ group: { name, orders, value }, type, chosen, onChoose }: OrderGroupProps) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const scenario = useScenario()
  const title = name === '' ? t('nobody') : name
  const marked = orders.filter(({ reference }) => chosen.has(reference)).length
  const orderCell = (order: ProposedOrder) => {
    const { reference, status } = order
    return (
      <span className={groupStyles.row}>
        {onChoose === undefined ? null : (
          <Checkbox
            size="xs"
            aria-label={t('choose', { reference })}
            checked={chosen.has(reference)}
            onChange={({ currentTarget }) => onChoose([order], currentTarget.checked)}
          />
        )}
        <ScreenLink to={recordHref(scenario.name, releaseEntities[type], reference)}>{reference}</ScreenLink>
        {status === 'approved' ? <StatusBadge tone="ok">{t('approved')}</StatusBadge> : null}
      </span>
    )
  }
  const today = todayInPlan(scenario.name)
  /** Orders of today can still be placed in time. */
  const isOverdue = (date: string): boolean => date.slice(0, 10) < today
  const startCell = (date: string | null) =>
    date === null ? null : (
      <span className={styles.moment} data-late={isOverdue(date)}>
        {formats.date(date)}
        {isOverdue(date) ? ` (${t('overdue')})` : ''}
      </span>
    )
  const columns: readonly Column<ProposedOrder>[] = [
    {
      id: 'reference',
      header: t('column.order'),
      cell: orderCell,
      sort: ({ reference }) => reference,
    },
    {
      id: 'start',
      header: t(type === 'MO' ? 'column.begin' : 'column.orderBy'),
      cell: ({ startdate }) => startCell(startdate),
      sort: ({ startdate }) => startdate ?? '',
    },
    { id: 'item', header: t('column.item'), cell: ({ item }) => item ?? '', sort: ({ item }) => item ?? '' },
    {
      id: 'quantity',
      header: t('column.quantity'),
      align: 'end',
      cell: ({ quantity }) => formats.number(quantity),
      sort: ({ quantity }) => quantity,
    },
    {
      id: 'end',
      header: t(type === 'MO' ? 'column.end' : 'column.receipt'),
      cell: ({ enddate }) => (enddate === null ? '' : formats.date(enddate)),
      sort: ({ enddate }) => enddate ?? '',
    },
    {
      id: 'value',
      header: t('column.value'),
      align: 'end',
      cell: (order) => formats.number(valueOf(order), { maximumFractionDigits: 0 }),
      sort: valueOf,
    },
    {
      id: 'demands',
      header: t('column.for'),
      cell: ({ demands }) => demandsCell(demands),
    },
  ]
  return (
    <section className={`${groupStyles.group} ${styles.orders}`} aria-label={title}>
      <div className={groupStyles.head}>
        {onChoose === undefined ? null : (
          <Checkbox
            aria-label={t('chooseGroup', { name: title })}
            checked={marked === orders.length}
            indeterminate={marked > 0 && marked < orders.length}
            onChange={({ currentTarget }) => onChoose(orders, currentTarget.checked)}
          />
        )}
        <h2>{title}</h2>
        <span className={styles.soft}>
          {t('orders', { count: orders.length })} ·{' '}
          {t('value', { value: formats.number(value, { maximumFractionDigits: 0 }) })}
        </span>
      </div>
      <DataTable label={title} columns={columns} rows={orders} rowKey={({ reference }) => reference} stacks />
    </section>
  )
}
