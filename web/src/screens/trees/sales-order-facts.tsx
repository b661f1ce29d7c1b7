/** Header of the plan of a sales order: customer, item, quantity, dates, delay and value. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plannedDemandQuery } from '../../platform/api/plan-trees.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { metaQuery } from '../../platform/meta/entity-meta.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './trees.module.css'

/** The fields that name a record, with its entity. */
const linked = { customer: 'input.customer', item: 'input.item' } as const
const shown = ['customer', 'item', 'quantity', 'due', 'deliverydate'] as const

/** Renders nothing until the sales order is read. */
export function SalesOrderFacts({ demand }: { readonly demand: string }) {
  const { t, i18n } = useTranslation('trees')
  const formats = useFormats()
  const scenario = useScenario()
  const { data, error, refetch } = useQuery(plannedDemandQuery(scenario.name, demand))
  const meta = useQuery(metaQuery(scenario.name, 'input.demand', i18n.language))
  const show = useShownValue(meta.data)
  const [order] = data ?? []
  const problem = error === null ? null : <ErrorState inline error={error} onRetry={() => void refetch()} />
  if (order === undefined || meta.data === undefined) return problem
  const { item__cost: cost, quantity, delay } = order
  const valueOf = (name: (typeof shown)[number]) => {
    const value = order[name]
    if ((name === 'due' || name === 'deliverydate') && value !== null) return formats.dateTime(String(value))
    return (name === 'customer' || name === 'item') && value !== null ? (
      <ScreenLink to={recordHref(scenario.name, linked[name], String(value))}>{value}</ScreenLink>
    ) : (
      show.value(name, value)
    )
  }
  return (
    <>
      {problem}
      <dl className={styles.facts}>
        {shown.map((name) => (
          <div key={name}>
            <dt>{show.label(name)}</dt>
            <dd>{valueOf(name)}</dd>
          </div>
        ))}
        {delay === null ? null : (
          <div>
            <dt>{show.label('delay')}</dt>
            <dd>{formats.delay(delay)}</dd>
          </div>
        )}
        {cost === null ? null : (
          <div>
            <dt>{t('pegging.value')}</dt>
            <dd title={t('common:currency')}>
              {formats.number(quantity * cost, { maximumFractionDigits: 0 })}
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
