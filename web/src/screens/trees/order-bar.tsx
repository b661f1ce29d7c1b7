/** Time bar of an order between the first and the last date of a tree, with the due date and today. */
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import { timeOf } from '../../platform/calendar/days.ts'
import { isLateDelay } from './delay.ts'
import { isStock } from './slack.ts'
import styles from './trees.module.css'

export interface Span {
  readonly from: number
  readonly to: number
  readonly due: number | undefined
  readonly today: number
}

/** @param today current date of the plan in milliseconds */
export function spanOf(orders: readonly PeggedOrder[], today: number): Span {
  const times = orders
    .filter((order) => !isStock(order))
    .flatMap(({ startdate, enddate, due }) =>
      [startdate, enddate, due].map((time) => timeOf(time ?? '')).filter((time) => !Number.isNaN(time)),
    )
  const due = orders.find((order) => order.due !== null)?.due ?? null
  return {
    from: times.length === 0 ? today : Math.min(...times),
    to: times.length === 0 ? today + 1 : Math.max(...times, Math.min(...times) + 1),
    due: due === null ? undefined : timeOf(due),
    today,
  }
}

/** Returns the position of a date in the span, in percent. */
export const shareOf = ({ from, to }: Span, time: number): number => ((time - from) / (to - from)) * 100

interface OrderBarProps {
  readonly order: PeggedOrder
  readonly span: Span
  readonly critical: boolean
}

export function OrderBar({ order, span, critical }: OrderBarProps) {
  const share = (time: number): number => shareOf(span, time)
  const [start, end] = [timeOf(order.startdate ?? ''), timeOf(order.enddate ?? '')]
  const late = isLateDelay(order.delay ?? '')
  return (
    <svg className={styles.bar} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      {span.today > span.from && span.today < span.to ? (
        <line className={styles.today} x1={share(span.today)} x2={share(span.today)} y1="0" y2="20" />
      ) : null}
      {span.due === undefined ? null : (
        <line className={styles.due} x1={share(span.due)} x2={share(span.due)} y1="0" y2="20" />
      )}
      {Number.isNaN(start) || isStock(order) ? null : (
        <rect
          x={share(start)}
          width={Math.max(0.7, share(end) - share(start))}
          y="5"
          height="10"
          data-status={order.status ?? ''}
          data-late={late}
          data-critical={critical}
        />
      )}
    </svg>
  )
}
