/**
 * Orders that use a resource within a time bucket: what each takes of its capacity, its item, and whether it is late.
 * The largest load is first.
 */
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  capacityFigures,
  type CapacityFigures,
  capacityFiguresQuery,
  type CapacityOrder,
  capacityOrdersQuery,
} from '../../platform/api/capacity-orders.ts'
import { isLateBy } from '../../../../src/rules/late.ts'
import { granularitiesQuery } from '../../platform/api/granularities.ts'
import type { Query } from '../../platform/api/paths.ts'
import { type ReportDescription, reportQuery } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { joinQueries } from '../../platform/join-queries.ts'
import { type EntityMeta, heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { parseClock } from '../../platform/values/durations.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { OrdersSearch } from './capacity-orders-search.ts'
import { keyHref, reportHref, splitKey } from './report-address.ts'
import { round } from './stock-mark.ts'
import styles from './key-screen.module.css'

export function CapacityOrdersScreen() {
  const { t } = useTranslation('reports')
  const formats = useFormats()
  const scenario = useScenario()
  const { key = '' } = useParams({ strict: false })
  const search: OrdersSearch = useSearch({ strict: false })
  const [resource = ''] = splitKey(key)
  const { start, end } = search
  const window: Query = { start, end }
  const buckets = useQuery(granularitiesQuery(scenario.name))
  const [finest] = buckets.data ?? []
  // The finest buckets start and end with every bucket.
  const figures = useQuery({
    ...capacityFiguresQuery(scenario.name, resource, { ...window, bucket: finest }),
    enabled: finest !== undefined,
  })
  const found = useQuery(capacityOrdersQuery(scenario.name, resource, { ...search }))
  const problem = joinQueries(buckets, figures)
  const unit = figures.data?.unit ?? ''
  const title = t('orders.title', { resource })
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: t('report.resource'), to: reportHref(scenario.name, 'resource') },
          { label: resource, to: keyHref(scenario.name, 'resource', [resource]) },
        ]}
        help="how-to/plan-reports"
        aside={
          start === undefined || end === undefined ? undefined : (
            <span>{t('orders.window', { from: formats.date(start), until: formats.date(end) })}</span>
          )
        }
      />
      <div className={`${styles.page} ${styles.orders}`}>
        {problem.error === null ? null : (
          <ErrorState error={problem.error} inline onRetry={problem.refetch} />
        )}
        {figures.data ? <Figures of={figures.data} /> : null}
        <QueryView query={found}>
          {({ rows, total }) => (
            <>
              <Orders title={title} resource={resource} unit={unit} rows={rows} />
              {total > rows.length ? (
                <p className={styles.none}>
                  {t('orders.cut', { shown: formats.number(rows.length), total: formats.number(total) })}
                </p>
              ) : null}
            </>
          )}
        </QueryView>
      </div>
    </>
  )
}

