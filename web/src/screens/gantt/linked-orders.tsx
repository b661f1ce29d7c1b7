/** The orders that supply an order directly, and those that it supplies, with links to them. */
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { orderModel } from './order-entities.ts'
import { neighborsQuery } from './use-links.ts'
import styles from './gantt.module.css'

interface LinkedOrdersProps {
  readonly reference: string
  /** Selects an order of the chart. */
  readonly onGo: (reference: string) => void
}

/** Maximum number of orders in each direction. */
const most = 8

export function LinkedOrders({ reference, onGo }: LinkedOrdersProps) {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const upstream = useQuery(neighborsQuery(scenario.name, reference, 'upstream'))
  const downstream = useQuery(neighborsQuery(scenario.name, reference, 'downstream'))
  return (
    <>
      {(
        [
          ['upstream', upstream.data],
          ['downstream', downstream.data],
        ] as const
      ).map(([direction, tree]) => {
        const orders = (tree ?? []).filter(({ level }) => level === 1)
        return orders.length === 0 ? null : (
          <section key={direction} className={styles.linked} aria-label={t(`link.${direction}`)}>
            <h3>{t(`link.${direction}`)}</h3>
            <ul>
              {orders.slice(0, most).map((order) => (
                <LinkedOrder key={order.id} order={order} onGo={onGo} />
              ))}
              {orders.length > most ? <li>{t('link.more', { count: orders.length - most })}</li> : null}
            </ul>
          </section>
        )
      })}
    </>
  )
}

function LinkedOrder({
  order,
  onGo,
}: {
  readonly order: PeggedOrder
  readonly onGo: LinkedOrdersProps['onGo']
}) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const { reference, type, operation, item, demand, resources, startdate, enddate } = order
  const model = orderModel(type)
  const name = demand ?? operation ?? item ?? reference
  return (
    <li>
      {resources !== null ? (
        <UnstyledButton className={styles.open} onClick={() => onGo(reference)}>
          {name}
        </UnstyledButton>
      ) : demand !== null ? (
        <ScreenLink to={`${recordHref(scenario.name, 'input.demand', demand)}/plan`}>{name}</ScreenLink>
      ) : model === undefined ? (
        <span>{`${name} · ${t('link.stock')}`}</span>
      ) : (
        <ScreenLink to={recordHref(scenario.name, `input.${model}`, reference)}>{name}</ScreenLink>
      )}
      {startdate === null || enddate === null || (model === undefined && demand === null) ? null : (
        <small>{t('period', { start: formats.dateTime(startdate), end: formats.dateTime(enddate) })}</small>
      )}
    </li>
  )
}
