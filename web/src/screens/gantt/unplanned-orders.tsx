/**
 * List of the sales orders without a plan. One that is dragged to the chart, or pressed, becomes a new manufacturing
 * order that is tried like a move.
 */
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type UnplannedDemand, unplannedQuery } from '../../platform/api/unplanned.ts'
import { dayMs, nowInPlan } from '../../platform/formats/instants.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { placeBar, type PlacedBar } from './lanes.ts'
import { ShownOf } from './shown-of.tsx'
import { momentText, timeOf } from '../../platform/calendar/days.ts'
import styles from './late-work.module.css'

export interface UnplannedOrdersProps {
  readonly canCreate: boolean
  /** Creates an order for a sales order, on one of its resources. */
  readonly onCreate: (bar: PlacedBar) => void
  /** Called when a sales order is dragged out of the list, and with undefined at the end. */
  readonly onDrag: (bar: PlacedBar | undefined) => void
}

export function UnplannedOrders({ canCreate, onCreate, onDrag }: UnplannedOrdersProps) {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const { data, error, refetch } = useQuery(unplannedQuery(scenario.name))
  const problem = error === null ? null : <ErrorState error={error} inline onRetry={() => void refetch()} />
  if (data === undefined || data.rows.length === 0) return problem
  return (
    <section className={styles.unplanned} aria-label={t('unplanned.title')}>
      <h3>{t('unplanned.title')}</h3>
      {problem}
      <p>{t('unplanned.hint')}</p>
      <ul>
        {data.rows.map((unplanned) => (
          <li key={unplanned.demand.name}>
            <UnplannedOrder
              unplanned={unplanned}
              bar={canCreate ? newOrder(unplanned, nowInPlan(scenario.name)) : undefined}
              onCreate={onCreate}
              onDrag={onDrag}
            />
          </li>
        ))}
      </ul>
      <ShownOf shown={data.rows.length} total={data.total} />
    </section>
  )
}

/** Length of the bar of an order until its trial shows the real one. */
const usualDays = 1

/**
 * Returns the order for a sales order, which ends at the due date or starts now; undefined without an operation.
 * @param now current date of the plan in milliseconds
 */
function newOrder({ demand, production }: UnplannedDemand, now: number): PlacedBar | undefined {
  if (production === undefined) return undefined
  const { name, item, due, quantity } = demand
  const start = Math.max(timeOf(due) - usualDays * dayMs, now)
  const bar = placeBar(
    '',
    {
      reference: `${name}-MO`,
      type: 'MO',
      status: 'proposed',
      operation: production.operation,
      item,
      quantity,
      load: null,
      startdate: momentText(start),
      setupend: null,
      enddate: momentText(start + usualDays * dayMs),
      setup: null,
      delay: null,
      criticality: null,
      feasible: true,
      due,
      demands: { [name]: quantity },
      customers: [],
    },
    0,
  )
  return { ...bar, production }
}

interface UnplannedOrderProps extends Pick<UnplannedOrdersProps, 'onCreate' | 'onDrag'> {
  readonly unplanned: UnplannedDemand
  readonly bar: PlacedBar | undefined
}

function UnplannedOrder({ unplanned, bar, onCreate, onDrag }: UnplannedOrderProps) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const { demand, production } = unplanned
  const { name, item, customer, quantity, due } = demand
  const facts = [item, customer, formats.number(quantity), `${t('fact.due')} ${formats.date(due)}`]
  const about = <small>{facts.filter(Boolean).join(' · ')}</small>
  if (bar === undefined) {
    return (
      <div className={styles.order}>
        <ScreenLink to={`${recordHref(scenario.name, 'input.demand', name)}/plan`}>{name}</ScreenLink>
        {about}
        {production === undefined ? <small>{t('unplanned.noOperation')}</small> : null}
      </div>
    )
  }
  return (
    <UnstyledButton
      className={styles.order}
      aria-label={t('unplanned.create', { demand: name })}
      draggable
      onClick={() => onCreate(bar)}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', name)
        onDrag(bar)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span>{name}</span>
      {about}
    </UnstyledButton>
  )
}