/** Capacity, load and utilization of the window. */
function Figures({ of: { unit, total } }: { readonly of: CapacityFigures }) {
  const { i18n } = useTranslation()
  const { number } = useFormats()
  const scenario = useScenario()
  const { data } = useQuery(reportQuery(scenario.name, 'capacityreport', i18n.language))
  // The table reports an error.
  if (data === undefined) return null
  const labels = new Map(data.measures.map(({ name, label }) => [name, label]))
  const shown = capacityFigures.filter((name) => total[name] !== null)
  return (
    <dl className={styles.facts}>
      {shown.map((name) => (
        <div key={name} data-bad={name === 'utilization' && round(total[name] ?? 0) > 100}>
          <dt>{heading(labels.get(name) ?? name, i18n.language)}</dt>
          <dd>
            {number(round(total[name] ?? 0))}
            {name === 'utilization' || unit === null ? null : ` ${unit}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const wide = (content: ReactNode) => <span className={styles.name}>{content}</span>

/** The operation is below the item, because most names of operations contain that of the item. */
const itemCell = (item: ReactNode, operation: ReactNode) =>
  wide(
    <>
      {item}
      <span className={styles.operation}>{operation}</span>
    </>,
  )

/** A text that breaks between its words, but not at the hyphens of dates and of sales orders. */
const words = (text: string) =>
  Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => (
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      <span className={styles.whole}>{word}</span>
    </Fragment>
  ))

const strong = (text: string) => <strong>{text}</strong>

/** A delay, in the color of a fault if the order is late. */
const delayText = (delay: string | null, format: (delay: string) => string) =>
  delay === null ? '' : <span data-bad={isLateBy(parseClock(delay))}>{format(delay)}</span>

interface OrdersProps {
  readonly title: string
  readonly resource: string
  readonly unit: string
  readonly rows: readonly CapacityOrder[]
}

function Orders(props: OrdersProps) {
  const { i18n } = useTranslation()
  const { name } = useScenario()
  const described = joinQueries(
    useQuery(metaQuery(name, 'input.operationplan', i18n.language)),
    useQuery(reportQuery(name, 'capacityreport', i18n.language)),
  )
  return (
    <QueryView query={described}>
      {([meta, report]) => <OrderTable {...props} meta={meta} report={report} />}
    </QueryView>
  )
}

interface OrderTableProps extends OrdersProps {
  readonly meta: EntityMeta
  readonly report: ReportDescription
}

function OrderTable({ title, resource, unit, rows, meta, report }: OrderTableProps) {
  const { t, i18n } = useTranslation('reports')
  const formats = useFormats()
  const scenario = useScenario()
  const show = useShownValue(meta)
  const labels = new Map([...report.keys, ...report.measures].map(({ name, label }) => [name, label]))
  const labelOf = (name: string): string => heading(labels.get(name) ?? name, i18n.language)
  const hours = (figure: number): string => `${formats.number(round(figure))} ${unit}`.trim()
  const link = (entity: string, name: string | null) =>
    name === null ? '' : <ScreenLink to={recordHref(scenario.name, entity, name)}>{name}</ScreenLink>
  const date = (name: 'startdate' | 'enddate' | 'due'): Column<CapacityOrder> => ({
    id: name,
    header: show.label(name),
    cell: ({ [name]: moment }) =>
      moment === null ? '' : words(name === 'due' ? formats.date(moment) : formats.dateTime(moment)),
    sort: ({ [name]: moment }) => moment ?? '',
  })
  const columns: readonly Column<CapacityOrder>[] = [
    {
      id: 'reference',
      header: show.label('reference'),
      cell: ({ reference }) => link('input.operationplan', reference),
      sort: ({ reference }) => reference,
    },
    {
      id: 'item',
      header: show.label('item'),
      cell: ({ item, operation }) => itemCell(link('input.item', item), link('input.operation', operation)),
      sort: ({ item }) => item ?? '',
    },
    {
      id: 'load',
      header: labelOf('load'),
      align: 'end',
      cell: ({ load }) => strong(hours(load)),
      sort: ({ load }) => load,
    },
    {
      id: 'setup',
      header: labelOf('setup'),
      align: 'end',
      cell: ({ setup }) => (setup === 0 ? '' : hours(setup)),
      sort: ({ setup }) => setup,
    },
    {
      id: 'quantity',
      header: show.label('quantity'),
      align: 'end',
      cell: ({ quantity }) => (quantity === null ? '' : formats.number(quantity)),
      sort: ({ quantity }) => quantity ?? 0,
    },
    date('due'),
    {
      id: 'delay',
      header: show.label('delay'),
      align: 'end',
      cell: ({ delay }) => delayText(delay, formats.delay),
      sort: ({ delay }) => parseClock(delay ?? '') ?? 0,
    },
    { id: 'demands', header: show.label('demands'), cell: ({ demands }) => wide(words(demands ?? '')) },
    date('startdate'),
    date('enddate'),
    {
      id: 'status',
      header: show.label('status'),
      cell: ({ status }) => show.value('status', status),
      sort: ({ status }) => status ?? '',
    },
    {
      id: 'resource',
      header: labelOf('resource'),
      cell: ({ resource: used }) => link('input.resource', used),
      sort: ({ resource: used }) => used,
    },
  ]
  // A pool has the orders of its members.
  const isPool = rows.some(({ resource: used }) => used !== resource)
  return (
    <div className={isPool ? styles.pool : undefined}>
      <DataTable
        label={title}
        columns={columns.filter(({ id }) => id !== 'resource' || isPool)}
        rows={rows}
        rowKey={(row) => `${row.reference} ${row.resource}`}
        empty={<EmptyState title={t('orders.none', { resource })}>{t('orders.noneHint')}</EmptyState>}
        stacks
      />
    </div>
  )
}
