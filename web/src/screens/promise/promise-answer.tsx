/**
 * Possible delivery dates and quantities, their reliability, the binding constraint and delayed orders, with a button
 * to take the order.
 */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderPromise } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AnewNotice } from '../../trial/anew-notice.tsx'
import { useDeliveryWords } from '../../trial/delivery-words.ts'
import { ReasonList } from '../../trial/reason-list.tsx'
import { useReasonLinks } from '../reports/reason-links.ts'
import type { Enquiry } from './enquiry.ts'
import { ItemPlaces } from './item-places.tsx'
import { TakeOrder } from './take-order.tsx'
import styles from './promise.module.css'

interface PromiseAnswerProps {
  readonly enquiry: Enquiry
  readonly promise: OrderPromise
  /** Repeats the request. */
  readonly onRetry: () => void
  /** Called when the order is stored. */
  readonly onTaken: () => void
  /** Repeats the request for another location. */
  readonly onPlace: (location: string) => void
}

type Shipment = OrderPromise['promises'][number]

/** Returns whether a reason is a value of the enquiry itself, which has no page: the name of its sales order is generated. */
const isOwn = ({ entity }: OrderPromise['binding'][number]): boolean => entity === 'demand'

const ownedBy = (owner: string, reason: OrderPromise['binding'][number]) => ({ ...reason, owner })

export function PromiseAnswer({ enquiry, promise, onRetry, onPlace, onTaken }: PromiseAnswerProps) {
  const { t } = useTranslation('promise')
  const formats = useFormats()
  const words = useDeliveryWords()
  const hrefOf = useReasonLinks()
  const { promises, complete, days_late: late, confidence, binding, delays, base } = promise
  const title =
    complete === null
      ? t('incomplete')
      : late !== null && late > 0
        ? t('late', { date: formats.dateTime(complete), late: words.days(late) })
        : t('onTime', { date: formats.dateTime(complete) })
  const columns: readonly Column<Shipment>[] = [
    { id: 'date', header: t('date'), cell: ({ date }) => formats.dateTime(date) },
    { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formats.number(quantity) },
  ]
  const firm = confidence === 'firm'
  return (
    <Panel title={t('answer')}>
      <AnewNotice base={base} />
      <Alert color={complete === null ? 'red' : late !== null && late > 0 ? 'orange' : 'teal'} title={title}>
        {promises.length === 0 ? null : (
          <span className={styles.bar}>
            <StatusBadge tone={firm ? 'ok' : 'warn'}>{t(firm ? 'firm' : 'conditional')}</StatusBadge>
            {t(firm ? 'firmHint' : 'conditionalHint')}
          </span>
        )}
      </Alert>
      {complete === null ? (
        <ItemPlaces item={enquiry.item} except={enquiry.location ?? undefined} onChoose={onPlace} />
      ) : null}
      <div className={styles.answer}>
        {promises.length === 0 ? null : (
          <section>
            <h3>{t('dates')}</h3>
            <DataTable
              label={t('dates')}
              columns={columns}
              rows={promises}
              rowKey={({ date, quantity }) => `${date} ${quantity}`}
            />
          </section>
        )}
        {binding.length === 0 ? null : (
          <section>
            <h3>{t(complete === null ? 'prevents' : 'binds')}</h3>
            <ReasonList
              reasons={binding.map((reason) => (isOwn(reason) ? ownedBy(t('thisEnquiry'), reason) : reason))}
              hrefOf={(reason) => (isOwn(reason) ? undefined : hrefOf(reason))}
            />
          </section>
        )}
        {promises.length === 0 && delays.length === 0 ? null : (
          <section>
            <h3>{t('delays')}</h3>
            {delays.length === 0 ? <p>{t('noDelays')}</p> : <Delays delays={delays} />}
          </section>
        )}
      </div>
      {promises.length === 0 ? null : (
        <TakeOrder enquiry={enquiry} promise={promise} onRetry={onRetry} onTaken={onTaken} />
      )}
    </Panel>
  )
}

function Delays({ delays }: Pick<OrderPromise, 'delays'>) {
  const { t } = useTranslation('promise')
  const scenario = useScenario()
  const words = useDeliveryWords()
  const base = `/app/${encodeURIComponent(scenario.name)}/data/demand`
  return (
    <ul>
      {delays.map(({ demand, days }) => (
        <li key={demand}>
          <ScreenLink to={`${base}/${encodeURIComponent(demand)}/plan`}>{demand}</ScreenLink>{' '}
          {t('later', { late: words.days(days) })}
        </li>
      ))}
    </ul>
  )
}
