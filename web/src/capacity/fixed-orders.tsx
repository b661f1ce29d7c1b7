/** Lists the approved and confirmed orders on a resource during a downtime, which the planner does not move. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fixedWorkQuery } from '../platform/api/timeline-orders.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { recordHref } from '../platform/record-href.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ScreenLink } from '../ui/screen-link.tsx'
import styles from './capacity.module.css'

interface FixedOrdersProps {
  readonly resource: string
  /** Planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly start: string
  readonly end: string
}

export function FixedOrders({ resource, start, end }: FixedOrdersProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const scenario = useScenario()
  const { data } = useQuery(fixedWorkQuery(scenario.name, { resource, start, end }))
  if (data === undefined || data.total === 0) return null
  const hidden = data.total - data.rows.length
  return (
    <Alert color="yellow" title={t('down.fixed', { number: formats.number(data.total) })}>
      <p className={styles.plain}>{t('down.fixedHint', { resource })}</p>
      <ul className={styles.list}>
        {data.rows.map(({ bar }) => (
          <li key={bar.reference}>
            <ScreenLink to={recordHref(scenario.name, 'input.operationplan', bar.reference)}>
              {bar.reference}
            </ScreenLink>{' '}
            {bar.operation ?? bar.item} · {formats.dateTime(bar.startdate)} – {formats.dateTime(bar.enddate)}
          </li>
        ))}
        {hidden > 0 ? <li>{t('down.fixedMore', { number: formats.number(hidden) })}</li> : null}
      </ul>
    </Alert>
  )
}
