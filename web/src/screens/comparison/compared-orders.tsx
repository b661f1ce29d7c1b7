/** The sales orders of one kind of change with their deliveries in both scenarios and links to their plans. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Change } from '../../platform/api/change-kinds.ts'
import { type ComparedOrder, comparedOrdersQuery } from '../../platform/api/plan-comparison.ts'
import { secondsOf } from '../../platform/formats/formats.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MorePages, readPages } from '../../ui/more-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './comparison.module.css'

interface ComparedOrdersProps {
  readonly other: string
  readonly label: string
  readonly change: Change
}

export function ComparedOrders({ other, label, change }: ComparedOrdersProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const scenario = useScenario()
  const orders = useInfiniteQuery(comparedOrdersQuery(scenario.name, other, change))
  const title = t(`change.${change}`, { here: scenario.label, there: label })
  // An order that is not here is shown in the other scenario.
  const place = change === 'gone' ? other : scenario.name
  const linkTo = (name: string) => (
    <ScreenLink
      className={styles.moment}
      to={`/app/${encodeURIComponent(place)}/data/demand/${encodeURIComponent(name)}/plan`}
    >
      {name}
    </ScreenLink>
  )
  const moment = (time: string | null) => (
    <span className={styles.moment}>{time === null ? '' : formats.dateTime(time)}</span>
  )
  const signed = (difference: string): string => {
    const shown = formats.delay(difference)
    return secondsOf(difference) > 0 ? `+${shown}` : shown
  }
  const amount = (quantity: number | null): string => (quantity === null ? '' : formats.number(quantity))
  const columns: readonly Column<ComparedOrder>[] = [
    {
      id: 'demand',
      header: t('order'),
      cell: ({ demand }) => linkTo(demand),
    },
    { id: 'item', header: t('item'), cell: ({ item }) => item ?? '' },
    { id: 'customer', header: t('customer'), cell: ({ customer }) => customer ?? '' },
    { id: 'due', header: t('due'), cell: ({ due }) => moment(due) },
    {
      id: 'there',
      header: t('delivery', { where: label }),
      cell: ({ deliverydate }) => moment(deliverydate),
    },
    {
      id: 'here',
      header: t('delivery', { where: scenario.label }),
      cell: ({ compared_deliverydate: date }) => moment(date),
    },
    {
      id: 'difference',
      header: t('difference'),
      align: 'end',
      cell: ({ difference }) => (difference === null ? '' : signed(difference)),
    },
    ...(change === 'same' ? [] : quantities()),
  ]
  function quantities(): readonly Column<ComparedOrder>[] {
    return [
      {
        id: 'quantity',
        header: t('planned', { where: label }),
        align: 'end',
        cell: ({ plannedquantity }) => amount(plannedquantity),
      },
      {
        id: 'compared',
        header: t('planned', { where: scenario.label }),
        align: 'end',
        cell: ({ compared_plannedquantity: quantity }) => amount(quantity),
      },
    ]
  }
  return (
    <QueryView query={readPages(orders)}>
      {({ pages }) => (
        <>
          <h2 className={styles.heading}>{title}</h2>
          <DataTable
            label={title}
            columns={columns}
            rows={pages.flat()}
            rowKey={({ demand }) => demand}
            empty={<EmptyState title={t('noneOfThese')} />}
            stacks
          />
          <MorePages query={orders} label={t('showMore')} />
        </>
      )}
    </QueryView>
  )
}
