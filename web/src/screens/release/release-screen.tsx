/** Release screen: proposed orders by supplier, lane or plant; selected orders are approved together. */
import { Alert, Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import { refreshScenario } from '../../platform/api/run-events.ts'
import {
  mostProposals,
  type ProposedOrder,
  proposalsQuery,
  receiptsFile,
  type Release,
  releaseEntities,
  releaseOrders,
  type ReleaseType,
  releaseTypes,
} from '../../platform/api/release.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastError } from '../../ui/toasts.ts'
import { recordHref } from '../../platform/record-href.ts'
import { groupOrders, type OrderGroup, valueOf } from './group-orders.ts'
import { Receipts } from './receipts.tsx'
import { type ReleaseSearch, type Span, spans } from './release-search.ts'
import groupStyles from '../../ui/selectable-group.module.css'
import styles from './release.module.css'

export function ReleaseScreen() {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const navigate = useNavigate()
  const { type = 'PO', span = '7' }: ReleaseSearch = useSearch({ from: '/app/$scenario/release' })
  const show = (search: ReleaseSearch): void => {
    void navigate({ to: '/app/$scenario/release', params: { scenario: scenario.name }, search })
  }
  const kinds = [...releaseTypes, 'receipts' as const]
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/release-orders"
        aside={<span className={styles.soft}>{scenario.label}</span>}
      />
      <div className={styles.page}>
        <div className={styles.bar}>
          <SegmentedControl
            size="xs"
            aria-label={t('type.label')}
            value={type}
            onChange={(value) => {
              const chosen = kinds.find((one) => one === value)
              show({ ...(chosen === undefined || chosen === 'PO' ? {} : { type: chosen }), span })
            }}
            data={kinds.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          {type === 'receipts' ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('span.label')}
              value={span}
              onChange={(value) => {
                const chosen = spans.find((one) => one === value) ?? '7'
                show({ ...(type === 'PO' ? {} : { type }), span: chosen })
              }}
              data={spans.map((value) => ({
                value,
                label: value === 'all' ? t('span.all') : t('span.days', { count: Number(value) }),
              }))}
            />
          )}
        </div>
        {type === 'receipts' ? <Receipts /> : <Proposals key={`${type} ${span}`} type={type} span={span} />}
      </div>
    </>
  )
}

/** Returns the day before which orders are shown. */
function dayIn(span: Span, now = new Date()): string | undefined {
  if (span === 'all') return undefined
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + Number(span) + 1))
  return day.toISOString().slice(0, 10)
}

function Proposals({ type, span }: { readonly type: ReleaseType; readonly span: Span }) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const scenario = useScenario()
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(proposalsQuery(scenario.name, type, dayIn(span)))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Release>()
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingSkeleton />
  const { orders, total } = data
  const selected = orders.filter(({ reference }) => chosen.has(reference))
  const mayRelease = scenario.may(releaseEntities[type].replace('.', '.change_'))
  const choose = (members: readonly ProposedOrder[], add: boolean): void => {
    const next = new Set(chosen)
    for (const { reference } of members) {
      if (add) next.add(reference)
      else next.delete(reference)
    }
    setChosen(next)
  }
  const release = async (): Promise<void> => {
    setBusy(true)
    try {
      setDone(
        await releaseOrders(
          scenario.name,
          selected.map(({ reference }) => reference),
        ),
      )
      setChosen(new Set())
      noteDone('release')
      refreshScenario(client, scenario.name)
    } catch (problem) {
      toastError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {done === undefined ? null : <Released release={done} onClose={() => setDone(undefined)} />}
      {orders.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            {mayRelease ? (
              <>
                <Checkbox
                  label={t('chooseAll')}
                  checked={selected.length === orders.length}
                  indeterminate={selected.length > 0 && selected.length < orders.length}
                  onChange={({ currentTarget }) => choose(orders, currentTarget.checked)}
                />
                <Button
                  size="compact-md"
                  loading={busy}
                  disabled={selected.length === 0}
                  onClick={() => void release()}
                >
                  {t('release', { count: selected.length })}
                </Button>
              </>
            ) : null}
            <span className={styles.soft} role="status">
              {total > orders.length
                ? t('cut', { shown: formats.number(mostProposals), total: formats.number(total) })
                : t('summary', {
                    count: selected.length,
                    value: formats.number(
                      selected.reduce((sum, order) => sum + valueOf(order), 0),
                      { maximumFractionDigits: 0 },
                    ),
                  })}
            </span>
          </div>
          {groupOrders(type, orders).map((group) => (
            <Group
              key={group.name}
              group={group}
              type={type}
              chosen={chosen}
              onChoose={mayRelease ? choose : undefined}
            />
          ))}
        </>
      )}
    </>
  )
}

const demandsCell = (demands: string | null) => <span className={styles.demands}>{demands}</span>

const isOverdue = (date: string): boolean => date < new Date().toISOString()

interface GroupProps {
  readonly group: OrderGroup
  readonly type: ReleaseType
  readonly chosen: ReadonlySet<string>
  readonly onChoose: ((orders: readonly ProposedOrder[], add: boolean) => void) | undefined
}

function Group({ group: { name, orders, value }, type, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const scenario = useScenario()
  const title = name === '' ? t('nobody') : name
  const marked = orders.filter(({ reference }) => chosen.has(reference)).length
  const orderCell = (order: ProposedOrder) => {
    const { reference } = order
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
      </span>
    )
  }
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
    <section className={groupStyles.group} aria-label={title}>
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
      <DataTable label={title} columns={columns} rows={orders} rowKey={({ reference }) => reference} />
    </section>
  )
}

/** Lists released orders, and why others were not released. */
function Released({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const { changeset, released, refused } = release
  return (
    <Alert
      color={refused.length === 0 ? 'teal' : 'orange'}
      role="status"
      withCloseButton
      closeButtonLabel={t('close', { ns: 'common' })}
      onClose={onClose}
      title={t('released', { count: released.length })}
    >
      {changeset === null ? null : (
        <div className={styles.bar}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} />}
              href={receiptsFile(scenario.name, format, changeset)}
            >
              {t(`file.${format}`)}
            </Button>
          ))}
        </div>
      )}
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ reference, reason }) => (
            <li key={reference}>
              {reference}: {t(`refused.${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
