/** Number of orders that a change adds, moves, resizes or drops, with an optional list of them. */
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangedOrder, Trial } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import styles from './trial.module.css'

/** Maximum number of rows of the list; the plan of the sales order and the Gantt chart show more. */
const mostRows = 100

/** Returns `before → after`, or a single value if both are equal or one is missing. */
const fromTo = (before: string | undefined, after: string | undefined): string =>
  [...new Set([before, after].filter((text) => text !== undefined))].join(' → ')

interface OrderRow {
  readonly order: ChangedOrder
  readonly place: number
}

export function ChangedOrders({ orders }: { readonly orders: Trial['orders'] }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { list, frozen, ...counts } = orders
  const moment = (time: string | undefined): string | undefined =>
    time === undefined ? undefined : formats.dateTime(time)
  const columns: readonly Column<OrderRow>[] = [
    { id: 'change', header: t('demands.change'), cell: ({ order }) => t(`change.${order.change}`) },
    { id: 'reference', header: t('orders.reference'), cell: ({ order }) => order.reference ?? '' },
    {
      id: 'what',
      header: t('orders.what'),
      cell: ({ order }) => order.operation ?? order.item ?? '',
    },
    {
      id: 'start',
      header: t('orders.start'),
      cell: ({ order: { before, after } }) => fromTo(moment(before?.start), moment(after?.start)),
    },
    {
      id: 'end',
      header: t('orders.end'),
      cell: ({ order: { before, after } }) => fromTo(moment(before?.end), moment(after?.end)),
    },
    {
      id: 'quantity',
      header: t('orders.quantity'),
      align: 'end',
      cell: ({ order: { before, after } }) =>
        fromTo(
          before === null ? undefined : formats.number(before.quantity),
          after === null ? undefined : formats.number(after.quantity),
        ),
    },
  ]
  return (
    <>
      <p className={styles.plain}>
        {t('orders.counts', {
          moved: formats.number(counts.moved),
          added: formats.number(counts.added),
          dropped: formats.number(counts.dropped),
          resized: formats.number(counts.resized),
        })}
        {frozen === 0 ? null : <strong> · {t('orders.frozen', { count: frozen })}</strong>}
      </p>
      {list.length === 0 ? null : (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            className={styles.start ?? ''}
            aria-expanded={open}
            aria-controls={id}
            leftSection={open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            onClick={() => setOpen(!open)}
          >
            {t('orders.list')}
          </Button>
          <div id={id}>
            {open ? (
              <DataTable
                label={t('orders.list')}
                stacks
                columns={columns}
                rows={list.slice(0, mostRows).map((order, place) => ({ order, place }))}
                rowKey={({ place }) => place}
              />
            ) : null}
          </div>
        </>
      )}
    </>
  )
}
